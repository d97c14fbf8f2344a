import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { pack } from "../../scripts/release/pack.ts";
import { connect } from "../../server/database/connect.ts";
import { projectRoot } from "../../server/project-root.ts";
import { postMessage, readDatabaseUrl } from "../lifecycle/server-state.ts";
import { SETTINGS } from "../support/frozen-sites/live.ts";
import { expectRows } from "../support/frozen-sites/rows.ts";
import { frozenSites, thawSite } from "../support/frozen-sites/thaw.ts";
import { type BuiltServerOptions, startBuiltServer } from "../support/sites/built-server.ts";
import { owner } from "../support/sites/built-site.ts";
import { clientFor } from "../support/sites/gateway.ts";
import { nodeOf } from "./node-of.ts";

const execute = promisify(execFile);

/** Debian's account for programs that own no files. */
const nobody = { uid: 65_534, gid: 65_534 };
/** Removed from the commands' environment, because a folder's own settings are tried. */
const { FOYER_DATA_DIR: _, FOYER_PUBLIC_URL: __, ...environment } = process.env;

const cleanups: (() => Promise<unknown>)[] = [];
let parent: string;
let file: string;
/** The folder that npm installs into, as `/usr/local`. */
let prefix: string;
/** The current folder of the commands. */
let folder: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "foyer-release-"));
  await chmod(parent, 0o755);
  file = await pack(projectRoot, parent);
  prefix = join(parent, "prefix");
  await install(file);
}, 1_200_000);
afterAll(() => rm(parent, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(parent, "folder-"));
  await chmod(folder, 0o777);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Installs as documented, into the test's folder. */
function install(release: string, ...options: string[]) {
  const words = ["install", "--global", "--prefix", prefix, "--prefer-offline", ...options];
  return execute("npm", [...words, release], { cwd: parent });
}
const installation = () => join(prefix, "lib/node_modules/foyer");

async function start(options: BuiltServerOptions = {}) {
  const command = ["bin/foyer.mjs", "start"] as const;
  const server = await startBuiltServer({
    ...{ checkout: installation(), command, cwd: folder, dataDir: join(folder, "data") },
    ...options,
  });
  cleanups.push(server.stop);
  expect(await (await fetch(server.origin)).text()).toContain('id="foyer-config"');
  return server;
}

/** Runs a command of the installation in the test's folder. @returns its output. */
async function foyer(args: string[], env: Record<string, string> = {}): Promise<string> {
  // As in a script of a package that npm runs from another folder.
  const options = { cwd: folder, env: { ...environment, INIT_CWD: prefix, ...env } };
  const { stdout, stderr } = await execute(join(prefix, "bin/foyer"), args, options);
  return stdout + stderr;
}

it("a release installs at most 25 packages and 150 MB, without those of the build", async () => {
  const manifests = await readdir(prefix, { recursive: true });
  const packages = manifests.flatMap(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1] ?? [],
  );
  const { stdout } = await execute("du", ["-sm", prefix]);
  const megabytes = Number.parseInt(stdout, 10);
  console.log(`${packages.length} packages, ${megabytes} MB: ${packages.sort().join(" ")}`);
  expect(packages).toContain("sharp");
  expect(packages.length).toBeLessThanOrEqual(25);
  expect(megabytes).toBeLessThanOrEqual(150);
  const build = ["vite", "rolldown", "tailwindcss", "typescript", "patch-package", "hono"];
  expect(packages.filter((name) => build.includes(name))).toEqual([]);
});

it("an installed release has its data in the current folder, and its commands find the site there", async () => {
  const server = await start({ env: { FOYER_DATA_DIR: "" } });
  expect(server.output()).toContain("Create one with: foyer owner");
  // The share image needs the bundled Satori, sharp, and the fonts' files.
  const page = await (await fetch(server.origin)).text();
  const [, image = ""] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? [];
  expect((await fetch(image)).headers.get("content-type")).toBe("image/png");

  expect(await foyer(["backup", "--out", "site.tar"])).toContain("site.tar");
  expect(await readdir(folder)).toEqual(["data", "site.tar"]);
  const restored = { FOYER_DATA_DIR: join(folder, "restored") };
  expect(await foyer(["restore", "site.tar"], restored)).toMatch(/Restored \d+ rows/);
  expect(await foyer(["upgrade"], restored)).toContain("there is nothing to upgrade");

  await expect(foyer(["doctor"])).rejects.toThrow("Deploy one with foyer deploy");
  const doctor = foyer(["doctor"], { FOYER_PUBLIC_URL: server.origin });
  await expect(doctor).rejects.toMatchObject({
    stdout: expect.stringContaining("The page reads from the project"),
  });
  expect(await foyer(["deploy", "--dry-run"])).toContain("Build the site: foyer build");
  await expect(foyer(["nonsense"])).rejects.toMatchObject({ code: 2 });
});

it("an installed release builds the static site of a project", async () => {
  const server = await start();
  const { publishableKey } = await server.secrets();
  const project = {
    VITE_SUPABASE_URL: server.origin,
    VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey,
  };
  await foyer(["build", "--require-content"], {
    ...project,
    FOYER_PUBLIC_URL: "https://ada.example",
  });
  const page = await readFile(join(folder, "dist/client/index.html"), "utf8");
  expect(page).toContain('"https://ada.example/"');
  const files = [...page.matchAll(/\.\/(assets\/[\w-]+\.\w+)/g)].map(([, path = ""]) => path);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((path) => !existsSync(join(folder, "dist/client", path)))).toEqual([]);
});

it.each(["22", "24"])("an installed release signs in its owner on Node.js %s", async (major) => {
  const env = { FOYER_OWNER_EMAIL: owner.email, FOYER_OWNER_PASSWORD: owner.password };
  const server = await start({ node: nodeOf(major), env });
  const { auth } = clientFor(server.origin, (await server.secrets()).publishableKey);
  expect((await auth.signInWithPassword(owner)).error).toBeNull();
});

it.each(frozenSites)("an installed release opens a site of %s with every row", async (name) => {
  const site = await thawSite(name);
  cleanups.push(site.remove);
  await start({ dataDir: site.dataDir, env: SETTINGS });
  const sql = connect(await readDatabaseUrl(site.dataDir), { max: 1 });
  await expectRows(sql, site.rows).finally(() => sql.end());
});

it("an installed release starts for an ordinary user, and for root in folders that only root may enter", async () => {
  const server = await start({ account: nobody });
  await postMessage(server, "from an ordinary user");
  await server.stop();
  await chmod(parent, 0o700);
  const dataDir = join(folder, "roots-data");
  const asRoot = await start({ dataDir }).finally(() => chmod(parent, 0o755));
  const place = /The database is in (\/var\/lib\/foyer\/\w+), because the account "postgres"/;
  const moved = place.exec(asRoot.output())?.[1];
  expect(moved).toBeDefined();
  await asRoot.stop();
  for (const suffix of ["", ".log", ".data-directory"]) {
    await rm(`${moved}${suffix}`, { recursive: true, force: true });
  }
});

it("a release is installed over a running one, which answers until it is restarted", async () => {
  const server = await start();
  await postMessage(server, "before");
  const next = join(parent, "next");
  await mkdir(next);
  await execute("tar", ["-xzf", file, "-C", next]);
  const manifest = join(next, "package/package.json");
  const { version, ...rest } = JSON.parse(await readFile(manifest, "utf8"));
  await writeFile(manifest, JSON.stringify({ ...rest, version: "99.0.0" }));
  await execute("tar", ["-czf", join(parent, "foyer-99.0.0.tgz"), "-C", next, "package"]);
  // npm may run no scripts of packages, as those that it does not know.
  await install(join(parent, "foyer-99.0.0.tgz"), "--ignore-scripts");

  await postMessage(server, "during");
  expect((await fetch(`${server.origin}/cv`)).status).toBe(200);
  await server.stop();
  const updated = await start();
  const sql = connect(await readDatabaseUrl(updated.dataDir), { max: 1 });
  const rows = await sql`select subject from messages where subject in ('before', 'during')`;
  await sql.end();
  expect(rows).toHaveLength(2);
  await foyer(["backup", "--out", "site.tar"]);
  const { stdout } = await execute("tar", ["-xOf", join(folder, "site.tar"), "manifest.json"]);
  expect(stdout).toContain('"99.0.0"');
  expect(version).not.toBe("99.0.0");
});
