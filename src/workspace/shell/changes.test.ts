import { QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import {
  BEFORE_ALL,
  createListSync,
  type Deletion,
  type Numbered,
  readAllChanges,
  readChanges,
  withChanges,
} from "./changes.ts";

interface Row extends Numbered {
  place: string;
}

const row = (id: string, change_number: number, place = "here"): Row => ({
  id,
  change_number,
  place,
});
const deletion = (id: string, change_number: number): Deletion => ({
  id,
  change_number,
  is_deleted: true,
});

/** A backend with these changes; `oldest` is the number before its first one. */
function openBackend(changes: (Row | Deletion)[], oldest = 0) {
  const backend = { changes, oldest, most: 1000 };
  const call = vi.fn(async ({ since, max_rows }: { since: number; max_rows: number }) => {
    if (max_rows > backend.most)
      return { data: null, error: { message: "Too large" }, status: 413 };
    const later = backend.changes
      .filter((one) => one.change_number > since && (since >= 0 || !("is_deleted" in one)))
      .sort((a, b) => a.change_number - b.change_number);
    const last = Math.max(backend.oldest, ...backend.changes.map((one) => one.change_number));
    const data = { changes: later.slice(0, max_rows), oldest: backend.oldest, last };
    return { data, error: null, status: 200 };
  });
  // The generated type of an answer does not know its form.
  const read = (since: number) =>
    readChanges<Row>(call as unknown as Parameters<typeof readChanges<Row>>[0], since);
  return { backend, call, read };
}

function openList(changes: (Row | Deletion)[], oldest = 0) {
  const { backend, call, read } = openBackend(changes, oldest);
  const client = new QueryClient();
  const sync = createListSync<Row>(read);
  const get = (place?: string) => {
    const readAll = async () =>
      withChanges<Row>(
        { rows: [], upTo: BEFORE_ALL },
        await readAllChanges<Row>(read),
        (one) => one.place === place,
      );
    return client.fetchQuery({
      queryKey: ["rows", place],
      queryFn: (context) =>
        sync(context, place === undefined ? {} : { holds: (one) => one.place === place, readAll }),
      structuralSharing: false,
    });
  };
  const ids = async (place?: string) => (await get(place)).rows.map(({ id }) => id);
  return { backend, call, client, get, ids };
}

it("readChanges asks for half as many changes when an answer is too large", async () => {
  const { backend, call, read } = openBackend([row("a", 1), row("b", 2)]);
  backend.most = 300;
  const { changes, isMore } = await read(0);
  expect([changes.map(({ id }) => id), isMore]).toEqual([["a", "b"], false]);
  expect(call.mock.calls.map(([page]) => page.max_rows)).toEqual([1000, 500, 250]);
});

it("readAllChanges reads pages by the last number, and ends at the number of the last change", async () => {
  const { call, read } = openBackend([
    ...Array.from({ length: 2_000 }, (_, index) => row(`n${index}`, index + 1)),
    deletion("other", 3_000),
  ]);
  const all = await readAllChanges<Row>(read);
  expect(all.changes.filter((one) => !("is_deleted" in one))).toHaveLength(2_000);
  expect(all.upTo).toBe(3_000);
  expect(call.mock.calls.map(([{ since }]) => since)).toEqual([BEFORE_ALL, 1_000, 2_000]);
});

it("a list is read completely at first, then by what has changed since", async () => {
  const { backend, call, ids, get } = openList([row("a", 1), row("b", 2), row("c", 3)]);
  expect(await ids()).toEqual(["a", "b", "c"]);
  backend.changes.push(deletion("b", 4), row("d", 6));
  backend.changes[0] = row("a", 5, "elsewhere");
  backend.changes.splice(1, 1);
  expect((await get()).rows).toEqual([row("a", 5, "elsewhere"), row("c", 3), row("d", 6)]);
  expect(await ids()).toEqual(["a", "c", "d"]);
  expect(call.mock.calls.map(([{ since }]) => since)).toEqual([BEFORE_ALL, 3, 6]);
});

it("a list without changes is the same array, also after other data were set", async () => {
  const { client, get } = openList([row("a", 1)]);
  const first = await get();
  client.setQueryData(["rows", undefined], { rows: [], isChanged: false });
  const second = await get();
  expect(second.rows).toBe(first.rows);
  expect([first.isChanged, second.isChanged]).toEqual([true, false]);
});

it("a row that leaves a list is removed from it, and added to the list it enters", async () => {
  const { backend, ids } = openList([row("a", 1, "here"), row("b", 2, "there")]);
  expect([await ids("here"), await ids("there")]).toEqual([["a"], ["b"]]);
  backend.changes[0] = row("a", 3, "there");
  expect([await ids("here"), await ids("there")]).toEqual([[], ["b", "a"]]);
});

it("lists that are read at the same time share one request, from the lower number", async () => {
  const { backend, call, ids } = openList([row("a", 1, "here")]);
  await ids("here");
  backend.changes.push(row("b", 2, "there"));
  await ids("there");
  call.mockClear();
  backend.changes.push(row("c", 3, "here"), deletion("b", 4));
  const both = await Promise.all([ids("there"), ids("here")]);
  expect(both).toEqual([[], ["a", "c"]]);
  expect(call.mock.calls.map(([{ since }]) => since)).toEqual([1]);
});

it("a list that is still being read is not read again from the beginning", async () => {
  const { backend, call, client, ids } = openList([row("a", 1)]);
  const answer = call.getMockImplementation() as typeof call;
  let respond = () => {};
  call.mockImplementationOnce(async (page) => {
    const read = await answer(page);
    await new Promise<void>((resolve) => (respond = resolve));
    return read;
  });
  const first = ids();
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  client
    .getQueryCache()
    .find({ queryKey: ["rows", undefined] })
    ?.cancel({ silent: true });
  backend.changes.push(row("b", 2));
  const second = ids();
  respond();
  expect(await second).toEqual(["a", "b"]);
  expect(call.mock.calls.map(([{ since }]) => since)).toEqual([BEFORE_ALL, 1]);
  await first.catch(() => {});
});

it("a list whose first read failed is read completely the next time", async () => {
  const { call, ids } = openList([row("a", 1)]);
  call.mockRejectedValueOnce(new Error("out of reach"));
  await expect(ids()).rejects.toThrow("out of reach");
  expect(await ids()).toEqual(["a"]);
});

it("changes that rows include already are ignored", () => {
  const known = { rows: [row("a", 5)], upTo: 5 };
  const late = { changes: [deletion("a", 3), row("b", 4)], upTo: 4 };
  expect(withChanges(known, late)).toEqual(known);
});

it("a list is read completely again if the database was replaced or the last read is too old", async () => {
  vi.useFakeTimers();
  const { backend, call, ids } = openList([row("a", 1), row("b", 2)]);
  await ids();
  backend.changes = [row("a", 12)];
  backend.oldest = 10;
  expect(await ids()).toEqual(["a"]);
  expect(call.mock.calls.map(([{ since }]) => since)).toEqual([BEFORE_ALL, 2, BEFORE_ALL]);
  // The query is collected after five minutes, but not while it is shown.
  vi.setSystemTime(Date.now() + 50 * 24 * 60 * 60 * 1000);
  await ids();
  expect(call).toHaveBeenLastCalledWith(expect.objectContaining({ since: BEFORE_ALL }));
  vi.useRealTimers();
});
