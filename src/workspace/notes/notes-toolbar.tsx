import { Archive, Keyboard, Search, StickyNote, X } from "lucide-react";
import type { RefObject } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/field.tsx";
import { NOTE_COLORS } from "./note.ts";

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

/** What is shown of the notes: by words, by colour, archived or not. */
export function NotesToolbar(props: NotesToolbarProps) {
  const { search, onSearch, box, color, onColor, archived, onArchived, onHelp } = props;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-2">
      <search className="relative block min-w-0 flex-1 basis-full sm:basis-56">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute start-3 top-3 size-4 text-soft"
        />
        <input
          ref={box}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          dir="auto"
          aria-label="Search notes"
          aria-keyshortcuts="/"
          placeholder="Search notes"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.key !== "Escape" || search === "") return;
            event.preventDefault();
            onSearch("");
          }}
          className={`${CONTROL} h-10 ps-9 pe-10`}
        />
        {search !== "" && (
          <IconButton
            label="Clear search"
            className="absolute end-0 top-0"
            onClick={() => {
              onSearch("");
              box.current?.focus();
            }}
          >
            <X aria-hidden="true" />
          </IconButton>
        )}
      </search>
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
