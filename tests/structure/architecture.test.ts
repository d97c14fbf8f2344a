import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toAreaGraph, toRows, withoutImplied } from "../../scripts/architecture/area-graph.ts";
import { drawArchitecture } from "../../scripts/architecture/draw.ts";
import { readModules } from "../../scripts/lint/read-modules.mjs";

const picture = join(import.meta.dirname, "../../docs/architecture.svg");

test("docs/architecture.svg shows the current imports (npm run architecture)", () => {
  expect(readFileSync(picture, "utf8")).toBe(drawArchitecture(readModules()));
});

test("an import between two areas changes docs/architecture.svg", () => {
  const modules = readModules();
  const before = drawArchitecture(modules);
  const file = "src/editor/new-file.ts";
  expect(drawArchitecture(new Map([...modules, [file, ["src/editor/toolbar.tsx"]]]))).toBe(before);
  expect(drawArchitecture(new Map([...modules, [file, ["src/content/sections.ts"]]]))).not.toBe(
    before,
  );
});

describe("areas", () => {
  const graph = toAreaGraph(
    new Map([
      ["src/admin/a.tsx", ["src/ui/b.tsx", "src/admin/c.ts", "shared/d.ts"]],
      ["src/ui/b.tsx", ["shared/d.ts"]],
      ["src/ui/b.test.tsx", ["server/main.ts"]],
      ["shared/d.ts", []],
      ["scripts/e.ts", ["src/ui/b.tsx"]],
    ]),
  );

  test("areas have the imports of their files, without tests and scripts", () => {
    expect([...graph]).toEqual([
      ["shared", new Set()],
      ["src/admin", new Set(["src/ui", "shared"])],
      ["src/ui", new Set(["shared"])],
    ]);
  });

  test("areas have an arrow only to areas that they do not reach through others", () => {
    expect(withoutImplied(graph).get("src/admin")).toEqual(new Set(["src/ui"]));
  });

  test("areas are above those they import", () => {
    expect(toRows(graph)).toEqual([["src/admin"], ["src/ui"], ["shared"]]);
  });

  test("areas that import each other cannot be drawn", () => {
    const cycle = new Map([
      ["a", new Set(["b"])],
      ["b", new Set(["a"])],
    ]);
    expect(() => toRows(cycle)).toThrow("Areas import each other: a, b");
  });
});
