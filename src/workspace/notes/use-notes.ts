import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useUser } from "../../auth/session-context.tsx";
import type { Note } from "./note.ts";
import type { NoteList } from "./note-book.ts";
import { type Notes, openNotes } from "./open-notes.ts";
import type { SaveState } from "./queue-entry.ts";

/** The signed-in user's notes. */
export function useNotes(): Notes {
  return openNotes(useUser().userId);
}

/** The archived notes, loaded when needed. */
export function useArchive(notes: Notes, wanted: boolean): readonly Note[] {
  const { userId } = useUser();
  const list = useSyncExternalStore(notes.book.subscribe, () => notes.book.list(true));
  useQuery({
    queryKey: [TABLE, userId, "archived"],
    queryFn: async () => {
      await notes.load(true);
      return null;
    },
    enabled: wanted && !list.complete,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return wanted ? list.notes : NO_NOTES;
}

const NO_NOTES: readonly Note[] = [];

/** One view, kept up to date, and the state of loading it. */
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
    // After the first read, updates arrive as changes below.
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

/** Whether the backend is unreachable, so that the notes may be outdated. */
export function useOffline({ book, isOffline }: Notes): boolean {
  return useSyncExternalStore(book.subscribe, isOffline);
}

/** One note as shown. */
export function useNote({ book }: Notes, id: string): Note | undefined {
  return useSyncExternalStore(book.subscribe, () => book.get(id));
}

/** The save state of one note, or of all. */
export function useSaveState({ book, queue }: Notes, id?: string): SaveState {
  // Each state is a new object, so states are compared by content.
  const said = useSyncExternalStore(book.subscribe, () =>
    JSON.stringify(id === undefined ? queue.overallState() : queue.stateOf(id)),
  );
  return JSON.parse(said) as SaveState;
}

/** The ids of long notes that contain all the words beyond the part in the list. */
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

/** Interval at which a visible tab fetches other devices' changes. */
const SYNC_EVERY_MS = 10_000;

const NONE: ReadonlySet<string> = new Set();
