import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findStalePatches } from "./stale-patches.mjs";

const project = resolve(import.meta.dirname, "../..");
const patched = "node_modules/postgres/src/index.js";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "foyer-patches-"));
  await cp(join(project, "patches"), join(root, "patches"), { recursive: true });
  for (const file of [
    patched,
    "node_modules/postgres/src/connection.js",
    "node_modules/postgres/cjs/src/index.js",
    "node_modules/postgres/cjs/src/connection.js",
  ]) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await cp(join(project, file), join(root, file));
  }
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("an installation with every patch applied has no stale package", async () => {
  expect(await findStalePatches(root)).toEqual([]);
});

test.each([
  ["differs from its patched state", () => appendFile(join(root, patched), "// unpatched\n")],
  ["is missing", () => rm(join(root, patched))],
])("a package that %s is stale", async (_what, change) => {
  await change();
  expect(await findStalePatches(root)).toEqual(["node_modules/postgres"]);
});

test("a patch that changed after the installation makes its package stale", async () => {
  const file = join(root, "patches", "postgres+3.4.9.patch");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/^(index [0-9a-f]+\.\.)[0-9a-f]+/gm, "$1abcdef0"));
  expect(await findStalePatches(root)).toEqual(["node_modules/postgres"]);
});
