import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../server/project-root.ts";
import { frozenSites, tooOldSites } from "../support/frozen-sites/thaw.ts";

test("every released version has a frozen site", () => {
  const changelog = readFileSync(join(projectRoot, "CHANGELOG.md"), "utf8");
  const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  expect([...tooOldSites, ...frozenSites]).toEqual(["adf7785", "4caa74f", ...released.reverse()]);
});
