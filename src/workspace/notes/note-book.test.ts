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
      notes: rows.filter(({ updated_at }) => Date.parse(updated_at) >= Date.parse(since)),
      count: rows.length,
    }),
    get: async (id) => rows.find((row) => row.id === id) ?? null,
  };
  const book = new NoteBook(reader, onRow);
  const ids = (archived = false) => book.list(archived).notes.map(({ id }) => id);
  return { book, ids, rows };
}

describe("the list", () => {
  it("is pinned first, then the latest first, the archived apart", async () => {
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

  it("is read to its end, in parts", async () => {
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

  it("drops what was deleted elsewhere when it is read again", async () => {
    const { book, ids, rows } = open([note("a", 1), note("b", 2)]);
    await book.load(false);
    rows.pop();
    await book.load(false);
    expect(ids()).toEqual(["a"]);
  });

  it("never brings back what was removed here, unless it was brought back later", async () => {
    const { book, ids } = open([note("a", 1)]);
    await book.load(false);
    book.forget("a");
    await book.load(false);
    expect(ids()).toEqual([]);
    book.take(note("a", 5));
    expect(ids()).toEqual(["a"]);
  });

  it("does not put an older row over a newer one", () => {
    const { book } = open([]);
    book.take(note("a", 5, { title: "new" }));
    book.take(note("a", 1, { title: "old" }));
    expect(book.get("a")?.title).toBe("new");
  });
});

describe("changes elsewhere", () => {
  it("come with the next look", async () => {
    const { book, ids, rows } = open([note("a", 1)]);
    await book.load(false);
    rows[0] = note("a", 2, { title: "changed", revision: 2 });
    rows.push(note("b", 3));
    expect(await book.sync()).toBe(false);
    expect(ids()).toEqual(["b", "a"]);
    expect(book.get("a")?.title).toBe("changed");
  });

  it("that removed something are noticed by the number", async () => {
    const { book, rows } = open([note("a", 1), note("b", 2)]);
    await book.load(false);
    expect(await book.sync()).toBe(false);
    rows.pop();
    expect(await book.sync()).toBe(true);
    expect(await book.sync()).toBe(false);
  });

  it("made here need no second look", async () => {
    const { book, rows } = open([note("a", 1), note("b", 2)]);
    await book.load(false);
    await book.sync();
    rows.pop();
    book.forget("b");
    expect(await book.sync()).toBe(false);
  });
});

describe("what was known at the last visit", () => {
  it("is shown until the list has been read, which says what is still there", async () => {
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

  it("goes when the list was being read all the while", async () => {
    const { book, ids } = open([note("a", 5)]);
    const loading = book.load(false);
    book.restore([note("b", 2)]);
    await loading;
    expect(ids()).toEqual(["a"]);
  });

  it("is never put over what is known by now", () => {
    const { book } = open([]);
    book.take(note("a", 5, { title: "new" }));
    book.restore([note("a", 9, { title: "of another clock" })]);
    expect(book.get("a")?.title).toBe("new");
  });
});

it("tells of every row that is new, another, or gone", async () => {
  const told: string[] = [];
  const { book } = open([note("a", 1)], (id) => told.push(id));
  await book.load(false);
  await book.load(false);
  book.take(note("a", 2));
  book.forget("a");
  expect(told).toEqual(["a", "a", "a"]);
});

describe("a long note", () => {
  it("is read whole when it is opened, and stays whole", async () => {
    const { book, rows } = open([]);
    book.take(note("a", 1, { content: "beginn", is_cut: true }));
    rows.push(note("a", 1, { content: "beginning and end" }));
    expect(await book.open("a")).toMatchObject({ content: "beginning and end", is_cut: false });
    book.take(note("a", 2, { content: "beginn", is_cut: true }));
    expect(book.get("a")).toMatchObject({ content: "beginning and end", is_cut: false });
  });
});
