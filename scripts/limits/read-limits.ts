/** A documented limit, as stated in the code. */
export interface Limit {
  section: string;
  what: string;
  /** The amount with its unit, such as "6 MiB". */
  value: string;
  /** The constant or the file that enforces it, in Markdown. */
  where: string;
}

/**
 * Reads the tags `@limit` of source files. `@limit drive: one file` before a constant takes the
 * value from the constant and the unit from the suffix of its name, or from `[rows]` at the end.
 * `@limit drive: one file; 5 GiB` states a value whose number must be in the next lines of code. In
 * SQL, `-- @limit drive: one file; 5 GiB by <code>` repeats that code, because a comment inside a
 * function would be part of the function.
 * @param files source text by path.
 * @throws for a tag whose value is not in the code.
 */
export function readLimits(files: ReadonlyMap<string, string>): Limit[] {
  return [...files].flatMap(([path, text]) =>
    path.endsWith(".sql") ? readSql(path, text) : readTypeScript(path, text),
  );
}

function readSql(path: string, text: string): Limit[] {
  const code = withoutTags(text);
  return [...text.matchAll(/^-- @limit (\w+): (.+); (.+?) by (.+)$/gm)].map(
    ([, section = "", what = "", value = "", source = ""]) => {
      if (!code.includes(source)) throw new Error(`${path}: "${source}" is not in the code.`);
      requireNumber(path, value, source);
      return { section, what, value, where: `\`${path}\`` };
    },
  );
}

function readTypeScript(path: string, text: string): Limit[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    const [, section, tag] = /@limit (\w+): (.+?)(?: \*\/)?$/.exec(line) ?? [];
    if (section === undefined || tag === undefined) return [];
    const code = lines.slice(at + 1, at + MOST_LINES).filter((next) => !/^\s*[/*]/.test(next));
    return [{ section, ...readTag(path, tag, code.slice(0, 3).join("\n")) }];
  });
}

/** Maximum number of lines between a tag and the code with its value. */
const MOST_LINES = 10;

function readTag(path: string, tag: string, code: string): Omit<Limit, "section"> {
  const [, stated, value] = /^(.+); (.+)$/.exec(tag) ?? [];
  if (stated !== undefined && value !== undefined) {
    requireNumber(path, value, code);
    return { what: stated, value, where: `\`${path}\`` };
  }
  const [, name = "", expression = ""] = /^(?:export )?const (\w+) = ([^;]+);/.exec(code) ?? [];
  const [, what = "", unit] = /^(.+?)(?: \[([^\]]+)\])?$/.exec(tag) ?? [];
  const amount = evaluate(path, expression);
  return {
    what,
    value: format(amount, unit ?? unitOf(path, name)),
    where: `\`${name}\` in \`${path}\``,
  };
}

function withoutTags(text: string): string {
  return text.replace(/^-- @limit .+$/gm, "").replace(/\s+/g, " ");
}

function requireNumber(path: string, value: string, source: string): void {
  const amount = Number.parseFloat(value.replaceAll(",", ""));
  const expected = [amount, value.endsWith(" seconds") ? amount * 1000 : amount];
  const numbers =
    source
      .replaceAll("_", "")
      .match(/[\d.]+/g)
      ?.map(Number) ?? [];
  if (!expected.some((number) => numbers.includes(number)))
    throw new Error(`${path}: "${value}" is not in "${source}".`);
}

/** @returns the value of a product of numbers and powers, such as `5 * 1024 ** 3`. */
function evaluate(path: string, expression: string): number {
  if (!/^[\d_ *.]+$/.test(expression)) throw new Error(`${path}: no number: ${expression}`);
  return expression
    .replaceAll("_", "")
    .split(/(?<!\*) ?\* ?(?!\*)/)
    .map((factor) => factor.split("**").map(Number))
    .reduce((product, [base = 0, exponent = 1]) => product * base ** exponent, 1);
}

const UNITS = { MS: "milliseconds", LENGTH: "characters" } as const;
const SUFFIXES = ["BYTES", "MS", "SECONDS", "DAYS", "PIXELS", "LENGTH"];

function unitOf(path: string, name: string): string {
  const suffix = name.split("_").at(-1) ?? "";
  if (!SUFFIXES.includes(suffix)) throw new Error(`${path}: @limit of ${name} needs a unit.`);
  return suffix in UNITS ? UNITS[suffix as keyof typeof UNITS] : suffix.toLowerCase();
}

const SCALES: Record<string, [string, number][]> = {
  bytes: [
    ["GiB", 1024 ** 3],
    ["MiB", 1024 ** 2],
    ["KiB", 1024],
  ],
  milliseconds: [
    ["days", 86_400_000],
    ["hours", 3_600_000],
    ["minutes", 60_000],
    ["seconds", 1000],
  ],
  seconds: [
    ["days", 86_400],
    ["hours", 3600],
    ["minutes", 60],
  ],
};

/** Formats the amount in the largest unit that gives a whole number. */
function format(amount: number, unit: string): string {
  const [larger, size] = SCALES[unit]?.find(([, size]) => amount % size === 0) ?? [unit, 1];
  const count = amount / size;
  const name = count === 1 ? larger.replace(/s$/, "") : larger;
  return `${count >= 10_000 ? count.toLocaleString("en-US") : count} ${name}`;
}
