import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/**
 * The software bill of materials (CycloneDX 1.5, JSON) of the packages that `npm start` installs on
 * any platform. `npm sbom --omit=dev` also omits packages that development dependencies share, such
 * as react, so npm gets a project without development dependencies instead.
 * @param project the folder of package.json and package-lock.json.
 */
export async function createSbom(project: string): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), "foyer-sbom-"));
  try {
    // npm names the application after its folder.
    const folder = join(parent, "foyer");
    await mkdir(folder);
    const manifest = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    const lock = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8"));
    for (const root of [manifest, lock.packages[""]]) delete root.devDependencies;
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    await writeFile(join(folder, "package-lock.json"), JSON.stringify(lock));
    const format = ["--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
    const options = { cwd: folder, maxBuffer: 2 ** 26 };
    return (await execute("npm", ["sbom", ...format], options)).stdout;
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}
