import type { DeviceCopy } from "../shell/device-copy.ts";
import type { Note } from "./note.ts";
import { matches, searchWords } from "./note-text.ts";

/** Offline cache of the notes of the last visit. Its methods never fail. */
export interface KeptNotes {
  /** Marks a row as added, changed or removed. */
  changed(id: string): void;
  /** Writes pending changes immediately; for page hide. */
  flush(): void;
  /** The rows, long texts truncated; null before the first visit or without storage. */
  read(): Promise<Note[] | null>;
  /** The row with its full text, if exactly this version is cached. */
  whole(note: Note): Promise<Note | null>;
  /** The ids of the long notes that contain all these words. */
  search(words: string): Promise<string[]>;
  /** Replaces the cached rows with these, once all have been read. */
  keepAll(known: readonly Note[]): Promise<void>;
  /** Fetches the long texts that are not cached yet, latest first. */
  keepTexts(known: readonly Note[], readWhole: WholeReader): Promise<void>;
}

export type WholeReader = (ids: readonly string[]) => Promise<Note[]>;

/**
 * Only changed rows are written: a list of ten thousand is written once, in batches. Nothing is
 * written before `keepAll`, so that opening the list does not compete for the device.
 *
 * @param rowOf the current row.
 */
export function keepNotes(copy: DeviceCopy, rowOf: (id: string) => Note | undefined): KeptNotes {
  const waiting = new Set<string>();
  const kept = new KeptKeys();
  let works = true;
  let opened = false;
  let scheduled = false;
  let readingTexts = false;
  let working = Promise.resolve();

  return {
    changed(id) {
      waiting.add(id);
      schedule();
    },
    flush() {
      if (opened) void inTurn(writePart);
    },
    async read() {
      const notes = await copy.values<KeptNote>(ROW).catch(() => []);
      const latest = new Map<string, Note>();
      for (const kept of notes) {
        // Earlier versions of the app stored none.
        const note = { ...kept, change_number: kept.change_number ?? 0 };
        const other = latest.get(note.id);
        if (!other || other.change_number < note.change_number) latest.set(note.id, note);
      }
      const visited = await copy.get<boolean>(VISITED).catch(() => false);
      return latest.size > 0 || visited ? [...latest.values()] : null;
    },
    whole: async (note) => (await copy.get<Note>(keyOf(TEXT, note)).catch(() => null)) ?? null,
    async search(words) {
      const wanted = searchWords(words);
      const notes = await copy.values<Note>(TEXT).catch(() => []);
      return notes.filter((note) => matches(note, wanted)).map(({ id }) => id);
    },
    async keepAll(known) {
      // Another tab may have written since, or a logout cleared everything.
      await inTurn(() => kept.read(copy));
      for (const { id } of known) waiting.add(id);
      for (const id of kept.ids()) waiting.add(id);
      while (works && waiting.size > 0) {
        await new Promise<void>(whenIdle);
        await inTurn(writePart);
      }
      await inTurn(() => copy.write([[VISITED, true]], []));
      opened = true;
    },
    async keepTexts(known, readWhole) {
      if (readingTexts || !opened || !works) return;
      readingTexts = true;
      const ids = kept.missingTexts(known);
      for (let from = 0; from < ids.length && works; from += TEXTS_AT_ONCE) {
        const notes = await readWhole(ids.slice(from, from + TEXTS_AT_ONCE)).catch(() => null);
        if (!notes) break;
        await inTurn(() => copy.write(...kept.changesFor(notes.map((note) => [note.id, note]))));
      }
      readingTexts = false;
    },
  };

  function schedule(): void {
    if (scheduled || !opened || !works) return;
    scheduled = true;
    whenIdle(() => {
      scheduled = false;
      void inTurn(writePart).then(() => waiting.size > 0 && schedule());
    });
  }

  /** Runs sequentially; after a storage failure the cache is disabled until the next visit. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    working = working
      .then(() => (works ? work() : undefined))
      .catch(() => {
        works = false;
        waiting.clear();
      });
    return working;
  }

  async function writePart(): Promise<void> {
    const ids: string[] = [];
    for (const id of waiting) {
      waiting.delete(id);
      if (ids.push(id) === PART) break;
    }
    const [put, remove] = kept.changesFor(ids.map((id) => [id, rowOf(id)]));
    if (put.length + remove.length > 0) await copy.write(put, remove);
  }
}

/** The keys under which rows and long texts are cached; a key contains the note's version. */
class KeptKeys {
  readonly #rows = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  async read(copy: DeviceCopy): Promise<void> {
    const older: string[] = [];
    for (const [prefix, keys] of [
      [ROW, this.#rows],
      [TEXT, this.#texts],
    ] as const) {
      keys.clear();
      // In order of change number; of two tabs, one may not have known what the other wrote.
      for (const key of await copy.keys(prefix)) {
        const id = key.split(" ")[1] ?? "";
        const before = keys.get(id);
        if (before) older.push(before);
        keys.set(id, key);
      }
    }
    if (older.length > 0) await copy.write([], older);
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
    const hold = (keys: Map<string, string>, id: string, key: string | null, note?: Note) => {
      const before = keys.get(id);
      if (before === key) return;
      if (before !== undefined) remove.push(before);
      if (key === null) keys.delete(id);
      if (key === null || !note) return;
      keys.set(id, key);
      put.push([key, note]);
    };
    for (const [id, row] of rows) {
      hold(this.#rows, id, row ? keyOf(ROW, row) : null, row && listed(row));
      // A truncated row has no full text; the cached one may still be current.
      if (row?.is_cut && this.#texts.get(id) === keyOf(TEXT, row)) continue;
      const long = row && !row.is_cut && row.content.length > LISTED;
      hold(this.#texts, id, long ? keyOf(TEXT, row) : null, row);
    }
    return [put, remove];
  }

  /** The ids of the notes whose full text is neither in the list nor cached, latest first. */
  missingTexts(known: readonly Note[]): string[] {
    return known
      .filter((note) => note.is_cut && this.#texts.get(note.id) !== keyOf(TEXT, note))
      .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
      .slice(0, Math.max(MOST_TEXTS - this.#texts.size, 0))
      .map(({ id }) => id);
  }
}

/** The row as it appears in the list. */
function listed(note: Note): Note {
  if (note.content.length <= LISTED) return note;
  return { ...note, content: note.content.slice(0, LISTED), is_cut: true };
}

/** Contains the note's version and sorts by change number. */
const keyOf = (prefix: string, { id, change_number }: Note) =>
  // Sorts after the timestamps used by an earlier version of the app.
  `${prefix}${id} v${String(change_number).padStart(16, "0")}`;

type KeptNote = Omit<Note, "change_number"> & Partial<Pick<Note, "change_number">>;

const ROW = "row ";
const TEXT = "text ";
const VISITED = "visited";

/** Number of text characters the backend includes in the list. */
const LISTED = 1500;

/** Rows per write. */
const PART = 500;

/** Maximum number of cached long texts, and of those requested at once; each may be up to 1 MiB. */
const MOST_TEXTS = 1000;
const TEXTS_AT_ONCE = 4;

function whenIdle(work: () => void): void {
  // Safari has no idle callback.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => work(), { timeout: 1_000 });
  else setTimeout(work, 200);
}
