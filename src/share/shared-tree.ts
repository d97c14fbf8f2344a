import type { OpenedShare, SharedEntry } from "../../supabase/functions/open-share/contract.ts";
import { compareNames } from "../workspace/files/list/sort-files.ts";

/** The entries of a link as a tree; null if the shared entry itself is missing. */
export function createTree({ root, entries }: OpenedShare) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const shared = byId.get(root);
  if (!shared) return null;
  const children = new Map<string, SharedEntry[]>();
  for (const entry of entries.toSorted(inOrder)) {
    if (entry.parent === null) continue;
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  const childrenOf = (folder: string): readonly SharedEntry[] => children.get(folder) ?? [];
  return {
    root: shared,
    /** Folders first, then by name, as in the drive. */
    childrenOf,
    /** A folder and everything below it. */
    within(folder: SharedEntry): SharedEntry[] {
      const found = [folder];
      for (const { id } of found) found.push(...childrenOf(id));
      return found;
    },
    /** Folders from the shared root to this one; null for a folder that is not shared. */
    pathTo(folder: string): SharedEntry[] | null {
      const path: SharedEntry[] = [];
      let entry = byId.get(folder);
      if (!entry?.isFolder) return null;
      for (; entry; entry = entry.parent === null ? undefined : byId.get(entry.parent)) {
        path.unshift(entry);
      }
      return path;
    },
  };
}

function inOrder(one: SharedEntry, other: SharedEntry): number {
  return Number(other.isFolder) - Number(one.isFolder) || compareNames(one, other);
}
