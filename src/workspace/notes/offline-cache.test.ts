import { describe, expect, it, vi } from "vitest";
import { FakeDevice } from "../shell/user-store.fixture.ts";
import { anyNote } from "./note.fixture.ts";
import type { Note } from "./note.ts";
import { createOfflineCache } from "./offline-cache.ts";

const note = (id: string, change_number: number, content = "", is_cut = false) =>
  anyNote(id, { title: id, content, is_cut, change_number });

const LONG = `${"word ".repeat(400)}needle`;

/** Opens a tab with these rows, on a device that may already have cached ones. */
function open(rows: Note[], device = new FakeDevice()) {
  const known = new Map(rows.map((row) => [row.id, row]));
  const cache = createOfflineCache(device);
  const change = (row: Note) => {
    known.set(row.id, row);
    cache.update(row.id, row);
  };
  const all = () => cache.replace([...known.values()], 7);
  return { device, cache, change, all };
}

describe("the offline cache", () => {
  it("the offline cache contains every row at the next visit", async () => {
    const { device, all } = open([note("a", 1, "short"), note("b", 2)]);
    await all();
    const next = open([], device);
    expect(await next.cache.read()).toEqual([note("a", 1, "short"), note("b", 2)]);
    expect(await next.cache.syncedUpTo()).toBe(7);
  });

  it("the offline cache returns null before the first visit, and an empty list after a visit without notes", async () => {
    const { cache, all } = open([]);
    expect([await cache.read(), await cache.syncedUpTo()]).toEqual([null, undefined]);
    await all();
    expect(await cache.read()).toEqual([]);
  });

  it("the offline cache is written once, and a later visit writes only changed rows", async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => note(`n${index}`, 1));
    const first = open(rows);
    await first.all();
    expect(first.device.written.filter((key) => key.startsWith("row "))).toHaveLength(1_200);
    first.device.written = [];
    const next = open([...rows.slice(1), note("n0", 2, "newer")], first.device);
    await next.all();
    expect(next.device.written).toEqual(["row n0 v0000000000000002", "visited"]);
    expect(await next.device.keys("row n0 ")).toHaveLength(1);
  });

  it("the offline cache drops rows deleted in the meantime", async () => {
    const { device, all } = open([note("a", 1, LONG), note("b", 2)]);
    await all();
    const next = open([note("b", 2)], device);
    await next.all();
    expect(await next.cache.read()).toEqual([note("b", 2)]);
    expect(await device.keys("text ")).toEqual([]);
  });

  it("the offline cache is written again in full after a logout has cleared it", async () => {
    const { device, all, cache } = open([note("a", 1)]);
    await all();
    device.stored.clear();
    await all();
    expect(await cache.read()).toEqual([note("a", 1)]);
  });

  it("the offline cache follows changes automatically, one row at a time", async () => {
    const { device, all, change } = open([note("a", 1), note("b", 2)]);
    await all();
    device.written = [];
    change(note("a", 3, "changed"));
    await vi.waitFor(() => expect(device.written).toEqual(["row a v0000000000000003"]));
  });

  it("the offline cache stores a change before the page is idle, so that a crash does not restore the earlier state", async () => {
    const { device, change, all } = open([note("a", 1)]);
    await all();
    vi.stubGlobal("requestIdleCallback", () => {});
    try {
      change(note("a", 2, "newer"));
      await expect.poll(() => device.keys("row a ")).toEqual(["row a v0000000000000002"]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  describe("before it is replaced", () => {
    const visited = async (...rows: Note[]) => {
      const { device, all } = open(rows);
      await all();
      device.written = [];
      return { ...open([], device), again: () => open([], device).cache.read() };
    };

    it("the offline cache stores a few changes at once, because the tab may be killed", async () => {
      const { device, cache, change, again } = await visited(note("a", 1), note("b", 2));
      await cache.read();
      change(note("b", 2));
      change(note("a", 3, "newer"));
      cache.update("b", undefined);
      await expect.poll(again).toEqual([note("a", 3, "newer")]);
      expect(device.written).toEqual(["row a v0000000000000003"]);
      expect(await device.keys("row ")).toEqual(["row a v0000000000000003"]);
    });

    it("the offline cache stores a few changes at once even if the rows were not read, as on the dashboard", async () => {
      const { change, again } = await visited(note("a", 1), note("b", 2));
      change(note("a", 3, "newer"));
      await expect.poll(again).toEqual([note("a", 3, "newer"), note("b", 2)]);
    });

    it("the offline cache keeps rows that another tab has written since", async () => {
      const { device, change, again } = await visited(note("a", 1));
      await device.write([["row a v0000000000000009", note("a", 9)]], []);
      change(note("a", 3));
      await expect.poll(() => device.written).toHaveLength(2);
      expect(await again()).toEqual([note("a", 9)]);
    });

    it("the offline cache stores rows once, even if they are replaced at the same time", async () => {
      const { device, cache, change, again } = await visited(note("a", 1));
      await cache.read();
      change(note("a", 3, "newer"));
      await cache.replace([note("a", 3, "newer")], 7);
      expect(await device.keys("row ")).toEqual(["row a v0000000000000003"]);
      expect(await again()).toEqual([note("a", 3, "newer")]);
    });

    it("the offline cache stores no partial list at the first visit, because it would look complete", async () => {
      const { device, cache, change, all } = open([]);
      change(note("a", 1));
      await all();
      expect(device.written).toEqual(["row a v0000000000000001", "visited"]);
      expect(device.writes).toBe(2);
      expect(await cache.read()).toHaveLength(1);
    });

    it("the offline cache stores many changes only when the page is idle", async () => {
      const rows = Array.from({ length: 30 }, (_, index) => note(`n${index}`, 1));
      const { device, cache, change } = await visited(...rows);
      const { writes } = device;
      await cache.read();
      for (const { id } of rows) change(note(id, 2));
      await new Promise((resolve) => setTimeout(resolve));
      expect(device.writes).toBe(writes);
    });
  });

  it("the offline cache is flushed when the page is hidden", async () => {
    const { device, all, change, cache } = open([note("a", 1)]);
    await all();
    change(note("a", 3, "last"));
    cache.flush();
    await Promise.resolve();
    await vi.waitFor(() => expect(device.written).toContain("row a v0000000000000003"), {
      interval: 1,
      timeout: 100,
    });
  });

  it("the offline cache returns the later of two versions left by another tab", async () => {
    const { device } = open([]);
    for (const row of [note("a", 1), note("a", 2)]) {
      device.stored.set(`row a ${row.change_number}`, row);
    }
    const { cache } = open([], device);
    expect(await cache.read()).toEqual([note("a", 2)]);
  });
});

it("rows stored by an app before 1.1.0, without change numbers, are read again and replaced", async () => {
  const { device } = open([]);
  const { change_number: _none, ...older } = note("a", 1);
  device.stored.set(`row a ${older.updated_at}`, older).set("visited", true);
  const next = open([note("a", 7, "newer")], device);
  expect([await next.cache.read(), await next.cache.syncedUpTo()]).toEqual([[], undefined]);
  await next.all();
  expect(await next.cache.read()).toEqual([note("a", 7, "newer")]);
  expect(await device.keys("row ")).toHaveLength(1);
});

describe("a long text", () => {
  it("a long text is truncated in the list, and complete when the note is opened or searched", async () => {
    const row = note("a", 1, LONG);
    const { cache, all } = open([row]);
    await all();
    const [listed] = (await cache.read()) ?? [];
    expect(listed).toMatchObject({ is_cut: true, content: LONG.slice(0, 1500) });
    expect(await cache.getFull(listed as Note)).toEqual(row);
    expect(await cache.search("NEEDLE word")).toEqual(["a"]);
    expect(await cache.search("needle absent")).toEqual([]);
  });

  it("a long text is fetched once if only its start is known", async () => {
    const cut = note("a", 1, LONG.slice(0, 1500), true);
    const listFull = vi.fn(async () => [note("a", 1, LONG)]);
    const { cache, all, device } = open([cut]);
    await all();
    expect(await cache.getFull(cut)).toBeNull();
    await cache.fetchTexts([cut], listFull);
    expect(await cache.getFull(cut)).toEqual(note("a", 1, LONG));
    await cache.fetchTexts([cut], listFull);
    const next = open([cut], device);
    await next.all();
    await next.cache.fetchTexts([cut], listFull);
    expect(listFull).toHaveBeenCalledTimes(1);
    expect(await next.cache.getFull(cut)).toEqual(note("a", 1, LONG));
  });

  it("a long text is not used for another version of the row", async () => {
    const { cache, all } = open([note("a", 1, LONG)]);
    await all();
    expect(await cache.getFull(note("a", 2, LONG.slice(0, 1500), true))).toBeNull();
  });

  it("a long text is requested again later when it cannot be read now", async () => {
    const cut = note("a", 1, "beginning", true);
    const { cache, all } = open([cut]);
    await all();
    await cache.fetchTexts([cut], () => Promise.reject(new Error("offline")));
    await cache.fetchTexts([cut], async () => [note("a", 1, LONG)]);
    expect(await cache.getFull(cut)).toEqual(note("a", 1, LONG));
  });
});

it("writing to a full device is tried once and throws nothing", async () => {
  const { device, all, change, cache } = open([note("a", 1)]);
  device.full = true;
  await all();
  const { writes } = device;
  change(note("a", 2));
  cache.flush();
  await all();
  await cache.fetchTexts([note("b", 1, "", true)], async () => []);
  expect(device.writes).toBe(writes);
  expect(await cache.read()).toBeNull();
});
