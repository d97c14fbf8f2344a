import { type Folder, ROOT_NAME } from "./file.ts";
import { compareNames } from "./list/sort-files.ts";

/** One segment of the path to a folder; null is the root. */
export interface Crumb {
  id: string | null;
  name: string;
}

export interface TreeFolder extends Folder {
  depth: number;
  hasFolders: boolean;
}

/** The path from the root to a folder; null when it does not exist. */
export function crumbsTo(folderId: string | null, folders: readonly Folder[]): Crumb[] | null {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const crumbs: Crumb[] = [];
  for (let id = folderId; id !== null; ) {
    const folder = byId.get(id);
    // A cycle cannot be stored, but two reads of a changing tree can contain one.
    if (!folder || crumbs.length > folders.length) return null;
    crumbs.unshift({ id, name: folder.name });
    id = folder.parent_id;
  }
  return [{ id: null, name: ROOT_NAME }, ...crumbs];
}

/** The folders as a flattened tree, including only the contents of expanded folders. */
export function shownTree(folders: readonly Folder[], opened: ReadonlySet<string>): TreeFolder[] {
  const inside = byParent(folders);
  const shown: TreeFolder[] = [];
  const show = (parentId: string | null, depth: number) => {
    const here = [...(inside.get(parentId) ?? [])].sort(compareNames);
    for (const folder of here) {
      shown.push({ ...folder, depth, hasFolders: inside.has(folder.id) });
      if (opened.has(folder.id)) show(folder.id, depth + 1);
    }
  };
  show(null, 1);
  return shown;
}

/** Returns these folders and all their descendants, none of which is a valid move target. */
export function withBelow(ids: readonly string[], folders: readonly Folder[]): Set<string> {
  const inside = byParent(folders);
  const found = new Set(ids);
  for (const id of found) for (const below of inside.get(id) ?? []) found.add(below.id);
  return found;
}

function byParent(folders: readonly Folder[]): Map<string | null, Folder[]> {
  const inside = new Map<string | null, Folder[]>();
  for (const folder of folders) {
    const beside = inside.get(folder.parent_id);
    if (beside) beside.push(folder);
    else inside.set(folder.parent_id, [folder]);
  }
  return inside;
}
