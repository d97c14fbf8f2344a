import { Pin } from "lucide-react";
import { useMemo, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { notePath, paths } from "../../lib/paths.ts";
import { backgroundOf, type Note, titleOf } from "../notes/note.ts";
import { plainText } from "../notes/note-text.ts";
import type { NotesService } from "../notes/notes-service.ts";
import { NOTE_GRID } from "./overview-skeleton.tsx";
import { Section } from "./section.tsx";

/** Pinned notes, then the latest, with what is not sent yet. */
export function LatestNotes({
  notes: { store },
  listed,
}: {
  notes: NotesService;
  /** The notes that were read. */
  listed: readonly Note[];
}) {
  const { notes } = useSyncExternalStore(store.subscribe, () => store.list(false));
  const shown = useMemo(() => {
    const ids = new Set(listed.map(({ id }) => id));
    const newest = Math.max(0, ...listed.map(({ change_number }) => change_number));
    // The store may know others from earlier, which may have been deleted elsewhere since.
    const known = notes.filter(
      ({ id, change_number }) => ids.has(id) || change_number > newest || store.unsaved(id),
    );
    const pinned = known.filter(({ is_pinned }) => is_pinned).slice(0, MOST_PINNED);
    const others = known.filter(({ is_pinned }) => !is_pinned);
    return [...pinned, ...others.slice(0, MOST_SHOWN - pinned.length)];
  }, [notes, listed, store]);
  return (
    <Section
      title="Notes"
      more={{ to: paths.workspace.notes, text: "All notes" }}
      nothing={shown.length === 0 ? "No notes yet. Take the first one above." : ""}
    >
      {shown.length > 0 && (
        <ul className={NOTE_GRID}>
          {shown.map((note) => (
            <li key={note.id} className="grid min-w-0">
              <Snippet note={note} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const MOST_PINNED = 4;
const MOST_SHOWN = 8;

/** The beginning of a note; opens its editor. */
function Snippet({ note }: { note: Note }) {
  const title = titleOf(note);
  const text = useMemo(() => plainText(note.content).slice(0, 200), [note.content]);
  return (
    <Link
      to={notePath(note.id, false)}
      style={{ backgroundColor: backgroundOf(note.color) }}
      className="flex h-22 min-w-0 flex-col gap-0.5 overflow-hidden rounded border border-line px-3 py-2 text-note text-ink no-underline hover:border-line-strong"
    >
      <span className="flex items-center gap-2">
        {title !== "" && (
          <span dir="auto" className="min-w-0 flex-1 truncate font-semibold">
            {title}
          </span>
        )}
        {note.is_pinned && (
          <>
            <Pin aria-hidden="true" fill="currentColor" className="ms-auto size-3.5 shrink-0" />
            <span className="sr-only">Pinned</span>
          </>
        )}
      </span>
      <span
        dir="auto"
        className={`wrap-anywhere ${title === "" ? "line-clamp-3" : "line-clamp-2 text-small text-soft"}`}
      >
        {text || (title === "" && "Empty note")}
      </span>
    </Link>
  );
}
