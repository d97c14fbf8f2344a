import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../../server/project-root.ts";

/** Everything that `npm run build` and `npm run deploy` read, without their output. */
const SOURCES = ["package.json", "package-lock.json", "public", "scripts", "server", "src"].concat([
  "shared",
  "supabase",
  "tsconfig.json",
  "vite.config.ts",
]);

interface LockedPackage {
  dev?: boolean;
  peer?: boolean;
}

/** A copy of the checkout in which a test may build and deploy. The caller deletes it. */
export async function copyCheckout(): Promise<string> {
  const folder = await copySources();
  await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/**
 * A copy of the built checkout from which every account may start the server. It contains exactly
 * the packages that `npm start` installs, as hard links where the file system supports them. The
 * caller deletes it.
 */
export async function copyRuntimeCheckout(): Promise<string> {
  const folder = await copySources();
  await chmod(folder, 0o755);
  copyInto(folder, ["-a"], ["dist"]);
  const lock = readLock();
  const packages = Object.entries(lock.packages).filter(([path]) => path && exists(path));
  const runtime = packages.filter(([, entry]) => isRuntime(entry));
  const folders = runtime.map(([path]) => path).filter(isTopLevel);
  try {
    copyInto(folder, ["-al", "--parents"], folders);
  } catch {
    copyInto(folder, ["-a", "--parents"], folders);
  }
  // The package is nested inside a needed one.
  const nested = packages.filter(([path, entry]) => !isTopLevel(path) && !isRuntime(entry));
  for (const [path] of nested) await rm(join(folder, path), { recursive: true, force: true });
  const installed = { ...lock, packages: Object.fromEntries(runtime) };
  await writeFile(join(folder, "node_modules/.package-lock.json"), JSON.stringify(installed));
  return folder;
}

function readLock(): { packages: Record<string, LockedPackage> } {
  return JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8"));
}

async function copySources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-checkout-"));
  copyInto(folder, ["-a"], SOURCES);
  copyInto(folder, ["-a", "--parents"], ["docs/examples"]);
  return folder;
}

function copyInto(folder: string, options: string[], paths: string[]): void {
  execFileSync("cp", [...options, ...paths, folder], { cwd: projectRoot, stdio: "pipe" });
}

/** Whether npm installs it with `--omit=dev --omit=peer`. */
const isRuntime = ({ dev, peer }: LockedPackage) => !dev && !peer;

const isTopLevel = (path: string) => path.lastIndexOf("node_modules/") === 0;

/** Packages of other platforms are locked, but not installed. */
const exists = (path: string) => existsSync(join(projectRoot, path));
