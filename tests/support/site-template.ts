import { execFile } from "node:child_process";
import { access, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startBuiltServer, temporaryDataDir } from "./built-server.ts";

const run = promisify(execFile);

/** Tells the workers of a run where its templates are. */
const FOLDER = "FOYER_TEST_TEMPLATES";

/**
 * Keeps a data directory as the built server leaves it after its first start, one for each of these
 * environments, by name. Creating a cluster and migrating it is most of what a first start costs,
 * and tests/lifecycle looks at it; the sites of browser tests start on copies.
 * @returns removes them.
 */
export async function createTemplates(
  environments: Record<string, Record<string, string>>,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-templates-"));
  for (const [name, env] of Object.entries(environments)) {
    const dataDir = await temporaryDataDir();
    const server = await startBuiltServer({ dataDir, env });
    await server.stop();
    await rename(dataDir, join(folder, name));
  }
  process.env[FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** A temporary data directory: a copy of the template of this name, empty where there is none. */
export async function copyTemplate(name: string): Promise<string> {
  const dataDir = await temporaryDataDir();
  const template = join(process.env[FOLDER] ?? "", name);
  const exists =
    process.env[FOLDER] &&
    (await access(template).then(
      () => true,
      () => false,
    ));
  // Owners and modes must stay, which Node's own copy does not promise.
  if (exists) await run("cp", ["-a", "--reflink=auto", `${template}/.`, dataDir]);
  return dataDir;
}
