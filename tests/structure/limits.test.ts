import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readLimits } from "../../scripts/limits/read-limits.ts";
import { sourceFiles, toDocument } from "../../scripts/limits/to-document.ts";

const files = sourceFiles();

test("docs/limits.md has the limits of the code (npm run limits)", () => {
  const document = readFileSync("docs/limits.md", "utf8");
  expect(document).toBe(toDocument(document, files));
});

test("every limit that browser, server and functions share is in the table", () => {
  const source = files.get("shared/limits.ts") ?? "";
  const names = [...source.matchAll(/^export const ([A-Z_]+) =/gm)].map(([, name]) => name);
  const shown = readLimits(files).map(({ where }) => where.match(/`([A-Z_]+)` in/)?.[1]);
  expect(names.filter((name) => !shown.includes(name)).sort()).toEqual([
    "DEVICE_INFO_MAX_LENGTH",
    "LIST_ENTRY_MAX_LENGTH",
    "NAME_MAX_LENGTH",
  ]);
});

const read = (path: string, text: string) => readLimits(new Map([[path, text]]));

test.each([
  ["MAX_BYTES = 5 * 1024 ** 3", "", "5 GiB"],
  ["MAX_BYTES = 2_000_000", "", "2,000,000 bytes"],
  ["WAIT_MS = 60_000", "", "1 minute"],
  ["WAIT_MS = 1500", "", "1500 milliseconds"],
  ["KEPT_SECONDS = 86_400", "", "1 day"],
  ["NAME_LENGTH = 300", "", "300 characters"],
  ["MAX_ROWS = 1000", " [rows]", "1000 rows"],
])("readLimits states the value of %s%s as %s", (constant, unit, value) => {
  const [name = ""] = constant.split(" ");
  const text = `/**\n * Reason.\n * @limit drive: a thing${unit}\n */\nexport const ${constant};\n`;
  expect(read("src/a.ts", text)).toEqual([
    { section: "drive", what: "a thing", value, where: `\`${name}\` in \`src/a.ts\`` },
  ]);
});

test("readLimits takes a value that is not a constant from the tag, and compares it with the code", () => {
  const tagged = (value: string) =>
    `// @limit requests: a thing; ${value}\nuse({ most: 30_000 });\n`;
  expect(read("server/a.ts", tagged("30 seconds") + tagged("30,000 rows"))).toHaveLength(2);
  expect(() => read("server/a.ts", tagged("31,000 rows"))).toThrow("31,000 rows");
});

test.each([
  ["2 days by interval '3 days'", "is not in"],
  ["2 days by interval '2 days'", "is not in the code"],
])("readLimits refuses SQL with the tag %s", (tag, message) => {
  expect(() =>
    read("a.sql", `-- @limit drive: a thing; ${tag}\nselect interval '3 days';`),
  ).toThrow(message);
});
