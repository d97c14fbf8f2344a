import { useDeferredValue, useMemo } from "react";
import { type Note, paletteColor } from "./note.ts";
import { matches, searchWords } from "./note-text.ts";
import { useLongMatches } from "./use-notes.ts";

/** The notes that match all the words and the color. Deferred, so that typing is never delayed. */
export function useFoundNotes(
  notes: readonly Note[],
  search: string,
  color: string,
): readonly Note[] {
  const laterNotes = useDeferredValue(notes);
  const laterSearch = useDeferredValue(search);
  const words = useMemo(() => searchWords(laterSearch), [laterSearch]);
  const hasLong = useMemo(() => laterNotes.some(({ is_cut }) => is_cut), [laterNotes]);
  const long = useLongMatches(words, hasLong);
  return useMemo(
    () =>
      words.length === 0 && color === ""
        ? laterNotes
        : laterNotes.filter(
            (note) =>
              (color === "" || paletteColor(note.color) === color) &&
              (long.has(note.id) || matches(note, words)),
          ),
    [laterNotes, words, color, long],
  );
}
