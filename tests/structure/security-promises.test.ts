import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../server/project-root.ts";

test("every promise in docs/security.md names tests that exist", async () => {
  const text = await readFile(join(projectRoot, "docs/security.md"), "utf8");
  const [, table = ""] = text.split("## Promises and their tests");
  const rows = table
    .split("\n## ")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  expect(rows?.length).toBeGreaterThan(20);
  for (const row of rows ?? []) {
    const named = [...row.matchAll(/`((?:tests|src|server)\/[^`]+\.(?:test|spec)\.tsx?)`/g)].map(
      ([, file = ""]) => file,
    );
    expect(named, row).not.toEqual([]);
    for (const file of named) expect(existsSync(join(projectRoot, file)), file).toBe(true);
  }
});
