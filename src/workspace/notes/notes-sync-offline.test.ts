import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { note, openSync, unreached } from "./notes-sync.fixture.ts";
import type { NoteReader } from "./notes-sync.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the cached list of the last visit", () => {
  const cached = [note("a", 1), note("b", 2), note("c", 3, { is_archived: true })];

  it("is shown until the list has been read, which drops deleted notes", async () => {
    const { sync, store, ids, rows, reader } = openSync([note("a", 5, { title: "newer" })], {
      cached,
    });
    reader.list.mockRejectedValueOnce(unreached);
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
    expect(ids(true)).toEqual(["c"]);
    await sync.load(true);
    expect(ids(true)).toEqual([]);
  });

  it("is shown after 1.5 seconds without a response, and replaced by the response", async () => {
    const { sync, ids, reader } = openSync([note("a", 5)], { cached: [note("b", 2)] });
    const respond = reader.list.getMockImplementation() as NoteReader["list"];
    reader.list.mockImplementationOnce(async (...part) => {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      return respond(...part);
    });
    const loading = sync.load(false);
    await vi.advanceTimersByTimeAsync(1_499);
    expect(ids()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ids()).toEqual(["b"]);
    await vi.advanceTimersByTimeAsync(5_000);
    await loading;
    expect(ids()).toEqual(["a"]);
  });

  it("is completed by the first sync that gets a response", async () => {
    const { sync, ids, reader } = openSync([note("a", 5)], { cached: [note("b", 2)] });
    reader.list.mockRejectedValueOnce(unreached);
    await expect(sync.load(false)).rejects.toThrow(unreached);
    await sync.sync();
    expect(ids()).toEqual(["a"]);
  });

  it("never replaces rows that are already known", async () => {
    const { sync, store, take, reader } = openSync([], {
      cached: [note("a", 9, { title: "cached" })],
    });
    take(note("a", 5, { title: "known" }));
    reader.list.mockRejectedValueOnce(unreached);
    await expect(sync.load(false)).rejects.toThrow(unreached);
    expect(store.get("a")?.title).toBe("known");
  });

  it("is searched while there is no response", async () => {
    const { sync, reader } = openSync([], { cached });
    const { signal } = new AbortController();
    expect(await sync.searchLong("word", signal)).toEqual(["found"]);
    reader.searchLong.mockRejectedValueOnce(unreached);
    expect(await sync.searchLong("word", signal)).toEqual(["found in the cache"]);
    reader.changes.mockRejectedValueOnce(unreached);
    await sync.probe();
    expect(await sync.searchLong("word", signal)).toEqual(["found in the cache"]);
    expect(reader.searchLong).toHaveBeenCalledTimes(2);
  });

  it("is updated with both views three seconds after the list was read", async () => {
    const { sync, cache } = openSync([note("a", 1), note("b", 2, { is_archived: true })]);
    await sync.load(false);
    expect(cache.replace).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(cache.replace).toHaveBeenCalledWith([
      expect.objectContaining({ id: "a" }),
      expect.objectContaining({ id: "b" }),
    ]);
  });
});

it("the backend's first response after a time offline sends what is unsaved", async () => {
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
