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

it.each([0, 1, 999, 1000, 1001, 2500])("reads %i rows completely and in order", async (size) => {
  const { rows, read } = table(size);
  expect(await readAll(read)).toEqual(rows);
});

it("asks for one page when one is enough", async () => {
  const { asked, read } = table(20);
  await readAll(read);
  expect(asked).toEqual([[0, 999]]);
});

it("reads on where the backend's limit is lower, when it says how many there are", async () => {
  const { rows, read } = table(120);
  const limited = async (from: number) => ({ ...(await read(from, from + 49)), count: 120 });
  expect(await readAll(limited)).toEqual(rows);
});

it("ends when rows vanish while they are read", async () => {
  expect(await readAll(async () => ({ ...(await answer([])), count: 5 }))).toEqual([]);
});

it("never hands out half a list", async () => {
  const read = (from: number) =>
    from === 0
      ? answer(Array(1000).fill(1))
      : Promise.resolve({ data: [], error: { message: "out of reach" }, status: 500 });
  await expect(readAll<number>(read)).rejects.toThrow("out of reach");
});
