import { vi } from "vitest";
import { BackendError } from "../../lib/errors.ts";
import type { Numbered } from "../shell/changes.ts";
import { anyNote } from "./note.fixture.ts";
import type { Note } from "./note.ts";
import type { NoteReader } from "./notes-api.ts";
import { NotesStore } from "./notes-store.ts";
import { NotesSync } from "./notes-sync.ts";
import type { OfflineCache } from "./offline-cache.ts";

/**
 * A sync whose backend has `rows` and `deleted`, and whose offline cache has `cached`, with all changes
 * up to `syncedUpTo`.
 */
export function openSync(
  rows: Note[],
  {
    cached = null,
    syncedUpTo,
    deleted = [],
  }: { cached?: Note[] | null; syncedUpTo?: number; deleted?: Numbered[] } = {},
) {
  const reader = {
    list: vi.fn<NoteReader["list"]>(async (archived, limit) =>
      rows.filter(({ is_archived }) => is_archived === archived).slice(0, limit),
    ),
    changes: vi.fn<NoteReader["changes"]>(async (since, limit) => {
      const changes = [...rows, ...deleted]
        .filter(({ change_number }) => change_number > since)
        .sort((a, b) => a.change_number - b.change_number)
        .slice(0, limit);
      const isNote = (change: Numbered): change is Note => "title" in change;
      const isMore = changes.length === limit;
      const last = Math.max(0, ...[...rows, ...deleted].map((one) => one.change_number));
      return {
        notes: changes.filter(isNote),
        deleted: changes.flatMap((one) => (isNote(one) ? [] : { ...one, is_deleted: true })),
        count: rows.length,
        isMore,
        isIncomplete: false,
        upTo: isMore ? (changes.at(-1)?.change_number ?? last) : last,
      };
    }),
    get: async (id: string) => rows.find((row) => row.id === id) ?? null,
    listFull: async () => [],
    search: vi.fn<NoteReader["search"]>(async (words) =>
      rows.filter(({ title }) => title === words),
    ),
    searchLong: vi.fn<NoteReader["searchLong"]>(async () => ["found"]),
    sweepTrash: async () => {},
  } satisfies NoteReader;
  const cache = {
    update: () => {},
    flush: () => {},
    read: async () => cached,
    syncedUpTo: async () => syncedUpTo,
    getFull: async () => null,
    search: async () => ["found in the cache"],
    replace: vi.fn(async () => {}),
    add: vi.fn<OfflineCache["add"]>(async () => {}),
    fetchTexts: async () => {},
  } satisfies OfflineCache;
  const changedRows: string[] = [];
  const store = new NotesStore((id) => changedRows.push(id));
  const outbox = { receive: vi.fn(), flush: vi.fn(async () => {}), takeOver: vi.fn() };
  const sync = new NotesSync({ store, outbox, cache, reader });
  const take = (row: Note) => store.update(() => store.server.add(row));
  const remove = (id: string) => store.update(() => store.server.remove(id));
  const ids = (archived = false) => store.list(archived).notes.map(({ id }) => id);
  return { sync, store, outbox, cache, reader, changedRows, rows, deleted, take, remove, ids };
}

/** The failure of a request without a response. */
export const unreached = new BackendError("Failed to fetch");

/** A row; a later minute means a later change. */
export function note(id: string, minute: number, extra: Partial<Note> = {}): Note {
  const updated_at = `2026-01-01T00:${String(minute).padStart(2, "0")}:00+00:00`;
  return anyNote(id, { title: id, updated_at, change_number: minute, ...extra });
}
