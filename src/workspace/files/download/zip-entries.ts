import type { SubtreeFile } from "../file.ts";
import { freeName } from "../file-names.ts";

/** A file or folder and its path inside an archive. */
export interface ZipEntry {
  path: string;
  file: SubtreeFile;
}

/**
 * The paths inside the archive: selected entries at the top, renamed where they have the same name.
 * @param files parents before their children.
 */
export function zipEntries(files: readonly SubtreeFile[]): ZipEntry[] {
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  return files.map((file) => {
    const above = file.parent_id === null ? undefined : paths.get(file.parent_id);
    const wanted = above === undefined ? safe(file.name) : `${above}/${safe(file.name)}`;
    const path = freeName(wanted, (one) => taken.has(one));
    taken.add(path);
    paths.set(file.id, path);
    return { path: file.is_folder ? `${path}/` : path, file };
  });
}

/** A name is one path segment and must stay one on every system. */
function safe(name: string): string {
  return name.replace(/[/\\]/g, "_");
}
