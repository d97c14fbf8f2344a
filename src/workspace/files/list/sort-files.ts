import { useMemo, useState } from "react";
import { firstIndex } from "../../../lib/first-index.ts";
import { once } from "../../../lib/once.ts";

export type SortColumn = "name" | "size" | "updated_at";

export interface Sorting {
  column: SortColumn;
  descending: boolean;
}

export const byName: Sorting = { column: "name", descending: false };
export const latestFirst: Sorting = { column: "updated_at", descending: true };

interface Sortable {
  id: string;
  name: string;
  is_folder: boolean;
  size: number | null;
  updated_at: string;
}

/** Sorts a copy: folders first, then as requested; ties by name. */
export function sortFiles<File extends Sortable>(files: readonly File[], sorting: Sorting): File[] {
  return [...files].sort(comparisonOf(sorting));
}

function comparisonOf(sorting: Sorting): (one: Sortable, other: Sortable) => number {
  const sign = sorting.descending ? -1 : 1;
  const compare = comparisons[sorting.column];
  return (one, other) =>
    Number(other.is_folder) - Number(one.is_folder) ||
    sign * compare(one, other) ||
    compareNames(one, other) ||
    (one.id < other.id ? -1 : 1);
}

/** Number of files up to which each is inserted at its place. */
const MOST_INSERTED = 100;

/**
 * Sorts a list that changes little: comparing all names of ten thousand files takes 30 ms, those of
 * sorted ones 10 ms, and the place of one a few microseconds.
 */
export function createSorter<File extends Sortable>() {
  let sorted: File[] = [];
  let known = new Set<File>();
  let sortedBy: Sorting | undefined;
  return (files: readonly File[] = [], sorting: Sorting): File[] => {
    const added = files.filter((file) => !known.has(file));
    for (const file of added) known.add(file);
    const isSame = files.length === known.size;
    if (!isSame) known = new Set(files);
    const kept = isSame ? [...sorted] : sorted.filter((file) => known.has(file));
    if (sortedBy === sorting && added.length <= MOST_INSERTED) {
      const compare = comparisonOf(sorting);
      for (const file of added) {
        const at = firstIndex(kept.length, (index) => compare(file, kept[index] as File) < 0);
        kept.splice(at, 0, file);
      }
      sorted = kept;
    } else sorted = sortFiles([...kept, ...added], sorting);
    sortedBy = sorting;
    return sorted;
  };
}

/** `sortFiles` for a list that is sorted again after each change; undefined is empty. */
export function useSortedFiles<File extends Sortable>(
  files: readonly File[] | undefined,
  sorting: Sorting,
): File[] {
  const [sort] = useState(createSorter<File>);
  return useMemo(() => sort(files, sorting), [sort, files, sorting]);
}

// Cached, because creating a collator per comparison takes seconds for ten thousand names.
const collator = once(() => new Intl.Collator("en-US", { numeric: true }));

/** Compares names by letters, not by code: apple, Äpfel, img2, img10, Zebra. */
export const compareNames = (one: { name: string }, other: { name: string }) =>
  collator().compare(one.name, other.name);

const comparisons: Record<SortColumn, (one: Sortable, other: Sortable) => number> = {
  name: compareNames,
  size: (one, other) => (one.size ?? -1) - (other.size ?? -1),
  updated_at: (one, other) =>
    one.updated_at < other.updated_at ? -1 : one.updated_at > other.updated_at ? 1 : 0,
};

export type DriveView = "grid" | "list";

interface StoredView {
  view: DriveView;
  sorting: Sorting;
}

/** The view and sort order, stored per browser. */
export function useDriveView() {
  const [stored, setStoredView] = useState(read);
  const set = (part: Partial<StoredView>) => {
    const next = { ...stored, ...part };
    setStoredView(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Storage may be full or forbidden: the setting then lasts until the page is left.
    }
  };
  return {
    ...stored,
    setView: (view: DriveView) => set({ view }),
    setSorting: (sorting: Sorting) => set({ sorting }),
  };
}

const KEY = "foyer-drive-view";

function read(): StoredView {
  try {
    const { view, sorting } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<StoredView>;
    const columns = ["name", "size", "updated_at"];
    return {
      view: view === "list" ? "list" : "grid",
      sorting: sorting && columns.includes(sorting.column) ? sorting : byName,
    };
  } catch {
    return { view: "grid", sorting: byName };
  }
}
