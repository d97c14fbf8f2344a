import { Download, EllipsisVertical, Trash2 } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import { type FileItemProps, withoutBubbling } from "./file-item.ts";

/** The menu of a tile or row under the pointer; where nothing hovers, one button to all of it. */
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
      <IconButton
        label={`Delete: ${file.name}`}
        title="Delete"
        tabIndex={-1}
        className="size-9! hover:text-bad! pointer-coarse:hidden!"
        onClick={withoutBubbling(() => actions.remove(file))}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
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

/** The box that chooses a file without a keyboard. */
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
        // The keys go on with the item.
        event.currentTarget.closest<HTMLElement>("[data-file]")?.focus({ preventScroll: true });
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}

const HIDDEN =
  "opacity-0 group-hover/item:opacity-100 group-focus-within/item:opacity-100 pointer-coarse:opacity-100";
