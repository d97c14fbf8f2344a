import { safeName, sameName } from "../../../lib/files/safe-name.ts";
import type { SubtreeFile } from "../file.ts";
import { freeName } from "../file-names.ts";

/** A file or folder, its path inside an archive, and its date. */
export interface ZipEntry {
  path: string;
  file: SubtreeFile;
  lastModified: Date;
}

/**
 * Returns paths inside the archive that Windows, macOS and Linux can all create. Selected entries
 * are at the top; names that a system treats as equal are numbered.
 */
export function zipEntries(files: readonly SubtreeFile[]): ZipEntry[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  const pathOf = ({ id, parent_id, name, is_folder }: SubtreeFile): string => {
    const known = paths.get(id);
    if (known !== undefined) return known;
    const parent = byId.get(parent_id ?? "");
    const place = parent ? `${pathOf(parent)}/` : "";
    // The contents of deeper folders move to the top.
    const above = place.length > DEEPEST ? place.replace(/\/.*/s, "/") : place;
    const room = PATH_LENGTH - above.length;
    const wanted = safeName(name, is_folder ? room / 2 : room);
    const path = above + freeName(wanted, (one) => taken.has(sameName(above + one)));
    taken.add(sameName(path));
    paths.set(id, path);
    return path;
  };
  return files.map((file) => {
    const path = pathOf(file);
    const time = new Date(file.updated_at).getTime();
    const lastModified = new Date(Math.min(Math.max(time, FIRST_DATE), LAST_DATE));
    return { path: file.is_folder ? `${path}/` : path, file, lastModified };
  });
}

/** Windows allows 260 characters, including the folder that the archive is unpacked to. */
const PATH_LENGTH = 210;
const DEEPEST = 160;

/** First and last date that a zip can store. */
const FIRST_DATE = new Date(1980, 0, 1).getTime();
const LAST_DATE = new Date(2107, 11, 31).getTime();
