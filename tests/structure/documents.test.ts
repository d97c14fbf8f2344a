import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...list("docs").filter((file) => file.endsWith(".md")),
];
const folders = [
  "bench",
  "deploy",
  "docs",
  "patches",
  "public",
  "scripts",
  "server",
  "shared",
  "src",
  "supabase",
  "tests",
];
const files = [...folders.flatMap(list), ...readdirSync(root)];
const { scripts } = JSON.parse(read("package.json"));
const code = files
  .filter((file) =>
    /^(compose\.yaml|playwright\.config\.ts|deploy\/.*|(server|shared|src|scripts|supabase|bench|tests\/support|tests\/soak)\/.*\.(ts|tsx|mjs))$/.test(
      file,
    ),
  )
  .map(read)
  .join("\n");

describe.each(documents)("%s", (document) => {
  const spans = [...read(document).matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);

  test("the document names only files and folders that exist", () => {
    const paths = spans
      .map((text) => text.replace(/:\d+$/, "").replace(/\/$/, ""))
      .filter((text) => new RegExp(`^(${folders.join("|")})/[\\w./*{},<>-]+$`).test(text));
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });

  test("the document names only source files that exist", () => {
    const names = spans.filter((text) => /^[\w-]+(\.[\w-]+)?\.(ts|tsx|mjs|css)$/.test(text));
    const known = new Set(files.map((file) => basename(file)));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  test("the document links only to files that exist", () => {
    const links = [...read(document).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(
      ([, to = ""]) => to,
    );
    const folder = document.includes("/") ? document.slice(0, document.lastIndexOf("/")) : "";
    expect(links.filter((to) => !exists(join(folder, to)))).toEqual([]);
  });

  test("the document names only npm scripts that exist", () => {
    const commands = spans.flatMap((text) => [...text.matchAll(/\bnpm run ([\w:-]+)/g)]);
    expect(commands.map(([, name = ""]) => name).filter((name) => !(name in scripts))).toEqual([]);
  });

  test("the document names only variables that the code reads", () => {
    const names = spans.flatMap((text) =>
      text.match(/\b(?:FOYER|VITE|NOTION|SUPABASE)_[A-Z_]+\b/g),
    );
    expect(names.filter((name) => name && !code.includes(name))).toEqual([]);
  });
});

/** Whether a file matches a path that may contain `*`, `{a,b}` and `<name>`. */
function exists(path: string): boolean {
  const pattern = path
    .replace(/[.+()]/g, "\\$&")
    .replace(/\{([^}]*)\}/g, (_, options: string) => `(?:${options.replaceAll(",", "|")})`)
    .replace(/<[^>]+>|\*+/g, "[^/]+");
  const wanted = new RegExp(`^${pattern}(?:/|$)`);
  return files.some((file) => wanted.test(file));
}

function list(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !file.includes("node_modules"));
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
