import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { startBuiltServer } from "../support/sites/built-server.ts";

const root = resolve(import.meta.dirname, "../..");
/** Created by an install, a build, a run or a test, and therefore missing in a fresh checkout. */
const made = new Set([".git", "node_modules", "dist", "data", "test-results"]);

test("a fresh checkout installs at most 405 MB, builds and starts without the tests' packages", async () => {
  const checkout = await mkdtemp(join(tmpdir(), "foyer-fresh-"));
  try {
    await cp(root, checkout, { recursive: true, filter: (path) => !made.has(basename(path)) });
    const server = await startBuiltServer({ checkout });
    try {
      expect(await (await fetch(server.origin)).text()).toContain('id="foyer-config"');
      expect(server.output()).toMatch(/^Installing the locked dependencies \(\d+ packages\) …$/m);
      expect(server.output()).not.toMatch(/npm (warn|notice)/);
      expect(existsSync(join(checkout, "node_modules/vitest"))).toBe(false);
      const [megabytes] = execFileSync("du", ["-sm", "node_modules"], {
        cwd: checkout,
        encoding: "utf8",
      }).split("\t");
      expect(Number(megabytes)).toBeLessThanOrEqual(405);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(checkout, { recursive: true, force: true });
  }
}, 300_000);
