import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseConfig, SETTINGS } from "../../server/config.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const lines = (text: string) => text.split("\n");

/** The first two cells of each row about a variable, without the code style. */
const rows = lines(read("docs/configuration.md"))
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.slice(2, -2).split(" | "))
  .map(([names = "", fallback = "", ...others]) => ({
    names: [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = ""]) => name),
    fallback: fallback.replaceAll("`", ""),
    others,
  }));
const documented = rows.flatMap(({ names }) => names);

/** Files that may read the environment; tests set variables, and make up some. */
const sources = ["bench", "deploy", "scripts", "server", "shared", "src", "supabase", "tests"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /\.(tsx?|mjs)$|Caddyfile$/.test(file))
  .filter((file) => !/\.(test|spec|fixture)\.tsx?$/.test(file) || file.startsWith("tests/soak/"))
  .concat("compose.yaml", "playwright.config.ts")
  .map(read);

/** Foyer's own names anywhere in the code, and other programs' names where the code reads them. */
const readInCode = new Set([
  ...SETTINGS,
  ...sources.flatMap((text) => text.match(/\b(FOYER|VITE)_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []),
  ...sources.flatMap(readFromEnvironment),
]);

describe("docs/configuration.md", () => {
  test("docs/configuration.md has each variable that the code reads", () => {
    expect(readInCode.size).toBeGreaterThan(45);
    expect(
      [...readInCode].filter((name) => !documented.includes(name) && !(name in OTHERS)),
    ).toEqual([]);
  });

  test("docs/configuration.md has no variable that the code does not read", () => {
    const names = documented.filter((name) => !READ_BY_PACKAGES.includes(name));
    expect(names.filter((name) => !readInCode.has(name))).toEqual([]);
  });

  test("docs/configuration.md has each variable once, with default, unit and meaning", () => {
    expect(documented.filter((name, index) => documented.indexOf(name) !== index)).toEqual([]);
    expect(rows.filter(({ fallback, others }) => !fallback || others.length !== 2)).toEqual([]);
  });

  test("docs/configuration.md names no exception that is not needed", () => {
    expect(Object.keys(OTHERS).filter((name) => !readInCode.has(name))).toEqual([]);
  });

  test("docs/configuration.md gives defaults that the server accepts and that change nothing", () => {
    const given = ["HOST", "PORT", "FOYER_TRUST_PROXY", "FOYER_DATA_DIR", "FOYER_SAMPLE_CONTENT"];
    const names = [...given, "FOYER_LOG", "FOYER_ARCHIVE_BEFORE_MIGRATIONS"];
    const defaults = rows.flatMap((row) =>
      row.names.filter((name) => names.includes(name)).map((name) => [name, row.fallback]),
    );
    expect(defaults).toHaveLength(names.length);
    expect(parseConfig(Object.fromEntries(defaults))).toEqual(parseConfig({}));
  });
});

test.each([
  ["process.env.SOME_NAME", "SOME_NAME"],
  ["environment.SOME_NAME || 1", "SOME_NAME"],
  ["import.meta.env.SOME_NAME", "SOME_NAME"],
  ["const { SOME_NAME: url, OTHER } = process.env;", "SOME_NAME"],
  ["const { SOME_NAME } = deployment.environment;", "SOME_NAME"],
  [' variable: "SOME_NAME",', "SOME_NAME"],
  ['read("SOME_NAME")', "SOME_NAME"],
  ["  SOME_NAME: optional(webAddress),", "SOME_NAME"],
])("the code %s counts as reading a variable", (code, name) => {
  expect(readFromEnvironment(code)).toContain(name);
});

/** Names that code reads from an environment. */
function readFromEnvironment(text: string): string[] {
  const forms = [
    /\benv(?:ironment)?\??\.([A-Z][A-Z0-9_]+)\b/g,
    /\b(?:read\(|get\(|variable: )"([A-Z][A-Z0-9_]+)"/g,
    /^ {2}([A-Z][A-Z0-9_]+): optional\(/gm,
    /\{([^{}]*)\} = (?:\w+\.)?env(?:ironment)?;/g,
  ];
  return forms
    .flatMap((form) => [...text.matchAll(form)])
    .flatMap(([, names = ""]) => names.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []);
}

/** Variables that only packages read. */
const READ_BY_PACKAGES = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];

/** Names that are not settings, with their origin. */
const OTHERS: Record<string, string> = {
  FOYER_VERSION: "a constant of the build",
  FOYER_TEST_PUSH_ORIGIN: "set by tests alone",
  BASE_URL: "Vite's, set by the build",
  PROD: "Vite's",
  NODE_ENV: "set by the build and the benchmarks",
  PATH: "the system's",
  INIT_CWD: "npm's",
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "set by the server",
};
