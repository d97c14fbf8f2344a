import type { OpenedShare, SharedEntry } from "../../supabase/functions/open-share/contract.ts";
import { type SortColumn, sortFiles } from "../workspace/files/list/sort-files.ts";

/** The entries of a link as a tree; null if the shared entry itself is missing. */
export function createTree({ root, entries, sorting }: OpenedShare) {
  const column = sorting.replace("-", "") as SortColumn;
  const sorted = sortFiles(
    entries.map((entry) => {
      return { ...entry, is_folder: entry.isFolder, updated_at: entry.updatedAt };
    }),
    { column, descending: sorting.startsWith("-") },
  );
  const byId = new Map<string, SharedEntry>(sorted.map((entry) => [entry.id, entry]));
  const shared = byId.get(root);
  if (!shared) return null;
  const children = new Map<string, SharedEntry[]>();
  for (const entry of sorted) {
    if (entry.parent === null) continue;
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  const childrenOf = (folder: string): readonly SharedEntry[] => children.get(folder) ?? [];
  return {
    root: shared,
    /** Folders first, in the order of the link. */
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
