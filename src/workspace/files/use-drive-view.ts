import { useState } from "react";
import { byName, type Sorting } from "./list/sort-files.ts";

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
      // Storage full or forbidden: the setting lasts until the page is left.
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
