import { searchWords } from "../../lib/search/fold-text.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import type { Deletion, Numbered } from "../shell/changes.ts";
import type { UserStore } from "../shell/user-store.ts";
import type { Note } from "./note.ts";
import { matches, prepareSearch } from "./note-text.ts";
import type { NoteReader } from "./notes-api.ts";

export type OfflineCache = ReturnType<typeof createOfflineCache>;

/**
 * The offline cache of the notes of the last visit, whose methods never fail. Only changed rows are
 * written; a list of ten thousand is written once, in batches. Before
 * `replace`, only a few rows are written, so that opening the list does not compete for the device.
 * After a storage failure, nothing is written until the next visit.
 */
export function createOfflineCache(device: UserStore) {
  const pending = new Map<string, Note | undefined>();
  const cached = new CacheKeys();
  /** Cached versions by id, as far as known; undefined for removed rows. */
  const versions = new Map<string, number | undefined>();
  let phase: "loading" | "open" | "failed" = "loading";
  let writing: Promise<void> | undefined;
  let fetching = false;
  let lastTask = Promise.resolve();

  return {
    /** Records that a row was added, changed or, if undefined, removed. */
    update(id: string, row: Note | undefined): void {
      pending.set(id, row);
      void write();
    },
    /** Writes pending changes immediately; for page hide. */
    flush(): void {
      if (phase === "open") void enqueue(writeBatch);
    },
    /**
     * The rows, long texts truncated; null before the first visit or without storage.
     * @param turn awaited after each batch of rows.
     */
    async read(turn?: () => Promise<void>): Promise<Note[] | null> {
      const latest = new Map<string, Note>();
      const take = async (rows: readonly Note[]) => {
        // An app before 1.1.0 stored rows without a number.
        const notes = rows.filter((row) => row.change_number !== undefined);
        for (const note of notes) {
          const other = latest.get(note.id);
          if (!other || other.change_number < note.change_number) latest.set(note.id, note);
        }
        prepareSearch(notes);
        await turn?.();
      };
      await device.batches(ROW, take).catch(() => latest.clear());
      if (phase === "loading")
        for (const { id, change_number } of latest.values()) versions.set(id, change_number);
      const visited = await device.get<number>(VISITED).catch(() => undefined);
      return latest.size > 0 || visited !== undefined ? [...latest.values()] : null;
    },
    /** All changes up to this number are in the rows; undefined if unknown. */
    async syncedUpTo(): Promise<number | undefined> {
      const visited = await device.get<number | true>(VISITED).catch(() => undefined);
      // Without a number, as an app before 1.1.0 left it, all notes are read.
      return typeof visited === "number" ? visited : undefined;
    },
    /** The row with its full text, if exactly this version is cached. */
    async getFull(note: Note): Promise<Note | null> {
      const full = await device.get<Note>(keyOf(TEXT, note)).catch(() => undefined);
      return full ? { ...note, content: full.content, is_cut: false } : null;
    },
    /** The ids of the long notes that contain all these words. */
    async search(words: string): Promise<string[]> {
      const wanted = searchWords(words);
      const notes = await device.values<Note>(TEXT).catch(() => []);
      return notes.filter((note) => matches(note, wanted)).map(({ id }) => id);
    },
    /** Replaces the cached rows with these, which include all changes up to `syncedUpTo`. */
    async replace(rows: readonly Note[], syncedUpTo: number): Promise<void> {
      // Another tab may have written since, or a logout cleared everything.
      await enqueue(() => cached.read(device));
      const known = new Map(rows.map((row) => [row.id, row]));
      for (const id of [...known.keys(), ...cached.ids()]) {
        // Changes made since the call are newer.
        if (!pending.has(id)) pending.set(id, known.get(id));
      }
      versions.clear();
      if (phase === "loading") phase = "open";
      await write();
      await enqueue(() => device.write([[VISITED, syncedUpTo]], []));
    },
    /**
     * Adds rows, and removes deleted ones, of a long read, which the next visit continues after
     * `syncedUpTo` if this one ends before `replace`.
     */
    async add(changes: readonly (Note | Deletion)[], syncedUpTo: number): Promise<void> {
      if (phase !== "loading") return;
      const rows = changes.flatMap((one) => ("is_deleted" in one ? [] : one));
      const older = changes.flatMap(({ id }) => {
        const change_number = versions.get(id);
        return change_number === undefined ? [] : keyOf(ROW, { id, change_number });
      });
      for (const { id } of changes) versions.delete(id);
      for (const { id, change_number } of rows) versions.set(id, change_number);
      const put = rows.map((row): [string, unknown] => [keyOf(ROW, row), listed(row)]);
      await enqueue(() => device.write([...put, [VISITED, syncedUpTo]], older));
    },
    /** Fetches the long texts that are not cached yet, latest first. */
    async fetchTexts(rows: readonly Note[], listFull: NoteReader["listFull"]): Promise<void> {
      if (fetching || phase !== "open") return;
      fetching = true;
      const ids = cached.missingTexts(rows);
      for (let from = 0; from < ids.length && phase === "open"; from += TEXTS_PER_REQUEST) {
        const notes = await listFull(ids.slice(from, from + TEXTS_PER_REQUEST)).catch(() => null);
        if (!notes) break;
        const changes = notes.map((note) => [note.id, note] as const);
        await enqueue(() => device.write(...cached.changesFor(changes)));
      }
      fetching = false;
    },
  };

  /** Writes pending changes until there are none, one write per turn of the event loop. */
  function write(): Promise<void> {
    writing ??= (async () => {
      await null;
      if (phase === "loading") writeWhileLoading();
      while (phase === "open" && pending.size > 0) {
        // Few changes are written at once, in case of a crash; many rows wait for idle time.
        if (pending.size > AT_ONCE) await new Promise<void>(whenIdle);
        await enqueue(writeBatch);
      }
      writing = undefined;
    })();
    return writing;
  }

  /** Writes the pending changes that the device lacks, if they are few; they stay pending. */
  function writeWhileLoading(): void {
    const missing: [id: string, row: Note | undefined][] = [];
    for (const [id, row] of pending) {
      if (versions.has(id) && versions.get(id) === row?.change_number) continue;
      missing.push([id, row]);
      if (missing.length > AT_ONCE) return;
    }
    for (const [id, row] of missing) versions.set(id, row?.change_number);
    if (missing.length > 0) void enqueue(() => writeOver(missing));
  }

  async function writeOver(rows: readonly (readonly [string, Note | undefined])[]): Promise<void> {
    // A cache that was never complete must not look like a complete one.
    if ((await device.get(VISITED)) === undefined) return;
    const older = await Promise.all(
      rows.map(async ([id, row]) => {
        const keys = await device.keys(`${ROW}${id} `);
        return row ? keys.filter((key) => key < keyOf(ROW, row)) : keys;
      }),
    );
    const put = rows.flatMap(([, row]): [string, Note][] =>
      row ? [[keyOf(ROW, row), listed(row)]] : [],
    );
    await device.write(put, older.flat());
  }

  /** Runs tasks one after another; stops at the first failure. */
  function enqueue(task: () => Promise<void>): Promise<void> {
    lastTask = lastTask
      .then(() => (phase === "failed" ? undefined : task()))
      .catch(() => {
        phase = "failed";
        pending.clear();
      });
    return lastTask;
  }

  async function writeBatch(): Promise<void> {
    const batch = [...pending].slice(0, BATCH);
    for (const [id] of batch) pending.delete(id);
    const [put, remove] = cached.changesFor(batch);
    if (put.length + remove.length > 0) await device.write(put, remove);
  }
}

/** The keys under which rows and long texts are cached; a key contains the note's version. */
class CacheKeys {
  readonly #rows = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  async read(device: UserStore): Promise<void> {
    const older: string[] = [];
    for (const [prefix, keys] of [
      [ROW, this.#rows],
      [TEXT, this.#texts],
    ] as const) {
      keys.clear();
      // In order of change number, because two tabs may not know each other's writes.
      for (const key of await device.keys(prefix)) {
        const id = key.split(" ")[1] ?? "";
        const before = keys.get(id);
        if (before) older.push(before);
        keys.set(id, key);
      }
    }
    if (older.length > 0) await device.write([], older);
  }

  ids(): string[] {
    return [...this.#rows.keys(), ...this.#texts.keys()];
  }

  /** The puts and deletes that make the cache match these rows. */
  changesFor(
    rows: readonly (readonly [id: string, row: Note | undefined])[],
  ): [put: [string, Note][], remove: string[]] {
    const put: [string, Note][] = [];
    const remove: string[] = [];
    const replaceKey = (keys: Map<string, string>, id: string, key: string | null, note?: Note) => {
      const before = keys.get(id);
      if (before === key) return;
      if (before !== undefined) remove.push(before);
      if (key === null) keys.delete(id);
      if (key === null || !note) return;
      keys.set(id, key);
      put.push([key, note]);
    };
    for (const [id, row] of rows) {
      replaceKey(this.#rows, id, row ? keyOf(ROW, row) : null, row && listed(row));
      // A truncated row has no full text; the cached one may still be current.
      if (row?.is_cut && this.#texts.get(id) === keyOf(TEXT, row)) continue;
      const long = row && !row.is_cut && row.content.length > LISTED;
      replaceKey(this.#texts, id, long ? keyOf(TEXT, row) : null, row);
    }
    return [put, remove];
  }

  /** The ids of the notes whose full text is neither in the list nor cached, latest first. */
  missingTexts(rows: readonly Note[]): string[] {
    return rows
      .filter((note) => note.is_cut && this.#texts.get(note.id) !== keyOf(TEXT, note))
      .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
      .slice(0, Math.max(MAX_TEXTS - this.#texts.size, 0))
      .map(({ id }) => id);
  }
}

/** The row as the backend lists it. */
function listed(note: Note): Note {
  if (note.content.length <= LISTED) return note;
  return { ...note, content: note.content.slice(0, LISTED), is_cut: true };
}

/** Contains the note's version and sorts by change number. */
const keyOf = (prefix: string, { id, change_number }: Numbered) =>
  `${prefix}${id} v${String(change_number).padStart(16, "0")}`;

const ROW = "row ";
const TEXT = "text ";
const VISITED = "visited";

/** Number of text characters the backend includes in the list. */
const LISTED = 1500;

/** Rows per write. */
const BATCH = 500;

/** Up to this many rows are written without waiting for the page to be idle. */
const AT_ONCE = 20;

/** Maximum number of cached long texts and of texts per request; each may be up to 1 MiB. */
const MAX_TEXTS = 1000;
const TEXTS_PER_REQUEST = 4;
