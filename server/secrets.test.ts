import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateSecrets, loadSecrets, SecretsError } from "./secrets.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "foyer-secrets-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test("secrets are created once, readable only by their owner, and reused", async () => {
  const dataDir = join(root, "first");
  const made = await loadSecrets(dataDir);
  expect((await stat(join(dataDir, "secrets.json"))).mode & 0o777).toBe(0o600);
  expect(await loadSecrets(dataDir)).toEqual(made);
  expect(new Set(Object.values(made)).size).toBe(4);
});

test("twenty concurrent starts end up with the same secrets", async () => {
  const dataDir = join(root, "race");
  const all = await Promise.all(Array.from({ length: 20 }, () => loadSecrets(dataDir)));
  expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
});

test.each([
  ["half a file", '{"jwtSecret": "abc'],
  ["a placeholder", JSON.stringify({ ...generateSecrets(), jwtSecret: "super-secret-jwt-token" })],
  ["a missing key", JSON.stringify({ ...generateSecrets(), secretKey: undefined })],
])("damaged secrets are rejected and left unchanged: %s", async (name, text) => {
  const dataDir = await mkdtemp(join(root, "damaged-"));
  const path = join(dataDir, "secrets.json");
  await writeFile(path, text);
  const loading = loadSecrets(dataDir);
  await expect(loading, name).rejects.toThrow(SecretsError);
  await expect(loading).rejects.toThrow(/^\S+secrets\.json is damaged\. Restore it from a backup/);
  expect(await readFile(path, "utf8")).toBe(text);
});
