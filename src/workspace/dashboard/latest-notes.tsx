import { Pin } from "lucide-react";
import { useMemo, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { notePath, paths } from "../../lib/paths.ts";
import { backgroundOf, compareNotes, type Note, titleOf } from "../notes/note.ts";
import { textLines } from "../notes/note-text.ts";
import type { NotesService } from "../notes/notes-service.ts";
import { Section } from "./section.tsx";

const MOST_PINNED = 4;
const MOST_SHOWN = 8;

interface LatestNotesProps {
  notes: NotesService;
  /** The notes of the last overview that was read. */
  listed: readonly Note[];
  /** The latest change among the notes that were known before that read. */
  since: number;
  /** Whether `listed` comes from the offline copy of the last visit. */
  isCopy: boolean;
}

/** Pinned notes, then the latest ones, with unsent changes applied. */
export function LatestNotes({ notes: { store }, listed, since, isCopy }: LatestNotesProps) {
  const { notes } = useSyncExternalStore(store.subscribe, () => store.list(false));
  const shown = useMemo(() => {
    const known = new Map(isCopy ? listed.map((note) => [note.id, note]) : []);
    const ids = new Set(listed.map(({ id }) => id));
    // The store may have notes that were deleted elsewhere since.
    for (const note of notes)
      if (ids.has(note.id) || note.change_number > since || store.unsaved(note.id))
        known.set(note.id, note);
    const all = [...known.values()]
      .filter(({ id }) => store.removal(id) !== "wanted" && !store.get(id)?.is_archived)
      .sort(compareNotes);
    const pinned = all.filter(({ is_pinned }) => is_pinned).slice(0, MOST_PINNED);
    return [...pinned, ...all.filter(({ is_pinned }) => !is_pinned)].slice(0, MOST_SHOWN);
  }, [notes, listed, since, isCopy, store]);
  return (
    <Section
      title="Notes"
      more={{ to: paths.workspace.notes, text: "All notes" }}
      nothing={shown.length === 0 && "No notes yet. Take the first one above."}
    >
      {/* Phones show half of the notes. */}
      <ul className="m-0 grid list-none gap-2 p-0 min-[30rem]:grid-cols-2 max-[30rem]:[&>:nth-child(n+5)]:hidden">
        {shown.map((note) => (
          <Snippet key={note.id} note={note} />
        ))}
      </ul>
    </Section>
  );
}

/** The beginning of a note; opens its editor. */
function Snippet({ note }: { note: Note }) {
  const title = titleOf(note);
  const text = useMemo(() => textLines(note.content).slice(0, 200), [note.content]);
  const nothing = note.content.includes("<img ") ? "Picture" : "Empty note";
  return (
    <li className="grid min-w-0">
      <Link
        to={notePath(note.id, false)}
        style={{ backgroundColor: backgroundOf(note.color) }}
        className={`relative h-22 overflow-hidden rounded border border-line px-3 py-2 text-note text-ink no-underline wrap-anywhere hover:border-line-strong ${note.is_pinned ? "pe-8" : ""}`}
      >
        {title !== "" && (
          <span dir="auto" className="block truncate font-semibold">
            {title}
          </span>
        )}
        <span
          dir="auto"
          className={`whitespace-pre-line ${title === "" ? "line-clamp-3" : "line-clamp-2 text-small text-soft"}`}
        >
          {text || (title === "" && nothing)}
        </span>
        {note.is_pinned && (
          <Pin
            role="img"
            aria-label="Pinned"
            fill="currentColor"
            className="absolute end-3 top-3 size-3.5"
          />
        )}
      </Link>
    </li>
  );
}
