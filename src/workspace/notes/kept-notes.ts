import type { DeviceCopy } from "../shell/device-copy.ts";
import type { Note } from "./note.ts";
import { matches, searchWords } from "./note-text.ts";

/** The rows of the last visit, on the device, for when there is no network. Nothing here ever fails. */
export interface KeptNotes {
  /** Takes notice that a row is known now, is another, or is not there any more. */
  changed(id: string): void;
  /** Begins at once to write what was noticed; for a page that goes away. */
  flush(): void;
  /** The rows, long texts cut; null when there was no visit yet, or the device keeps nothing. */
  read(): Promise<Note[] | null>;
  /** The row with its whole text, if exactly this one is kept. */
  whole(note: Note): Promise<Note | null>;
  /** The ids of the long notes that have all these words. */
  search(words: string): Promise<string[]>;
  /** Has the device keep these rows and no others, once all of them have been read. */
  keepAll(known: readonly Note[]): Promise<void>;
  /** Reads the long texts that are not kept yet, the latest first. */
  keepTexts(known: readonly Note[], readWhole: WholeReader): Promise<void>;
}

export type WholeReader = (ids: readonly string[]) => Promise<Note[]>;

/**
 * A row is written when it is another than the one that is kept, and only that row: a list of ten
 * thousand is written once, a part at a time. Nothing is written before `keepAll`, so that opening
 * the list has the device to itself.
 *
 * @param rowOf the row as it is known now.
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
      const notes = await copy.values<Note>(ROW).catch(() => []);
      const latest = new Map<string, Note>();
      for (const note of notes) {
        const other = latest.get(note.id);
        if (!other || other.updated_at < note.updated_at) latest.set(note.id, note);
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
      // Another tab may have written since, or a logout removed everything.
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

  /** One after the other; a device that keeps nothing is asked no more until the next visit. */
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

/** Under which keys rows and long texts are kept; a key says which state of the note it is. */
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
      // In the order of their times; of two tabs, one may not have known what the other wrote.
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

  /** What has to be put and removed for the device to hold these rows as they are now. */
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
      // What is cut brings no text; the one that is kept may still be the right one.
      if (row?.is_cut && this.#texts.get(id) === keyOf(TEXT, row)) continue;
      const long = row && !row.is_cut && row.content.length > LISTED;
      hold(this.#texts, id, long ? keyOf(TEXT, row) : null, row);
    }
    return [put, remove];
  }

  /** The ids of the notes whose text is neither in the list nor kept, the latest first. */
  missingTexts(known: readonly Note[]): string[] {
    return known
      .filter((note) => note.is_cut && this.#texts.get(note.id) !== keyOf(TEXT, note))
      .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
      .slice(0, Math.max(MOST_TEXTS - this.#texts.size, 0))
      .map(({ id }) => id);
  }
}

/** The row as the list has it. */
function listed(note: Note): Note {
  if (note.content.length <= LISTED) return note;
  return { ...note, content: note.content.slice(0, LISTED), is_cut: true };
}

/** A note that is brought back begins again at revision 1, but never at the same time. */
const keyOf = (prefix: string, { id, updated_at }: Note) => `${prefix}${id} ${updated_at}`;

const ROW = "row ";
const TEXT = "text ";
const VISITED = "visited";

/** As many characters of a text as the backend puts into the list. */
const LISTED = 1500;

/** Rows written at once. */
const PART = 500;

/** Long texts kept, and asked for at once; each may be as large as 1 MiB. */
const MOST_TEXTS = 1000;
const TEXTS_AT_ONCE = 10;

function whenIdle(work: () => void): void {
  // Safari has no idle callback.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => work(), { timeout: 1_000 });
  else setTimeout(work, 200);
}
