import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BEFORE_ALL } from "../shell/changes.ts";
import { transition } from "./note-machine.ts";
import type { NoteReader } from "./notes-api.ts";
import { note, openSync, unreached } from "./notes-sync.fixture.ts";
import { failureOf } from "./save-failure.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const moment = { now: 0, jitter: 0 };

/** A note whose new title is not sent yet. */
const edited = (id: string) =>
  transition(
    null,
    { type: "edit", patch: { title: "typed" }, stored: note(id, 1), delayMs: 0 },
    moment,
  );

describe("the list", () => {
  it("the list has pinned notes first, then the latest first, with archived ones separate", async () => {
    const { sync, ids } = openSync([
      note("a", 1),
      note("b", 3),
      note("c", 2, { is_pinned: true }),
      note("d", 9, { is_archived: true }),
    ]);
    await sync.load(false);
    expect(ids()).toEqual(["c", "b", "a"]);
    await sync.load(true);
    expect(ids(true)).toEqual(["d"]);
  });

  it("the list of notes is read completely, in parts", async () => {
    const { sync, ids } = openSync(
      Array.from({ length: 2500 }, (_, index) =>
        note(`n${index}`, 1, { change_number: index + 1 }),
      ),
    );
    await Promise.all([sync.load(false), vi.advanceTimersByTimeAsync(500)]);
    expect(ids()).toHaveLength(2500);
  });

  it("the list of notes is the same object until a note changes", async () => {
    const { sync, store, take } = openSync([note("a", 1)]);
    await sync.load(false);
    const before = store.list(false);
    expect(store.list(false)).toBe(before);
    take(note("a", 1));
    expect(store.list(false)).toBe(before);
    take(note("a", 2));
    expect(store.list(false)).not.toBe(before);
  });

  it("the list drops notes deleted in the meantime when it is reloaded", async () => {
    const { sync, ids, rows } = openSync([note("a", 1), note("b", 2)]);
    await sync.load(false);
    rows.pop();
    await sync.load(false);
    expect(ids()).toEqual(["a"]);
  });

  it("the list of notes never shows a note again that was removed in this tab, unless it was restored later", async () => {
    const { sync, ids, remove, take } = openSync([note("a", 1)]);
    await sync.load(false);
    remove("a");
    await sync.load(false);
    expect(ids()).toEqual([]);
    take(note("a", 5));
    expect(ids()).toEqual(["a"]);
  });

  it("the list of notes does not replace a newer row with an older one", () => {
    const { store, take } = openSync([]);
    take(note("a", 5, { title: "new" }));
    take(note("a", 1, { title: "old" }));
    expect(store.get("a")?.title).toBe("new");
  });
});

describe("changes from other tabs and devices", () => {
  it("changes from other tabs and devices arrive with the next sync", async () => {
    const { sync, store, ids, rows } = openSync([note("a", 1)]);
    await sync.load(false);
    rows[0] = note("a", 2, { title: "changed", revision: 2 });
    rows.push(note("b", 3));
    await sync.sync();
    expect(ids()).toEqual(["b", "a"]);
    expect(store.get("a")?.title).toBe("changed");
  });

  it("changes from other tabs and devices are passed to the outbox", async () => {
    const { sync, outbox, rows } = openSync([note("a", 1)]);
    await sync.load(false);
    rows[0] = note("a", 2, { title: "changed", revision: 2 });
    await sync.sync();
    expect(outbox.receive).toHaveBeenLastCalledWith(rows[0]);
  });

  it("changes from other tabs and devices arrive even if the server's clock went backwards", async () => {
    const { sync, store, rows } = openSync([note("a", 30)]);
    await sync.load(false);
    rows[0] = note("a", 10, { title: "changed", revision: 2, change_number: 31 });
    await sync.sync();
    expect(store.get("a")?.title).toBe("changed");
  });

  it("changes from other tabs and devices arrive even if made while the list was being read", async () => {
    const { sync, store, rows, reader } = openSync(
      Array.from({ length: 150 }, (_, index) =>
        note(`n${index}`, 1, { change_number: 150 - index }),
      ),
    );
    reader.list.mockImplementationOnce(async (_archived, limit) => {
      const notes = rows.slice(0, limit);
      // Changes a row that was already read, then one that was not.
      rows[0] = note("n0", 2, { title: "changed", change_number: 151 });
      rows[149] = note("n149", 2, { title: "changed", change_number: 152 });
      return notes;
    });
    await Promise.all([sync.load(false), vi.advanceTimersByTimeAsync(500)]);
    await sync.sync();
    expect(store.get("n0")?.title).toBe("changed");
    expect(store.get("n149")?.title).toBe("changed");
  });

  it("changes from other tabs and devices that remove notes are detected by the count, which reads the list again, once", async () => {
    const { sync, rows, ids, reader } = openSync([note("a", 1), note("b", 2)]);
    await sync.load(false);
    await sync.sync();
    expect(reader.list).toHaveBeenCalledTimes(1);
    rows.pop();
    await sync.sync();
    expect(reader.list).toHaveBeenCalledTimes(2);
    expect(ids()).toEqual(["a"]);
    await sync.sync();
    await sync.sync();
    expect(reader.list).toHaveBeenCalledTimes(2);
  });

  it("changes from other tabs and devices that remove notes before the first sync, or before one that fails, are detected", async () => {
    const { sync, rows, ids, reader } = openSync([note("a", 1), note("b", 2), note("c", 3)]);
    await sync.load(false);
    await sync.load(true);
    rows.pop();
    await sync.sync();
    expect(ids()).toEqual(["b", "a"]);
    rows.pop();
    reader.list.mockRejectedValueOnce(unreached);
    await expect(sync.sync()).rejects.toBe(unreached);
    await sync.sync();
    expect(ids()).toEqual(["a"]);
  });

  it("deletions of notes on other devices arrive with the other changes, in their order", async () => {
    const { sync, rows, deleted, ids, reader, store } = openSync([note("a", 1), note("b", 2)]);
    await sync.load(false);
    await sync.load(true);
    rows.pop();
    rows.push(note("c", 3), note("d", 7));
    // One note was restored, and the other was never seen by this tab.
    deleted.push({ id: "b", change_number: 4 }, { id: "d", change_number: 5 });
    deleted.push({ id: "never", change_number: 6 });
    await sync.sync();
    expect(ids()).toEqual(["d", "c", "a"]);
    expect(reader.list).toHaveBeenCalledTimes(1);
    expect(reader.changes).toHaveBeenLastCalledWith(2, 1000);
    // Late responses to earlier reads.
    store.update(() => store.server.add(note("b", 2)));
    store.update(() => store.server.add(note("never", 5)));
    expect(ids()).toEqual(["d", "c", "a"]);
    await sync.sync();
    expect(reader.changes).toHaveBeenLastCalledWith(7, 1000);
    expect(reader.list).toHaveBeenCalledTimes(1);
  });

  it("changes from other tabs and devices that delete a note with unsaved text leave it to the outbox", async () => {
    const { sync, rows, deleted, ids, store } = openSync([note("a", 1), note("b", 2)]);
    await sync.load(false);
    await sync.load(true);
    store.setUnsaved("b", edited("b").state);
    rows.pop();
    deleted.push({ id: "b", change_number: 3 });
    await sync.sync();
    expect(ids()).toEqual(["a", "b"]);
    // The outbox detects the deletion, or all notes are read again.
    store.setUnsaved("b", null);
    await sync.sync();
    expect(ids()).toEqual(["a"]);
  });

  it("changes made in this tab do not read the list of notes again", async () => {
    const { sync, rows, remove, reader } = openSync([note("a", 1), note("b", 2)]);
    await sync.load(false);
    await sync.sync();
    rows.pop();
    remove("b");
    await sync.sync();
    expect(reader.list).toHaveBeenCalledTimes(1);
  });
});

it("every added, changed or removed note is reported to listeners", async () => {
  const { sync, take, remove, changedRows } = openSync([note("a", 1)]);
  await sync.load(false);
  await sync.load(false);
  take(note("a", 2));
  remove("a");
  expect(changedRows).toEqual(["a", "a", "a"]);
});

describe("a long note", () => {
  it("a long note is fetched in full when opened, and stays complete until it changes", async () => {
    const { sync, store, rows, take } = openSync([]);
    take(note("a", 1, { content: "beginn", is_cut: true }));
    rows.push(note("a", 1, { content: "beginning and end" }));
    expect(await sync.open("a")).toMatchObject({ content: "beginning and end", is_cut: false });
    take(note("a", 1, { content: "beginn", is_cut: true }));
    expect(store.get("a")).toMatchObject({ content: "beginning and end", is_cut: false });
    take(note("a", 2, { content: "another", is_cut: true }));
    expect(store.get("a")).toMatchObject({ content: "another", is_cut: true });
  });

  it("a long note is dropped if it turns out to be deleted", async () => {
    const { sync, store, take } = openSync([]);
    take(note("a", 1, { content: "beginn", is_cut: true }));
    expect(await sync.open("a")).toBeUndefined();
    expect(store.get("a")).toBeUndefined();
  });
});

describe("the cached list of the last visit", () => {
  const cached = [note("a", 1), note("b", 2), note("c", 3, { is_archived: true })];

  it("the cached list of the last visit is shown until the list has been read, which drops deleted notes", async () => {
    const { sync, store, ids, rows, reader } = openSync([note("a", 5, { title: "newer" })], {
      cached,
    });
    reader.list.mockRejectedValueOnce(unreached);
    reader.changes.mockRejectedValueOnce(unreached);
    await expect(sync.load(false)).rejects.toThrow(unreached);
    expect(ids()).toEqual(["b", "a"]);
    expect(ids(true)).toEqual(["c"]);
    expect(store.list(false).complete).toBe(true);
    expect(store.isOffline()).toBe(true);
    rows.push(note("d", 6));
    await sync.load(false);
    expect(ids()).toEqual(["d", "a"]);
    expect(store.get("a")?.title).toBe("newer");
    expect(store.isOffline()).toBe(false);
    expect(ids(true)).toEqual([]);
  });

  it("the cached list of the last visit is shown after 1.5 seconds without a response, and replaced by the response", async () => {
    const { sync, ids, reader } = openSync([note("a", 5)], { cached: [note("b", 2)] });
    const late = () => new Promise((resolve) => setTimeout(resolve, 5_000));
    const list = reader.list.getMockImplementation() as NoteReader["list"];
    const changes = reader.changes.getMockImplementation() as NoteReader["changes"];
    reader.list.mockImplementationOnce((...part) => late().then(() => list(...part)));
    reader.changes.mockImplementationOnce((...part) => late().then(() => changes(...part)));
    const loading = sync.load(false);
    await vi.advanceTimersByTimeAsync(1_499);
    expect(ids()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ids()).toEqual(["b"]);
    await vi.advanceTimersByTimeAsync(5_000);
    await loading;
    expect(ids()).toEqual(["a"]);
  });

  it("the cached list of the last visit is completed by the first sync that gets a response", async () => {
    const { sync, ids, reader } = openSync([note("a", 5)], { cached: [note("b", 2)] });
    reader.list.mockRejectedValueOnce(unreached);
    await expect(sync.load(false)).rejects.toThrow(unreached);
    await sync.sync();
    expect(ids()).toEqual(["a"]);
  });

  it("the cached list of the last visit never replaces rows that are already known", async () => {
    const { sync, store, take, reader } = openSync([], {
      cached: [note("a", 9, { title: "cached" })],
    });
    take(note("a", 5, { title: "known" }));
    reader.list.mockRejectedValueOnce(unreached);
    await expect(sync.load(false)).rejects.toThrow(unreached);
    expect(store.get("a")?.title).toBe("known");
  });

  it("the cached list of the last visit is searched while there is no response", async () => {
    const { sync, reader } = openSync([], { cached });
    await sync.load(false);
    await sync.load(true);
    const { signal } = new AbortController();
    expect(await sync.searches.find("word", signal)).toEqual(["found"]);
    reader.searchLong.mockRejectedValueOnce(unreached);
    expect(await sync.searches.find("word", signal)).toEqual(["found in the cache"]);
    reader.changes.mockRejectedValueOnce(unreached);
    await sync.probe();
    expect(await sync.searches.find("word", signal)).toEqual(["found in the cache"]);
    expect(reader.searchLong).toHaveBeenCalledTimes(2);
  });

  it("the cached list of the last visit is updated with both views three seconds after the list was read", async () => {
    const { sync, cache } = openSync([note("a", 1), note("b", 2, { is_archived: true })]);
    await sync.load(false);
    expect(cache.replace).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(cache.replace).toHaveBeenCalledWith(
      [expect.objectContaining({ id: "a" }), expect.objectContaining({ id: "b" })],
      2,
    );
  });
});

it("the backend's first response after a time offline triggers sending unsaved notes", async () => {
  const { sync, store, outbox, reader } = openSync([note("a", 1)]);
  await sync.load(false);
  reader.changes.mockRejectedValueOnce(unreached);
  await sync.probe();
  expect(store.isOffline()).toBe(true);
  outbox.flush.mockClear();
  await sync.sync();
  expect(outbox.flush).toHaveBeenCalledTimes(1);
  expect(store.isOffline()).toBe(false);
});

it("a response triggers sending notes whose earlier save got no response", async () => {
  const { sync, store, outbox } = openSync([note("a", 1)]);
  await sync.load(false);
  outbox.flush.mockClear();
  const { state } = edited("a");
  store.setUnsaved("a", state);
  await sync.sync();
  expect(outbox.flush).not.toHaveBeenCalled();
  store.setUnsaved("a", transition(state, failureOf(unreached), moment).state);
  await sync.sync();
  expect(outbox.flush).toHaveBeenCalledTimes(1);
});

describe("a search before the list is complete", () => {
  const { signal } = new AbortController();

  it("a search before the list is complete asks the backend, and adds the notes it returns to the list", async () => {
    const { sync, reader, ids } = openSync([note("a", 1), note("b", 2, { is_archived: true })]);
    expect(await sync.searches.find("a", signal)).toEqual(["a"]);
    expect(await sync.searches.find("b", signal)).toEqual(["b"]);
    expect([ids(), ids(true)]).toEqual([["a"], ["b"]]);
    expect(reader.searchLong).not.toHaveBeenCalled();
    await sync.load(false);
    expect(await sync.searches.find("a", signal)).toEqual(["found"]);
  });

  it("a search before the list is complete makes one request at a time, and only the latest waiting search", async () => {
    const { sync, reader } = openSync([note("a", 1)]);
    let respond = () => {};
    reader.search.mockImplementationOnce(
      () => new Promise((resolve) => (respond = () => resolve([note("a", 1)]))),
    );
    const first = sync.searches.find("a", signal);
    const aborted = new AbortController();
    const second = sync.searches.find("ab", aborted.signal);
    const third = sync.searches.find("a", signal);
    await vi.advanceTimersByTimeAsync(100);
    expect(reader.search).toHaveBeenCalledTimes(1);
    aborted.abort();
    respond();
    expect(await first).toEqual(["a"]);
    await expect(second).rejects.toThrow("aborted");
    expect(await third).toEqual(["a"]);
    expect(reader.search.mock.calls).toEqual([["a"], ["a"]]);
  });

  it("a search before the list is complete has priority over the rest of the list", async () => {
    const rows = Array.from({ length: 150 }, (_, index) =>
      note(`n${index}`, 1, { change_number: index + 1 }),
    );
    const { sync, reader, ids } = openSync(rows);
    let respond = () => {};
    reader.search.mockImplementationOnce(
      () => new Promise((resolve) => (respond = () => resolve([]))),
    );
    const loading = sync.load(false);
    const searching = sync.searches.find("n149", signal);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ids()).toHaveLength(100);
    respond();
    await searching;
    await Promise.all([loading, vi.advanceTimersByTimeAsync(300)]);
    expect(ids()).toHaveLength(150);
  });

  it("a search before the list is complete continues after a failed search", async () => {
    const { sync, reader } = openSync([note("a", 1)]);
    reader.search.mockRejectedValueOnce(new Error("refused"));
    await expect(sync.searches.find("a", signal)).rejects.toThrow("refused");
    expect(await sync.searches.find("a", signal)).toEqual(["a"]);
  });
});

describe("a first read of many notes", () => {
  const rows = Array.from({ length: 2_500 }, (_, index) =>
    note(`n${index}`, 1, { change_number: index + 1 }),
  );

  it("a first read of many notes is stored on the device part by part, with the number to continue after", async () => {
    const { sync, cache } = openSync(rows);
    await Promise.all([sync.load(false), vi.advanceTimersByTimeAsync(400)]);
    expect(cache.add.mock.calls.map(([part, upTo]) => [part.length, upTo])).toEqual([
      [100, 100],
      [1_000, 1_100],
      [1_000, 2_100],
    ]);
  });

  it("a first read of many notes continues after the parts that an interrupted visit has stored", async () => {
    const { sync, reader, cache, ids } = openSync(rows, {
      cached: rows.slice(0, 1_100),
      syncedUpTo: 1_100,
    });
    await Promise.all([sync.load(false), vi.advanceTimersByTimeAsync(400)]);
    expect(ids()).toHaveLength(2_500);
    expect(reader.changes.mock.calls).toEqual([
      [1_100, 100],
      [1_200, 1000],
      [2_200, 1000],
    ]);
    expect(cache.add.mock.calls.map(([, upTo]) => upTo)).toEqual([1_200, 2_200]);
  });

  it("a first read of many notes reads both views once, also if the archive is opened meanwhile", async () => {
    const { sync, reader, ids } = openSync([...rows, note("z", 9, { is_archived: true })]);
    const loading = [sync.load(false), sync.load(true)];
    await Promise.all([...loading, vi.advanceTimersByTimeAsync(400)]);
    expect([ids().length, ids(true)]).toEqual([2_500, ["z"]]);
    expect(reader.changes.mock.calls.filter(([since]) => since === BEFORE_ALL)).toHaveLength(1);
  });

  it("a list that replaces a wrong one on the device is not stored part by part", async () => {
    const { sync, cache } = openSync(rows, { cached: [note("gone", 1)], syncedUpTo: 2_500 });
    await Promise.all([sync.load(false), vi.advanceTimersByTimeAsync(800)]);
    expect(cache.add).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(cache.replace).toHaveBeenCalledWith(expect.anything(), 2_500);
  });
});

describe("a list that was in sync at the last visit", () => {
  const cached = [
    note("a", 1),
    note("b", 2),
    note("c", 3, { is_archived: true }),
    note("d", 4, { is_archived: true }),
  ];

  it("a list that was in sync at the last visit is shown at once, and completed by later changes", async () => {
    const { sync, store, ids, reader } = openSync(
      [...cached.slice(1), note("a", 5, { title: "changed" }), note("e", 6)],
      { cached, syncedUpTo: 4 },
    );
    let respond = () => {};
    const list = reader.list.getMockImplementation() as NoteReader["list"];
    reader.list.mockImplementationOnce(async (...part) => {
      await new Promise<void>((resolve) => (respond = resolve));
      return list(...part);
    });
    const loading = sync.load(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(ids()).toEqual(["b", "a"]);
    expect([store.list(false).complete, store.isOffline()]).toEqual([false, false]);
    respond();
    await loading;
    expect([ids(), ids(true)]).toEqual([
      ["e", "a", "b"],
      ["d", "c"],
    ]);
    expect(store.get("a")?.title).toBe("changed");
    expect([store.list(false).complete, store.list(true).complete]).toEqual([true, true]);
    expect(reader.changes.mock.calls).toEqual([[4, 100]]);
    await sync.load(true);
    expect(reader.list).toHaveBeenCalledTimes(1);
    await sync.sync();
    expect(reader.changes).toHaveBeenLastCalledWith(6, 1000);
    await sync.load(true);
    expect(reader.list).toHaveBeenCalledTimes(2);
  });

  it("a list that was in sync at the last visit lets searches run between parts of many changes", async () => {
    const changed = Array.from({ length: 1_150 }, (_, index) =>
      note(`n${index}`, 1, { change_number: 5 + index }),
    );
    const { sync, reader, ids } = openSync([...cached, ...changed], { cached, syncedUpTo: 4 });
    let respond = () => {};
    reader.search.mockImplementationOnce(
      () => new Promise((resolve) => (respond = () => resolve([]))),
    );
    const loading = sync.load(false);
    const { signal } = new AbortController();
    const searching = sync.searches.find("n1149", signal);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reader.changes.mock.calls).toEqual([[4, 100]]);
    respond();
    await searching;
    await vi.advanceTimersByTimeAsync(299);
    await sync.searches.find("n1148", signal);
    await vi.advanceTimersByTimeAsync(299);
    expect(reader.changes).toHaveBeenCalledTimes(1);
    await Promise.all([loading, vi.advanceTimersByTimeAsync(300)]);
    expect(reader.changes.mock.calls).toEqual([
      [4, 100],
      [104, 1000],
      [1104, 1000],
    ]);
    expect(ids()).toHaveLength(1_152);
  });

  it("a list that was in sync at the last visit drops deleted notes without reading everything", async () => {
    const { sync, ids, reader } = openSync([note("b", 2), cached[2] as never, note("e", 5)], {
      cached,
      syncedUpTo: 4,
      deleted: ["a", "d", "other"].map((id, index) => ({ id, change_number: 6 + index })),
    });
    await sync.load(false);
    expect([ids(), ids(true)]).toEqual([["e", "b"], ["c"]]);
    expect(reader.list).toHaveBeenCalledTimes(1);
  });

  it("a list that was in sync at the last visit is read completely if the count still differs", async () => {
    const { sync, ids, reader } = openSync([note("b", 2)], { cached, syncedUpTo: 4 });
    await sync.load(false);
    expect([ids(), ids(true)]).toEqual([["b"], []]);
    expect(reader.changes.mock.calls).toEqual([
      [4, 100],
      [BEFORE_ALL, 100],
    ]);
  });

  it("a list that was in sync at the last visit is discarded if the database was replaced by an older state", async () => {
    const older = [note("a", 1), note("b", 1, { title: "older", change_number: 2 })];
    const newer = [note("a", 1), note("b", 9, { title: "newer", change_number: 9 })];
    const { sync, store } = openSync(older, { cached: newer, syncedUpTo: 9 });
    await sync.load(false);
    expect(store.get("b")?.title).toBe("older");
  });

  it("a list that was in sync at the last visit is compared again after a failure in between", async () => {
    const { sync, ids, reader } = openSync([note("b", 2)], { cached, syncedUpTo: 4 });
    reader.changes.mockRejectedValueOnce(unreached);
    await expect(sync.load(false)).rejects.toThrow(unreached);
    expect(ids()).toEqual(["b", "a"]);
    await sync.sync();
    expect([ids(), ids(true)]).toEqual([["b"], []]);
  });
});
