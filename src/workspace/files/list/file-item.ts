import type { DragEvent, MouseEvent } from "react";
import { formatSize } from "../../../lib/file-size.ts";
import { shorten } from "../../../lib/shorten.ts";
import type { DriveFile } from "../file.ts";
import { kindOf, kinds } from "../file-kind.ts";

/** The callbacks of all items; kept stable, since thousands of items receive them. */
export interface ItemActions {
  open: (file: DriveFile) => void;
  download: (file: DriveFile) => void;
  trash: (file: DriveFile) => void;
  restore: (file: DriveFile) => void;
  menu: (file: DriveFile, anchor: HTMLElement) => void;
  toggle: (file: DriveFile) => void;
  dragStart: (event: DragEvent<HTMLElement>, file: DriveFile) => void;
}

export interface FileItemProps {
  file: DriveFile;
  /** The only item in the tab order. */
  current: boolean;
  selected: boolean;
  trash: boolean;
  actions: ItemActions;
  onClick: (event: MouseEvent, file: DriveFile) => void;
}

/** Attributes of a file's element, tile or row. */
export function itemAttributes({
  file,
  current,
  selected,
  trash,
  actions,
  onClick,
}: FileItemProps) {
  return {
    "data-file": file.id,
    ...(file.is_folder && !trash && { "data-drop-folder": file.id }),
    tabIndex: current ? 0 : -1,
    "aria-selected": selected,
    draggable: !trash,
    onDragStart: (event: DragEvent<HTMLElement>) => actions.dragStart(event, file),
    onClick: (event: MouseEvent) => onClick(event, file),
    onDoubleClick: () => actions.open(file),
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault();
      actions.menu(
        file,
        event.currentTarget.querySelector("[aria-haspopup]") ?? event.currentTarget,
      );
    },
  };
}

/** A file's accessible name. */
export function labelOf(file: DriveFile): string {
  const { name } = kinds[kindOf(file)];
  return `${file.name}, ${name}${file.is_folder ? "" : `, ${formatSize(file.size)}`}`;
}

/** A readable name for several files. */
export function titleOf(files: readonly DriveFile[]): string {
  const [first] = files;
  return files.length === 1 && first
    ? `“${shorten(first.name, SHOWN_NAME)}”`
    : `${files.length} items`;
}

/** Prevents a click on a part of an item from also clicking the item. */
export const withoutBubbling = (act: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  act();
};

/** Characters of a name in a notification. */
const SHOWN_NAME = 40;
