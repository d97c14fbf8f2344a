import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../server/project-root.ts";

const DIGEST_FILE = "supabase/functions/_shared/source-digest.ts";

/** The folders with the functions' sources. */
const FOLDERS = ["supabase/functions", "shared"];

/** A digest of the sources of the edge functions, the same in every checkout of a version. */
export async function digestFunctions(): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of FOLDERS) {
    const paths = await readdir(join(projectRoot, folder), { recursive: true });
    for (const path of paths.map((one) => one.replaceAll("\\", "/")).sort()) {
      if (!/(?<!\.test)\.(ts|json)$/.test(path)) continue;
      const text = await readFile(join(projectRoot, folder, path));
      hash.update(`${folder}/${path} ${text.length}\n`).update(text);
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * Makes a copy of `supabase/`, linked like the checkout, whose functions contain the digest of
 * their sources, and removes it afterwards.
 * @param work gets the folder that contains the copy.
 */
export async function withDigest(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-functions-"));
  try {
    await copySources(folder);
    const file = join(folder, DIGEST_FILE);
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace('"unknown"', JSON.stringify(await digestFunctions())));
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies the files that the Supabase CLI reads, without paths of this form. */
export async function copySources(folder: string, except?: RegExp): Promise<void> {
  for (const part of ["supabase", "shared"]) {
    const filter = (path: string) => !except?.test(path.slice(projectRoot.length));
    await cp(join(projectRoot, part), join(folder, part), { recursive: true, filter });
  }
  // The CLI has linked the current folder, which is not that of an installed release.
  const link = join("supabase", ".temp");
  if (existsSync(link)) await cp(link, join(folder, link), { recursive: true });
}
