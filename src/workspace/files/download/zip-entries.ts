import type { SubtreeFile } from "../file.ts";
import { freeName } from "../file-names.ts";

/** A file or folder with its place inside an archive. */
export interface ZipEntry {
  path: string;
  file: SubtreeFile;
}

/**
 * Where everything lies in the archive: what was chosen at the top, under different names even if it
 * came from folders where it had the same one.
 * @param files parents before what is in them.
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

/** A name is one step of a path: on any system it must not become two. */
function safe(name: string): string {
  return name.replace(/[/\\]/g, "_");
}
