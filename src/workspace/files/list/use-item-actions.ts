import { useMemo } from "react";
import { useLatest } from "../../../ui/hooks/use-latest.ts";
import type { DriveFile } from "../file.ts";
import type { FileActions } from "../file-commands.ts";
import { beginDrag } from "../use-drops.ts";
import { type ItemActions, titleOf } from "./file-item.tsx";
import { type Selection, toggle } from "./selection.ts";

interface ListState {
  actions: FileActions;
  files: readonly DriveFile[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  setMenu: (menu: { file: DriveFile; anchor: HTMLElement }) => void;
}

/** Callbacks for a single tile or row. The object is stable. */
export function useItemActions(state: ListState): ItemActions {
  const latest = useLatest(state);
  return useMemo(() => createItemActions(() => latest.current), [latest]);
}

function createItemActions(now: () => ListState): ItemActions {
  return {
    open: (file) => now().actions.open(file),
    download: (file) => now().actions.download([file]),
    trash: (file) => now().actions.trash([file]),
    restore: (file) => now().actions.restore([file]),
    menu: (file, anchor) => now().setMenu({ file, anchor }),
    toggle: (file) => now().onSelect(toggle(now().selection, file.id)),
    dragStart({ dataTransfer }, file) {
      const { files, selection } = now();
      const meant = selection.ids.has(file.id)
        ? files.filter(({ id }) => selection.ids.has(id))
        : [file];
      beginDrag(
        dataTransfer,
        meant.map(({ id }) => id),
        titleOf(meant),
      );
    },
  };
}
