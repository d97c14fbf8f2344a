import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { crowdedFolders, findCycles, readImports } from "../../scripts/lint/module-rules.mjs";
import { listFiles } from "../../scripts/lint/read-modules.mjs";

describe("import cycles", () => {
  test("import cycles counts imports of values and types, re-exports and dynamic imports", () => {
    const source = `
      // import "./comment.ts";
      import { a } from "./a.ts";
      import type { B } from "../b.ts";
      export * from "./c.ts";
      const text = 'import "./text.ts"';
      await import("./d.ts");
      import "vitest";
    `;
    expect(readImports("src/lib/x.ts", source)).toEqual([
      "src/lib/a.ts",
      "src/b.ts",
      "src/lib/c.ts",
      "src/lib/d.ts",
    ]);
  });

  test("import cycles count the static imports of a screen's tool.ts only", () => {
    const source = `import { a } from "./a.ts"; const load = () => import("./tasks-page.tsx");`;
    expect(readImports("src/workspace/tasks/tool.ts", source)).toEqual([
      "src/workspace/tasks/a.ts",
    ]);
  });

  test("import cycles of several files, and of a file that imports itself, are found", () => {
    const imports = new Map([
      ["entry", ["a", "self"]],
      ["a", ["b"]],
      ["b", ["c", "leaf"]],
      ["c", ["a"]],
      ["self", ["self"]],
      ["leaf", []],
    ]);
    expect(findCycles(imports)).toEqual([
      ["a", "b", "c", "a"],
      ["self", "self"],
    ]);
  });

  test("a file that is imported twice is no import cycle", () => {
    const imports = new Map([
      ["entry", ["a", "b"]],
      ["a", ["b"]],
      ["b", []],
    ]);
    expect(findCycles(imports)).toEqual([]);
  });
});

test("the module rules report folders above their limit, without the tests beside the code", () => {
  const files = [
    ...["src/ui/a.ts", "src/ui/b.ts", "src/ui/c.ts", "src/ui/c.test.ts"],
    ...["tests/e2e/a.spec.ts", "tests/e2e/b.spec.ts", "tests/e2e/c.spec.ts"],
  ];
  const limitOf = (folder: string) => (folder === "src/ui" ? 2 : 3);
  expect(crowdedFolders(files, limitOf)).toEqual([{ folder: "src/ui", count: 3, limit: 2 }]);
  expect(crowdedFolders(files, () => 3)).toEqual([]);
});

const browser = ["src", "shared"];
const host = ["server", "shared", "supabase/functions"];

test.each([
  ["evaluates text", /\beval\(|new Function\(/, [...browser, ...host]],
  ["starts a shell", /shell: true|\bexec(Sync)?\([`"']|promisify\(exec\)/, host],
  ["redirects a request", /\.redirect\(|status: 30[1278]\b/, host],
  [
    "receives messages of other windows",
    /(window\.|(?<![.\w]))addEventListener\("message"/,
    browser,
  ],
])("the product's code never %s", (_, pattern, folders) => {
  const files = listFiles(...folders).filter(
    // Workers receive messages only from the window that created them.
    (file) => /(?<!-worker)\.tsx?$/.test(file) && !/\.(test|fixture)\./.test(file),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => pattern.test(readFileSync(file, "utf8")))).toEqual([]);
});
