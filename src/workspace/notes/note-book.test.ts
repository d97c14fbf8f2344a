import { describe, expect, it } from "vitest";
import type { Note } from "./note.ts";
import { NoteBook, type NoteReader } from "./note-book.ts";

function note(id: string, minute: number, extra: Partial<Note> = {}): Note {
  return {
    id,
    title: id,
    content: "",
    color: "#1F2937",
    is_pinned: false,
    is_archived: false,
    is_cut: false,
    updated_at: `2026-01-01T00:${String(minute).padStart(2, "0")}:00+00:00`,
    revision: 1,
    change_number: minute,
    ...extra,
  };
}

function open(rows: Note[], onRow?: (id: string) => void) {
  const reader: NoteReader = {
    list: async (archived, from, most) => {
      const all = rows.filter(({ is_archived }) => is_archived === archived);
      return { notes: all.slice(from, from + most), count: all.length };
    },
    changes: async (since) => ({
      notes: rows.filter(({ change_number }) => change_number > since),
      count: rows.length,
    }),
    get: async (id) => rows.find((row) => row.id === id) ?? null,
  };
  const book = new NoteBook(reader, onRow);
  const ids = (archived = false) => book.list(archived).notes.map(({ id }) => id);
  return { book, ids, rows, reader };
}

describe("the list", () => {
  it("has pinned notes first, then the latest first, with archived ones separate", async () => {
    const { book, ids } = open([
      note("a", 1),
      note("b", 3),
      note("c", 2, { is_pinned: true }),
      note("d", 9, { is_archived: true }),
    ]);
    await book.load(false);
    expect(ids()).toEqual(["c", "b", "a"]);
    await book.load(true);
    expect(ids(true)).toEqual(["d"]);
  });

  it("is read completely, in pages", async () => {
    const { book, ids } = open(Array.from({ length: 2500 }, (_, index) => note(`n${index}`, 1)));
    await book.load(false);
    expect(ids()).toHaveLength(2500);
  });

  it("is the same object until something changes", async () => {
    const { book } = open([note("a", 1)]);
    await book.load(false);
    const before = book.list(false);
    expect(book.list(false)).toBe(before);
    book.take(note("a", 1));
    expect(book.list(false)).toBe(before);
    book.take(note("a", 2));
    expect(book.list(false)).not.toBe(before);
  });

  it("drops notes deleted elsewhere when it is reloaded", async () => {
    const { book, ids, rows } = open([note("a", 1), note("b", 2)]);
    await book.load(false);
    rows.pop();
    await book.load(false);
    expect(ids()).toEqual(["a"]);
  });

  it("never shows a note again that was removed here, unless it was restored later", async () => {
    const { book, ids } = open([note("a", 1)]);
    await book.load(false);
    book.forget("a");
    await book.load(false);
    expect(ids()).toEqual([]);
    book.take(note("a", 5));
    expect(ids()).toEqual(["a"]);
  });

  it("does not replace a newer row with an older one", () => {
    const { book } = open([]);
    book.take(note("a", 5, { title: "new" }));
    book.take(note("a", 1, { title: "old" }));
    expect(book.get("a")?.title).toBe("new");
  });
});

describe("changes elsewhere", () => {
  it("arrive with the next sync", async () => {
    const { book, ids, rows } = open([note("a", 1)]);
    await book.load(false);
    rows[0] = note("a", 2, { title: "changed", revision: 2 });
    rows.push(note("b", 3));
    expect(await book.sync()).toBe(false);
    expect(ids()).toEqual(["b", "a"]);
    expect(book.get("a")?.title).toBe("changed");
  });

  it("arrive even if the server's clock went backwards", async () => {
    const { book, rows } = open([note("a", 30)]);
    await book.load(false);
    rows[0] = note("a", 10, { title: "changed", revision: 2, change_number: 31 });
    await book.sync();
    expect(book.get("a")?.title).toBe("changed");
  });

  it("arrive even if made while the list was being read", async () => {
    const { book, rows, reader } = open(
      Array.from({ length: 150 }, (_, index) =>
        note(`n${index}`, 1, { change_number: 150 - index }),
      ),
    );
    const { list } = reader;
    reader.list = async (archived, from, most) => {
      const part = await list(archived, from, most);
      // A row that was already read changes, then one that was not.
      if (from === 0) {
        rows[0] = note("n0", 2, { title: "changed", change_number: 151 });
        rows[149] = note("n149", 2, { title: "changed", change_number: 152 });
      }
      return part;
    };
    await book.load(false);
    await book.sync();
    expect(book.get("n0")?.title).toBe("changed");
    expect(book.get("n149")?.title).toBe("changed");
  });

  it("that remove notes are detected by the count", async () => {
    const { book, rows } = open([note("a", 1), note("b", 2)]);
    await book.load(false);
    expect(await book.sync()).toBe(false);
    rows.pop();
    expect(await book.sync()).toBe(true);
    expect(await book.sync()).toBe(false);
  });

  it("made here need no second sync", async () => {
    const { book, rows } = open([note("a", 1), note("b", 2)]);
    await book.load(false);
    await book.sync();
    rows.pop();
    book.forget("b");
    expect(await book.sync()).toBe(false);
  });
});

describe("the cached list of the last visit", () => {
  it("is shown until the list has been read, which drops deleted notes", async () => {
    const { book, ids, rows } = open([note("a", 5, { title: "newer" })]);
    book.restore([note("a", 1), note("b", 2), note("c", 3, { is_archived: true })]);
    expect(ids()).toEqual(["b", "a"]);
    expect(ids(true)).toEqual(["c"]);
    expect(book.list(false).complete).toBe(true);
    rows.push(note("d", 6));
    await book.load(false);
    expect(ids()).toEqual(["d", "a"]);
    expect(book.get("a")?.title).toBe("newer");
    expect(ids(true)).toEqual(["c"]);
    await book.load(true);
    expect(ids(true)).toEqual([]);
  });

  it("is dropped even if the list was being read meanwhile", async () => {
    const { book, ids } = open([note("a", 5)]);
    const loading = book.load(false);
    book.restore([note("b", 2)]);
    await loading;
    expect(ids()).toEqual(["a"]);
  });

  it("never replaces rows that are already known", () => {
    const { book } = open([]);
    book.take(note("a", 5, { title: "new" }));
    book.restore([note("a", 9, { title: "of another clock" })]);
    expect(book.get("a")?.title).toBe("new");
  });
});

it("notifies of every added, changed or removed row", async () => {
  const told: string[] = [];
  const { book } = open([note("a", 1)], (id) => told.push(id));
  await book.load(false);
  await book.load(false);
  book.take(note("a", 2));
  book.forget("a");
  expect(told).toEqual(["a", "a", "a"]);
});

describe("a long note", () => {
  it("is fetched in full when opened, and stays complete until it changes", async () => {
    const { book, rows } = open([]);
    book.take(note("a", 1, { content: "beginn", is_cut: true }));
    rows.push(note("a", 1, { content: "beginning and end" }));
    expect(await book.open("a")).toMatchObject({ content: "beginning and end", is_cut: false });
    book.take(note("a", 1, { content: "beginn", is_cut: true }));
    expect(book.get("a")).toMatchObject({ content: "beginning and end", is_cut: false });
    book.take(note("a", 2, { content: "another", is_cut: true }));
    expect(book.get("a")).toMatchObject({ content: "another", is_cut: true });
  });
});
