import { Download, EllipsisVertical, Trash2, Undo2 } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { type FileItemProps, withoutBubbling } from "./file-item.ts";

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
