import { memo, useEffect, useState } from "react";
import { formatCount } from "../../lib/format.ts";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { NoteGrid } from "./note-grid.tsx";
import type { NoteList } from "./notes-store.ts";
import { CardSkeletons } from "./notes-toolbar.tsx";
import type { NoteActions } from "./use-note-actions.ts";
import { type NotesFilter, useNotes, useNotesAddress, useShownNotes } from "./use-notes.ts";

interface ShownNotesProps {
  list: NoteList;
  filter: NotesFilter;
  archived: boolean;
  /** Number of notes added in this visit; each addition scrolls to the top. */
  added: number;
  actions: NoteActions;
}

/** The cards of the notes that match the filter, or the reason why there are none. */
export function ShownNotes({ list, filter, archived, added, actions }: ShownNotesProps) {
  const { store } = useNotes();
  const { openId, open } = useNotesAddress();
  const isTyped = !!openId && store.saveState(openId).kind !== "saved";
  const found = useShownNotes(useRested(list, isTyped), filter, archived);
  const { shown, words, searching, isFiltered, isNarrowed } = found;
  const { color, label } = filter;
  if (list.notes.length === 0 && !list.complete) return <CardSkeletons />;
  if (shown.length === 0)
    return searching ? <CardSkeletons /> : <Nothing filtered={isNarrowed} archived={archived} />;
  return (
    <>
      {/* Appears only with the search results, because it moves all cards. */}
      {isFiltered && (
        <p role="status" className="mb-2 text-small text-soft tabular-nums">
          {shown.length === 1 ? "1 note" : `${formatCount(shown.length)} notes`} found
          {label !== "" && ` with the label “${label}”`}
        </p>
      )}
      <Wall
        notes={shown}
        split={!archived}
        view={[archived, color, label, words.join(" "), added].join()}
        search={words.join(" ")}
        actions={actions}
        onOpen={open}
      />
    </>
  );
}

/**
 * The list. While a note is edited, changed texts are applied only once typing pauses, because
 * arranging ten thousand cards takes longer than showing the typed key.
 */
function useRested(list: NoteList, isTyped: boolean): NoteList {
  const [rested, setRested] = useState(list);
  const { notes, complete } = rested;
  const waits = isTyped && notes.length === list.notes.length && complete === list.complete;
  if (!waits && rested !== list) setRested(list);
  useEffect(() => {
    const timer = waits && setTimeout(() => setRested(list), REST_MS);
    return () => clearTimeout(timer || undefined);
  }, [list, waits]);
  return rested;
}

const REST_MS = 250;

/** Memoized, so that a key in the search box renders the cards only once the results are known. */
const Wall = memo(NoteGrid);

function Nothing({ filtered, archived }: { filtered: boolean; archived: boolean }) {
  if (filtered) return <EmptyPanel title="No Notes Found" text="Try a different search term." />;
  if (archived) return <EmptyPanel title="Your archive is empty" />;
  return (
    <EmptyPanel
      title="Your workspace is empty"
      text="Use the form above to take your first note."
    />
  );
}
