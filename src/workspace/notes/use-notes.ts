import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { pollEvery } from "../../auth/live-areas.ts";
import { useUser } from "../../auth/session-context.tsx";
import { paths } from "../../lib/paths.ts";
import { searchWords } from "../../lib/search/fold-text.ts";
import { type Note, paletteColor } from "./note.ts";
import { nameOf, searchTexts, withName } from "./note-text.ts";
import { getNotesService, type NotesService } from "./notes-service.ts";
import type { NoteList, SaveState } from "./notes-store.ts";
import { TABLE } from "./tool.ts";

/** The signed-in user's notes. */
export function useNotes(): NotesService {
  return getNotesService(useUser().userId);
}

/** The archived notes, loaded when needed. */
export function useArchive(notes: NotesService, wanted: boolean): NoteList {
  const { userId } = useUser();
  const list = useSyncExternalStore(notes.store.subscribe, () => notes.store.list(true));
  useQuery({ ...viewQuery(notes, userId, true), enabled: wanted && !list.complete });
  return wanted ? list : NO_NOTES;
}

const NO_NOTES: NoteList = { notes: [], complete: true };

/** One view, kept up to date, and the state of loading it. */
export function useNoteList(notes: NotesService, archived: boolean) {
  const { userId } = useUser();
  const list: NoteList = useSyncExternalStore(notes.store.subscribe, () =>
    notes.store.list(archived),
  );
  const loading = useQuery(viewQuery(notes, userId, archived));
  useQuery({
    queryKey: [TABLE, userId, "changes"],
    queryFn: () => notes.sync.sync().then(() => null),
    enabled: list.complete,
    retry: false,
    staleTime: 0,
    refetchInterval: pollEvery("workspace", SYNC_EVERY_MS),
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
  });
  return { list, loading };
}

/** Whether the backend is unreachable, so that the notes may be outdated. */
export function useOffline({ store }: NotesService): boolean {
  return useSyncExternalStore(store.subscribe, store.isOffline);
}

/** One note as shown. */
export function useNote({ store }: NotesService, id: string): Note | undefined {
  return useSyncExternalStore(store.subscribe, () => store.get(id));
}

/** The save state of one note, or of all. */
export function useSaveState({ store }: NotesService, id?: string): SaveState {
  return useSyncExternalStore(store.subscribe, () => store.saveState(id));
}

/**
 * The save state of all notes, for screens that show several, and the note that needs the user, if
 * one does: `what` says what to do in it.
 */
export function useNotesState(notes: NotesService) {
  const { store } = notes;
  const state = useSaveState(notes);
  const [undecided] = store.undecided();
  const id = undecided ?? store.unsavedIds().find((one) => store.saveState(one).kind === "refused");
  if (id === undefined) return { state };
  // A note that this device wants to delete has no name.
  const note = store.get(id);
  const isNamed = note && state.kind === "refused";
  return {
    state: isNamed ? { ...state, message: withName(state.message, note) } : state,
    subject: { id, name: note && nameOf(note), what: undecided ? "Review conflict" : "Open note" },
  };
}

/** The ids of notes that contain the words, besides the notes found in the loaded texts. */
function useMatches(words: readonly string[], hasLong: boolean) {
  const { userId } = useUser();
  const notes = useNotes();
  const { store } = notes;
  const complete = useSyncExternalStore(store.subscribe, store.isAllRead);
  const text = words.join(" ");
  const enabled = text !== "" && (!complete || hasLong);
  const { data, isFetching } = useQuery({
    queryKey: [TABLE, userId, "search", text, complete],
    queryFn: async ({ signal }) => new Set(await notes.sync.searches.find(text, signal)),
    // The search before the list was complete has found most.
    placeholderData: (previous, query) => (query?.queryKey[3] === text ? previous : undefined),
    enabled,
  });
  return { found: (enabled && data) || NONE, searching: enabled && isFetching };
}

/** Reads one view into the store, once: later updates arrive as changes. */
function viewQuery({ sync }: NotesService, userId: string, archived: boolean) {
  return queryOptions({
    queryKey: [TABLE, userId, archived ? "archived" : "active"],
    queryFn: () => sync.load(archived).then(() => null),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Interval at which a visible tab fetches other devices' changes.
 * @limit content: interval between two reads of changes from other devices
 */
const SYNC_EVERY_MS = 10_000;

const NONE: ReadonlySet<string> = new Set();

/** Filter of the notes; empty texts do not restrict it. */
export interface NotesFilter {
  search: string;
  color: string;
  label: string;
}

/**
 * The notes of a view that match the filter, with archived ones after the others where it has words
 * or a label. Deferred, so that typing is never delayed.
 * @returns `words` are the search words that `shown` matches; `isFiltered` says whether `shown` is
 *   filtered, `isNarrowed` whether the filter has any condition.
 */
export function useShownNotes(list: NoteList, filter: NotesFilter, archived: boolean) {
  const { search, color, label } = filter;
  const archive = useArchive(useNotes(), !archived && (search.trim() !== "" || label !== ""));
  const { found, words, searching } = useFoundNotes(list, filter);
  const { found: inArchive } = useFoundNotes(archive, filter);
  const shown = useMemo(
    () => (inArchive.length > 0 ? [...found, ...inArchive] : found),
    [found, inArchive],
  );
  const isMarked = color !== "" || label !== "";
  return {
    shown,
    words,
    searching,
    isFiltered: isMarked || words.length > 0,
    isNarrowed: isMarked || search.trim() !== "",
  };
}

/** The notes that match all the words, the color and the label. */
function useFoundNotes(list: NoteList, { search, color, label }: NotesFilter) {
  const { notes } = useDeferredValue(list);
  const laterSearch = useDeferredValue(search);
  const words = useMemo(() => searchWords(laterSearch), [laterSearch]);
  const hasLong = useMemo(() => notes.some(({ is_cut }) => is_cut), [notes]);
  // Sent to the backend at once; `words` follow later.
  const newest = useMemo(() => searchWords(search), [search]);
  const { found: others, searching } = useMatches(newest, hasLong);
  const found = useMemo(() => {
    if (words.length === 0 && color === "" && label === "") return notes;
    const isFound = words.length > 0 ? searchTexts(notes).finder(words) : () => true;
    return notes.filter(
      (note, index) =>
        (color === "" || paletteColor(note.color) === color) &&
        (label === "" || note.labels.includes(label)) &&
        (isFound(index) || (others.size > 0 && others.has(note.id))),
    );
  }, [notes, words, color, label, others]);
  return { found, words, searching };
}

export const trashPath = `${paths.workspace.notes}?trash`;

/** The open note and the view, from the URL. */
export function useNotesAddress() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (name: string, value: string | null, replace: boolean) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  return {
    openId: params.get("note"),
    archived: params.has("archive"),
    trash: params.has("trash"),
    importing: params.has("import"),
    exporting: params.has("export"),
    stopExporting: useCallback(() => change("export", null, true), [change]),
    /** Whether a new note was asked for elsewhere. */
    adding: params.has("add"),
    stopAdding: useCallback(() => change("add", null, true), [change]),
    open: useCallback((id: string) => change("note", id, false), [change]),
    close: useCallback(() => change("note", null, true), [change]),
    setArchived: useCallback(
      (archived: boolean) => change("archive", archived ? "" : null, false),
      [change],
    ),
  };
}
