import { Archive, Keyboard, StickyNote, Trash2 } from "lucide-react";
import type { RefObject } from "react";
import { Link } from "react-router";
import { Button, buttonClass, IconButton } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/field.tsx";
import { Modal } from "../../ui/modal.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { NOTE_COLORS } from "./note.ts";
import { trashPath } from "./use-notes.ts";

interface NotesToolbarProps {
  search: string;
  onSearch: (search: string) => void;
  box: RefObject<HTMLInputElement | null>;
  color: string;
  onColor: (color: string) => void;
  archived: boolean;
  onArchived: (archived: boolean) => void;
  onHelp: () => void;
}

/** Filters of the notes: search, color, archived. */
export function NotesToolbar(props: NotesToolbarProps) {
  const { search, onSearch, box, color, onColor, archived, onArchived, onHelp } = props;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search notes"
        shortcut="/"
        value={search}
        onChange={onSearch}
        box={box}
        className="flex-1 basis-full sm:basis-56"
      />
      <select
        aria-label="Color"
        value={color}
        onChange={(event) => onColor(event.target.value)}
        className={`${CONTROL} h-10 w-auto! px-3`}
      >
        <option value="">All colors</option>
        {NOTE_COLORS.map(({ name, value }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <Button
        aria-pressed={archived}
        icon={archived ? <StickyNote aria-hidden="true" /> : <Archive aria-hidden="true" />}
        onClick={() => onArchived(!archived)}
      >
        {archived ? "Notes" : "Archive"}
      </Button>
      <Link to={trashPath} className={buttonClass("quiet")}>
        <Trash2 aria-hidden="true" />
        <span className="max-sm:sr-only">Trash</span>
      </Link>
      <IconButton
        label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        className="max-sm:hidden"
        onClick={onHelp}
      >
        <Keyboard aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** The notes' keyboard shortcuts. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" width="lg" onClose={onClose}>
      <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-baseline">
        {SHORTCUTS.map(([keys, text]) => (
          <div key={keys} className="contents">
            <dt className="-mb-1.5 font-mono text-small sm:mb-0">{keys}</dt>
            <dd className="text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

const SHORTCUTS = [
  ["N", "Take a note"],
  ["/", "Search"],
  ["Arrow keys, J, K", "From note to note"],
  ["Enter", "Open the note"],
  ["P", "Pin or unpin it"],
  ["E", "Archive or unarchive it"],
  ["C", "Copy it as Markdown"],
  ["Delete", "Move it to the trash"],
  ["Escape", "Close the editor or the new note"],
  ["Ctrl+Enter", "Close the new note; in a note, tick the item"],
  ["- or 1. and a space", "In a note: a list"],
  ["[ ] and a space", "In a note: a checklist"],
  ["# or ## and a space", "In a note: a heading"],
  ["> and a space", "In a note: a quotation"],
  ["**bold** *italic*", "In a note: emphasis"],
  ["`code` ~~struck~~", "In a note: code, struck out"],
  ["Alt+arrow keys", "In a note: move the list item up or down"],
  ["Ctrl+K", "In a note: add or edit a link"],
  ["Ctrl+Click", "In a note: open the link"],
  ["Ctrl+Shift+V", "In a note: paste as plain text"],
  ["==marked==", "In a note: highlighted"],
] as const;
