import { type ChildProcess, spawn } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseAccount, makeAccessible } from "./binaries.ts";

let root: string;
let systemDir: string;
let running: ChildProcess | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "foyer-copies-"));
  await chmod(root, 0o755);
  systemDir = join(root, "system");
});
afterEach(async () => {
  running?.kill();
  await rm(root, { recursive: true, force: true });
});

/** A checkout that only root may enter, with a program in place of PostgreSQL. */
async function install(name: string, program: string) {
  const bin = join(root, name, "native", "bin");
  await mkdir(bin, { recursive: true });
  await chmod(join(root, name), 0o700);
  const binaries = { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
  for (const file of Object.values(binaries)) {
    await cp(program, file);
    await chmod(file, 0o755);
  }
  return binaries;
}

const copies = () => readdir(systemDir);

/** Sets the time of the last start of every copy. */
async function age(days: number) {
  const time = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  for (const name of await copies()) await utimes(join(systemDir, name), time, time);
}

describe.runIf(process.getuid?.() === 0)("as root", () => {
  const copy = async (name: string, program: string) =>
    makeAccessible(await install(name, program), databaseAccount(), systemDir);

  it("PostgreSQL is copied once for every installation of the same version", async () => {
    const first = await copy("first", "/bin/sleep");
    await rm(join(root, "first"), { recursive: true });
    expect(await copy("first", "/bin/sleep")).toEqual(first);
    expect(await copy("second", "/bin/sleep")).toEqual(first);
    expect(await copies()).toHaveLength(1);
  });

  it("a copy of PostgreSQL is removed once it has not been started for a day and does not run", async () => {
    const old = await copy("old", "/bin/sleep");
    await copy("new", "/bin/true");
    expect(await copies(), "started on the same day").toHaveLength(2);
    running = spawn(old.postgres, ["600"]);
    await age(2);
    await copy("new", "/bin/true");
    expect(await copies(), "still running").toHaveLength(2);
    const exit = new Promise((resolve) => running?.once("exit", resolve));
    running.kill();
    await exit;
    const { postgres } = await copy("new", "/bin/true");
    expect((await copies()).map((name) => join(systemDir, name, "bin", "postgres"))).toEqual([
      postgres,
    ]);
  });

  it("a copy of PostgreSQL that fails is reported with its reason", async () => {
    const { postgres } = await copy("first", "/bin/sleep");
    // Something else has its place.
    await rm(postgres);
    await expect(copy("first", "/bin/sleep")).rejects.toThrow(
      /^PostgreSQL could not be copied to .*\/binaries-\w+: ENOTEMPTY/,
    );
    await rm(systemDir, { recursive: true });
    await writeFile(systemDir, "");
    await expect(copy("first", "/bin/sleep")).rejects.toThrow("EEXIST");
  });
});
