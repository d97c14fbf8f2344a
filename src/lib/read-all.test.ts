import { createClient } from "@supabase/supabase-js";
import { expect, it } from "vitest";
import { readAll } from "./read-all.ts";

interface Row {
  id: string;
  day: number;
}

type Answer = { status: number; body: unknown; count?: number };

const idOf = (index: number) => `${index}`.padStart(5, "0");

/** Rows of which each ten are of the same day, the last day first. */
const rowsOf = (size: number): Row[] =>
  Array.from({ length: size }, (_, index) => ({
    id: idOf(index),
    day: 0 - Math.floor(index / 10),
  }));

/**
 * A backend with a table in the order `day.desc,id`, which applies the conditions of a page.
 * @param limited changes an answer, such as by a lower row limit.
 */
function backend(
  table: Row[],
  limited: (page: Row[]) => Answer = (body) => ({ status: 200, body }),
) {
  const asked: URLSearchParams[] = [];
  const counting: boolean[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const query = new URL(`${url}`).searchParams;
    asked.push(query);
    const isCounted = new Headers(init?.headers).get("prefer")?.includes("count=exact") ?? false;
    counting.push(isCounted);
    const [, day, id] = /^\(and\(day\.lt\."(-?\d+)"\),and\(day\.eq\."\1",id\.gt\."(\d+)"\)\)$/.exec(
      query.get("or") ?? "",
    ) ?? [null, "1", ""];
    expect(query.get("day")).toBe(query.has("or") ? `lte.${day}` : null);
    const left = table
      .toSorted((a, b) => b.day - a.day || (a.id < b.id ? -1 : 1))
      .filter((row) => row.day < Number(day) || (row.day === Number(day) && row.id > `${id}`));
    const { status, body } = limited(left.slice(0, Number(query.get("limit"))));
    const headers = isCounted ? { "content-range": `0-0/${table.length}` } : {};
    return Response.json(body, { status, headers });
  };
  const accessToken = async () => "token";
  // Node.js 20 has no WebSocket, which is not used here.
  const realtime = { transport: class {} as never };
  const client = createClient("http://localhost", "key", {
    accessToken,
    realtime,
    global: { fetch },
  });
  const read = (options: { count?: "exact" }) =>
    client.from("table").select("*", options) as unknown as PromiseLike<{
      data: Row[] | null;
      error: null;
      status: number;
      count: number | null;
    }>;
  return { asked, counting, readTable: () => readAll<Row>("day.desc,id", read) };
}

it.each([
  [0, 1],
  [1, 1],
  [999, 1],
  [1000, 2],
  [2505, 3],
])("readAll reads %i rows completely and in order with %i requests", async (size, requests) => {
  const { asked, readTable } = backend(rowsOf(size));
  expect(await readTable()).toEqual(rowsOf(size));
  expect(asked).toHaveLength(requests);
  expect(asked.every((query) => !query.has("offset"))).toBe(true);
});

it("readAll continues past a lower backend limit when the rows are counted once", async () => {
  const { counting, readTable } = backend(rowsOf(120), (page) => {
    return { status: 200, body: page.slice(0, 50) };
  });
  expect(await readTable()).toEqual(rowsOf(120));
  expect(counting).toEqual([true, false, false]);
});

it("readAll returns each row once if rows are added and deleted during the read", async () => {
  const table = rowsOf(2500);
  const { readTable } = backend(table, (body) => {
    table.splice(0, 1);
    table.push({ id: "a", day: 1 });
    return { status: 200, body };
  });
  expect(await readTable()).toEqual(rowsOf(2500));
});

it("readAll ends when all other rows are deleted during the read", async () => {
  const table = rowsOf(1500);
  const { readTable } = backend(table, (body) => {
    table.splice(0);
    return { status: 200, body };
  });
  expect(await readTable()).toEqual(rowsOf(1000));
});

it("readAll rejects instead of returning a partial list", async () => {
  let pages = 0;
  const { readTable } = backend(rowsOf(1500), (body) => {
    pages += 1;
    return pages === 1 ? { status: 200, body } : { status: 400, body: { message: "out of reach" } };
  });
  await expect(readTable()).rejects.toThrow("out of reach");
});

const TOO_LARGE = { status: 413, body: { message: "Too large", code: "PT413" } };

it("readAll halves the page size when a page is too large for the backend", async () => {
  const { asked, readTable } = backend(rowsOf(700), (body) =>
    body.length > 300 ? TOO_LARGE : { status: 200, body },
  );
  expect(await readTable()).toEqual(rowsOf(700));
  expect(asked.map((query) => query.get("limit"))).toEqual(["1000", "500", "250", "250", "250"]);
});

it("readAll rejects when a single row is too large", async () => {
  await expect(backend(rowsOf(1), () => TOO_LARGE).readTable()).rejects.toThrow("Too large");
});

it("readAll quotes the values of the last row", async () => {
  const names = Array.from({ length: 1000 }, () => ({ name: "a" }));
  names.push({ name: 'z "quoted", (\\)' });
  const orders: string[] = [];
  const query = {
    order: () => query,
    filter: () => query,
    or: (conditions: string) => {
      orders.push(conditions);
      return query;
    },
    limit: () => ({ data: orders.length ? [] : names.slice(1), error: null, status: 200 }),
  };
  await readAll<{ name: string }>("name", () => query as never);
  expect(orders).toEqual(['and(name.gt."z \\"quoted\\", (\\\\)")']);
});
