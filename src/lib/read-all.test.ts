import { expect, it } from "vitest";
import { readAll } from "./read-all.ts";

const answer = (data: number[]) => Promise.resolve({ data, error: null, status: 200 });

function table(size: number) {
  const rows = Array.from({ length: size }, (_, index) => index);
  const asked: [number, number][] = [];
  const read = (from: number, to: number) => {
    asked.push([from, to]);
    return answer(rows.slice(from, to + 1));
  };
  return { rows, asked, read };
}

it.each([
  [0, 1],
  [1, 1],
  [999, 1],
  [1000, 2],
  [2500, 3],
])("readAll reads %i rows completely and in order with %i requests", async (size, requests) => {
  const { rows, asked, read } = table(size);
  expect(await readAll(read)).toEqual(rows);
  expect(asked).toHaveLength(requests);
});

it("readAll continues past a lower backend limit when the total count is known", async () => {
  const { rows, read } = table(120);
  const counted: number[] = [];
  const limited = async (from: number, _to: number, { count }: { count?: "exact" }) => {
    if (count) counted.push(from);
    return { ...(await read(from, from + 49)), ...(count && { count: 120 }) };
  };
  expect(await readAll(limited)).toEqual(rows);
  expect(counted).toEqual([0]);
});

it("readAll returns a row once that an insert during the read moved to the next page", async () => {
  const rows = [{ id: "a" }, { id: "c" }];
  const read = async (from: number) => {
    const data = rows.slice(from);
    // The count already includes the inserted row.
    if (from === 0) rows.splice(1, 0, { id: "b" });
    return { data, error: null, status: 200, count: rows.length };
  };
  expect(await readAll(read)).toEqual([{ id: "a" }, { id: "c" }]);
});

it("readAll ends when rows are deleted during the read", async () => {
  expect(await readAll(async () => ({ ...(await answer([])), count: 5 }))).toEqual([]);
});

it("readAll rejects instead of returning a partial list", async () => {
  const read = (from: number) =>
    from === 0
      ? answer(Array(1000).fill(1))
      : Promise.resolve({ data: [], error: { message: "out of reach" }, status: 500 });
  await expect(readAll<number>(read)).rejects.toThrow("out of reach");
});

it("readAll halves the page size when a page is too large for the backend", async () => {
  const { rows, asked, read } = table(700);
  const limited = async (from: number, to: number) =>
    to - from < 300
      ? await read(from, to)
      : { data: null, error: { message: "Too large", code: "PT413" }, status: 413 };
  expect(await readAll(limited)).toEqual(rows);
  expect(asked.map(([from, to]) => to - from + 1)).toEqual([250, 250, 250]);
});

it("readAll rejects when a single row is too large", async () => {
  const refused = { data: null, error: { message: "Too large", code: "PT413" }, status: 413 };
  await expect(readAll(async () => refused)).rejects.toThrow("Too large");
});
