import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ReleaseError, sectionOf } from "./changelog.ts";
import { createSbom } from "./sbom.ts";

/**
 * Writes the files for a release page into `<folder>/release`: the bill of materials
 * (`foyer-<version>.cdx.json`) and the changelog's section (`notes.md`).
 * @throws {ReleaseError} for a version without a section in the changelog.
 */
export async function writeReleaseFiles(folder: string, version: string): Promise<void> {
  const notes = sectionOf(await readFile(join(folder, "CHANGELOG.md"), "utf8"), version);
  if (notes === null) throw new ReleaseError(`CHANGELOG.md has no section for ${version}.`);
  const target = join(folder, "release");
  await mkdir(target, { recursive: true });
  await writeFile(join(target, `foyer-${version}.cdx.json`), await createSbom(folder));
  await writeFile(join(target, "notes.md"), `${notes}\n`);
}
