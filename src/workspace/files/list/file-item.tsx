import { Download, EllipsisVertical, Trash2, Undo2 } from "lucide-react";
import type { DragEvent, MouseEvent } from "react";
import { formatSize } from "../../../lib/file-size.ts";
import { shorten } from "../../../lib/shorten.ts";
import { IconButton } from "../../../ui/button.tsx";
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
const withoutBubbling = (act: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  act();
};

/** Characters of a name in a notification. */
const SHOWN_NAME = 40;

/** The actions of the tile or row under the pointer; on touch devices, one button for the menu. */
export function ItemTools({ file, current, trash, actions }: FileItemProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the item from opening.
    <div
      className={`flex rounded ${HIDDEN} has-[[aria-expanded=true]]:opacity-100`}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {!file.is_folder && !trash && (
        <IconButton
          label={`Download: ${file.name}`}
          title="Download"
          tabIndex={-1}
          className="size-9! pointer-coarse:hidden!"
          onClick={withoutBubbling(() => actions.download(file))}
        >
          <Download aria-hidden="true" />
        </IconButton>
      )}
      {trash ? (
        <IconButton
          label={`Restore: ${file.name}`}
          title="Restore"
          tabIndex={-1}
          className="size-9! pointer-coarse:hidden!"
          onClick={withoutBubbling(() => actions.restore(file))}
        >
          <Undo2 aria-hidden="true" />
        </IconButton>
      ) : (
        <IconButton
          label={`Move to trash: ${file.name}`}
          title="Move to trash"
          tabIndex={-1}
          className="size-9! pointer-coarse:hidden!"
          onClick={withoutBubbling(() => actions.trash(file))}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        label={`More: ${file.name}`}
        title="More"
        aria-haspopup="menu"
        tabIndex={current ? 0 : -1}
        className="size-9! pointer-coarse:size-10!"
        onClick={(event) => {
          event.stopPropagation();
          actions.menu(file, event.currentTarget);
        }}
      >
        <EllipsisVertical aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** The checkbox that selects a file without the keyboard. */
export function ItemCheckbox({ file, selected, actions }: FileItemProps) {
  return (
    <input
      type="checkbox"
      aria-label={`Select: ${file.name}`}
      tabIndex={-1}
      checked={selected}
      className={`size-[1.125rem] accent-(--color-accent) ${selected ? "" : HIDDEN}`}
      onChange={() => actions.toggle(file)}
      onClick={(event) => {
        event.stopPropagation();
        // Keyboard focus returns to the item.
        event.currentTarget.closest<HTMLElement>("[data-file]")?.focus({ preventScroll: true });
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}

const HIDDEN =
  "opacity-0 group-hover/item:opacity-100 group-focus-within/item:opacity-100 pointer-coarse:opacity-100";
