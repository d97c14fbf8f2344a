import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const code = ["shared", "server", "src", "supabase"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /\.(tsx?|sql)$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file))
  .map(read)
  .join("\n")
  .replace(/\s+/g, " ");

interface Limit {
  value: string;
  /** A constant's name, or a piece of code that contains the value. */
  source: string;
}

const limits: Limit[] = [
  ...read("docs/limits.md").matchAll(/^\| .+ \| (\d.*) \| `(.+)` \|$/gm),
].map(([, value = "", source = ""]) => ({ value, source }));

describe("docs/limits.md", () => {
  test("has its rows read by this test", () => {
    expect(limits.length).toBeGreaterThan(40);
  });

  test.each(limits)("gives the value of $source as in the code: $value", ({ value, source }) => {
    if (/^[A-Z_]+$/.test(source)) {
      const defined = valuesOf(source);
      expect(defined, `definitions of ${source}`).not.toEqual([]);
      for (const number of defined) expect(inUnitOf(source, value)).toContain(number);
    } else {
      expect(code).toContain(source);
      expect(source.replaceAll("_", "")).toContain(digitsOf(value));
    }
  });

  test.each(["MESSAGE_MAX_LENGTH", "SETUP_LINK_SECONDS", "UPLOAD_CHUNK_BYTES"])(
    "would fail for another value of %s",
    (source) => {
      const [value = 0] = valuesOf(source);
      expect(inUnitOf(source, `${value + 1} characters`)).not.toContain(value);
      expect(inUnitOf(source, `${value + 1} seconds`)).not.toContain(value);
    },
  );

  test("has every limit that browser and server share", () => {
    const shared = [...read("shared/limits.ts").matchAll(/^export const ([A-Z_]+) =/gm)];
    const named = new Set(limits.map(({ source }) => source));
    const internal = [
      "DATE_RANGE_MAX_LENGTH",
      "NAME_MAX_LENGTH",
      "LIST_ENTRY_MAX_LENGTH",
      "DEVICE_INFO_MAX_LENGTH",
    ];
    expect(
      shared
        .map(([, name = ""]) => name)
        .filter((name) => !named.has(name))
        .sort(),
    ).toEqual(internal.sort());
  });
});

/** Quantities that are not limits: measurements, examples and other programs' settings. */
const OTHER_QUANTITIES: Record<string, string[]> = {
  "README.md": ["20 seconds", "370 MB", "5 KB", "75 KB"],
  "docs/configuration.md": ["1024 bytes", "43 characters"],
  "docs/deploy.md": ["1024 bytes", "50 GB", "50 MB"],
  "docs/decisions/0001-embedded-backend.md": ["2 GB"],
  "docs/decisions/0003-roles-in-a-table.md": ["100,000 rows"],
  "docs/decisions/0024-query-cost-limits.md": ["100 MB"],
  "docs/decisions/0026-request-time-limits.md": ["1 KB"],
  "docs/decisions/0032-drive-usage-counted-from-storage.md": ["26 hours"],
  "docs/decisions/0041-blob-stores-without-a-file-system.md": ["8 MB", "5 MiB"],
  "docs/decisions/0035-links-and-pasting-in-rich-text.md": ["40 kB"],
  "docs/decisions/0037-typing-animation-in-css.md": ["10 seconds"],
  "docs/decisions/0057-files-in-an-s3-bucket.md": ["22.3 MB", "370 MB", "25 MB", "5 MiB"],
  "docs/decisions/0061-restore-on-the-setup-page.md": ["800 MB", "132 MB"],
  "docs/decisions/0039-separate-runtime-and-test-dependencies.md": ["11 MB", "100 MB"],
};

const decisions = readdirSync(join(root, "docs/decisions")).map((file) => `docs/decisions/${file}`);

describe.each([
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "docs/architecture.md",
  "docs/configuration.md",
  "docs/deploy.md",
  "docs/security.md",
  "docs/testing.md",
  ...decisions,
])("%s", (document) => {
  test("states no quantity that docs/limits.md lacks", () => {
    const known = new Set(limits.map(({ value }) => canonical(value)));
    const others = OTHER_QUANTITIES[document] ?? [];
    const unknown = quantitiesIn(decidedIn(document)).filter(
      (text) => !others.includes(text) && !known.has(canonical(text)),
    );
    expect(unknown).toEqual([]);
  });
});

/** A guide's whole text, or a decision's Decision section: its context describes the past. */
function decidedIn(document: string): string {
  const text = read(document);
  return /^## Decision$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text)?.[1] ?? text;
}

/** Values of all constants with this name; an expression may only contain numbers. */
function valuesOf(name: string): number[] {
  const definitions = code.matchAll(new RegExp(`\\bconst ${name} = ([\\d_ *.]+);`, "g"));
  return [...definitions].map(([, expression = ""]) =>
    expression
      .replaceAll("_", "")
      .split(/(?<!\*) ?\* ?(?!\*)/)
      .map(power)
      .reduce((product, factor) => product * factor, 1),
  );
}

function power(term: string): number {
  const [base = 0, exponent = 1] = term.split("**").map(Number);
  return base ** exponent;
}

const SECONDS: Record<string, number> = {
  millisecond: 0.001,
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
};
const BYTES: Record<string, number> = {
  byte: 1,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  kb: 1024,
  mb: 1024 ** 2,
  gb: 1024 ** 3,
};

/** The numbers a constant of this name may have; the suffix of its name is its unit. */
function inUnitOf(name: string, value: string): number[] {
  const { amount, unit } = parse(value);
  const seconds = SECONDS[unit];
  if (seconds === undefined) return [amount * (BYTES[unit] ?? 1)];
  if (name.endsWith("_MS")) return [amount * seconds * 1000];
  if (name.endsWith("_SECONDS")) return [amount * seconds];
  if (name.endsWith("_DAYS")) return [(amount * seconds) / 86_400];
  return [amount * seconds, amount * seconds * 1000];
}

const WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");

/** A quantity in base units, so that 2 minutes and 120 seconds are the same. */
function canonical(text: string): string {
  const { amount, unit } = parse(text);
  if (unit in SECONDS) return `${amount * (SECONDS[unit] ?? 1)} s`;
  if (unit in BYTES) return `${amount * (BYTES[unit] ?? 1)} B`;
  return `${amount} ${unit}`;
}

function parse(text: string): { amount: number; unit: string } {
  const [, amount = "", unit = ""] = /^([\d.,]+) (\S+)/.exec(text) ?? [];
  return { amount: Number(amount.replaceAll(",", "")), unit: unit.toLowerCase().replace(/s$/, "") };
}

function digitsOf(value: string): string {
  return String(parse(value).amount);
}

function quantitiesIn(text: string): string[] {
  const units = "characters|bytes|[KMG]i?B|milliseconds|seconds?|minutes?|hours?|days?|rows";
  const amounts = `\\d[\\d,.]*|${WORDS.join("|")}`;
  return [...text.matchAll(new RegExp(`\\b(${amounts})[ -](${units})\\b`, "gi"))].map(
    ([, amount = "", unit]) =>
      `${/\d/.test(amount) ? amount : WORDS.indexOf(amount.toLowerCase()) + 1} ${unit}`,
  );
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
