import { useMemo, useState } from "react";
import type { DriveFile } from "../file.ts";
import { nothing, type Selection, stillShown } from "./selection.ts";

/** The selection at one place: empty at every other, and only of files that are still shown. */
export function useSelection(placeKey: string, files: readonly DriveFile[]) {
  const [chosen, setChosen] = useState({ placeKey, selection: nothing });
  const ids = useMemo(() => files.map(({ id }) => id), [files]);
  const selection = chosen.placeKey === placeKey ? stillShown(chosen.selection, ids) : nothing;
  const selected = files.filter(({ id }) => selection.ids.has(id));
  return {
    selection,
    selected,
    onSelect: (next: Selection) => setChosen({ placeKey, selection: next }),
    clear: () => setChosen({ placeKey, selection: nothing }),
    /** What an action on this file applies to: the whole selection if the file is in it. */
    withSelection: (file: DriveFile) => (selection.ids.has(file.id) ? selected : [file]),
  };
}
