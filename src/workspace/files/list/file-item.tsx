import { Download, EllipsisVertical, Share2, Star, Trash2, Undo2 } from "lucide-react";
import type { DragEvent, MouseEvent } from "react";
import { formatSize } from "../../../lib/file-size.ts";
import { formatCount } from "../../../lib/format.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/field.tsx";
import type { DriveFile } from "../file.ts";
import type { FileActions } from "../file-actions.ts";
import { kindOf, kinds } from "../file-kind.ts";

export interface FileItemProps {
  file: DriveFile;
  /** How many items a folder has; undefined for files, empty folders, and until known. */
  items: number | undefined;
  /** Whether a link opens it. */
  shared: boolean;
  /** The only item in the tab order. */
  current: boolean;
  selected: boolean;
  trash: boolean;
  actions: FileActions;
  onClick: (event: MouseEvent, file: DriveFile) => void;
}

/** Attributes of a file's element, tile or row. */
export function itemAttributes(props: FileItemProps) {
  const { file, current, selected, trash, actions, onClick } = props;
  return {
    "aria-label": labelOf(props),
    "data-file": file.id,
    ...(file.is_folder && !trash && { "data-drop-folder": file.id }),
    tabIndex: current ? 0 : -1,
    "aria-selected": selected,
    draggable: !trash,
    onDragStart: (event: DragEvent<HTMLElement>) => actions.startDrag(event, file),
    onClick: (event: MouseEvent) => onClick(event, file),
    onDoubleClick: () => actions.open(file),
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault();
      const item = event.currentTarget;
      actions.openMenu(file, item.querySelector<HTMLElement>("[aria-haspopup]") ?? item);
    },
  };
}

function labelOf(props: Pick<FileItemProps, "file" | "items" | "shared">): string {
  const { file, items, shared } = props;
  const isSized = !file.is_folder || items !== undefined;
  const size = isSized ? [sizeOf(props)] : [];
  const starred = file.starred_at ? ["starred"] : [];
  return [
    file.name,
    kinds[kindOf(file)].name,
    ...size,
    ...starred,
    ...(shared ? ["shared"] : []),
  ].join(", ");
}

interface FilePictureProps {
  src: string;
  onError: () => void;
  className: string;
}

/** The thumbnail of a file, whole. Its name stands beside it. */
export function FilePicture({ className, ...props }: FilePictureProps) {
  return (
    <img
      alt=""
      draggable={false}
      decoding="async"
      className={`${className} object-contain`}
      {...props}
    />
  );
}

export function ItemMarks({ file, shared }: Pick<FileItemProps, "file" | "shared">) {
  const look = "size-3.5 shrink-0 self-center";
  return (
    <>
      {file.starred_at && <Star className={`${look} fill-current text-accent`} />}
      {shared && <Share2 className={`${look} text-soft`} />}
    </>
  );
}

/** A file's size, or how many items a folder has. */
export function sizeOf({ file, items }: Pick<FileItemProps, "file" | "items">): string {
  if (items === undefined) return formatSize(file.size);
  return `${formatCount(items)} ${items === 1 ? "item" : "items"}`;
}

/** The actions of the tile or row under the pointer; on touch devices, one button for the menu. */
export function ItemTools({ file, current, trash, actions }: FileItemProps) {
  const tools = [
    ...(file.is_folder || trash
      ? []
      : [{ title: "Download", Icon: Download, run: actions.download }]),
    trash
      ? { title: "Restore", Icon: Undo2, run: actions.restore }
      : { title: "Move to trash", Icon: Trash2, run: actions.trash },
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the item from opening.
    <div
      className={`flex rounded ${HIDDEN} has-[[aria-expanded=true]]:opacity-100`}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {tools.map(({ title, Icon, run }) => (
        <IconButton
          key={title}
          label={`${title}: ${file.name}`}
          icon={Icon}
          title={title}
          tabIndex={-1}
          className="size-9! pointer-coarse:hidden!"
          onClick={(event) => {
            event.stopPropagation();
            run([file]);
          }}
        />
      ))}
      <IconButton
        label={`More: ${file.name}`}
        icon={EllipsisVertical}
        title="More"
        aria-haspopup="menu"
        tabIndex={current ? 0 : -1}
        className="size-9! pointer-coarse:size-11!"
        onClick={(event) => {
          event.stopPropagation();
          actions.openMenu(file, event.currentTarget);
        }}
      />
    </div>
  );
}

/** The checkbox that selects a file without the keyboard. */
export function ItemCheckbox({ file, selected, actions }: FileItemProps) {
  return (
    <Checkbox
      wrap="pointer-coarse:-m-[0.8125rem] pointer-coarse:size-11"
      aria-label={`Select: ${file.name}`}
      tabIndex={-1}
      checked={selected}
      className={selected ? "" : HIDDEN}
      onChange={() => actions.toggle(file)}
      // Keyboard focus returns to the item.
      onClick={({ currentTarget }) =>
        currentTarget.closest<HTMLElement>("[data-file]")?.focus({ preventScroll: true })
      }
    />
  );
}

const HIDDEN =
  "opacity-0 group-hover/item:opacity-100 group-focus-within/item:opacity-100 pointer-coarse:opacity-100";

/** A background for what covers a tile's picture, as long as it is shown. */
export const OVER_PICTURE = `rounded bg-surface/85 has-[:checked]:opacity-100 has-[[aria-expanded=true]]:opacity-100 ${HIDDEN}`;
