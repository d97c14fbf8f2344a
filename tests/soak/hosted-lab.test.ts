import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const script = resolve(import.meta.dirname, "../hosted/lab/check.mjs");

test("the hosted-style Supabase passes its own checks", () => {
  const { stdout, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  expect(stdout, stderr).toMatch(/^[1-9]\d* passed, 0 failed/m);
});
