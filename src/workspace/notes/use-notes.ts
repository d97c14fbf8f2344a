import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useUser } from "../../auth/session-context.tsx";
import type { Note } from "./note.ts";
import type { NoteList } from "./note-book.ts";
import { type Notes, openNotes } from "./open-notes.ts";
import type { SaveState } from "./queue-entry.ts";

/** The signed-in person's notes. */
export function useNotes(): Notes {
  return openNotes(useUser().userId);
}

/** One view, kept up to date, with what became of reading it. */
export function useNoteList(notes: Notes, archived: boolean) {
  const { userId } = useUser();
  const list: NoteList = useSyncExternalStore(notes.book.subscribe, () =>
    notes.book.list(archived),
  );
  const loading = useQuery({
    queryKey: [TABLE, userId, archived ? "archived" : "active"],
    queryFn: async () => {
      await notes.load(archived);
      return null;
    },
    // Everything after the first read comes with the changes below.
    staleTime: Number.POSITIVE_INFINITY,
  });
  useQuery({
    queryKey: [TABLE, userId, "changes"],
    queryFn: async () => {
      await notes.sync();
      return null;
    },
    enabled: list.complete,
    retry: false,
    staleTime: 0,
    refetchInterval: SYNC_EVERY_MS,
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
  });
  return { list, loading };
}

/** Whether the notes are those of the last time there was an answer. */
export function useOffline({ book, isOffline }: Notes): boolean {
  return useSyncExternalStore(book.subscribe, isOffline);
}

/** One note as the screen shows it. */
export function useNote({ book }: Notes, id: string): Note | undefined {
  return useSyncExternalStore(book.subscribe, () => book.get(id));
}

/** How saving stands: of one note, or of all. */
export function useSaveState({ book, queue }: Notes, id?: string): SaveState {
  // A state is an object of its own each time; what it says is what counts.
  const said = useSyncExternalStore(book.subscribe, () =>
    JSON.stringify(id === undefined ? queue.overallState() : queue.stateOf(id)),
  );
  return JSON.parse(said) as SaveState;
}

/** The ids of long notes that have all the words in what the list does not hold of them. */
export function useLongMatches(words: readonly string[], wanted: boolean): ReadonlySet<string> {
  const { userId } = useUser();
  const notes = useNotes();
  const text = words.join(" ");
  const { data } = useQuery({
    queryKey: [TABLE, userId, "search", text],
    queryFn: async ({ signal }) => new Set(await notes.searchLong(text, signal)),
    enabled: wanted && text !== "",
  });
  return data ?? NONE;
}

const TABLE = "workspace_notes";

/** How often a visible tab asks for what other devices have changed. */
const SYNC_EVERY_MS = 10_000;

const NONE: ReadonlySet<string> = new Set();
