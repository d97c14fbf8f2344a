import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BoardCopy } from "./board-copy.ts";
import { add, anyTask, FakeBoard, move } from "./task-queue.fixture.ts";

/** What a device stores of a board, beside what other screens store. */
let stored: Map<string, unknown>;
let writes: string[][];

const open = () =>
  new BoardCopy({
    get: async <T>(key: string) => stored.get(key) as T | undefined,
    keys: async (prefix) => [...stored.keys()].filter((key) => key.startsWith(prefix)),
    values: async <T>(prefix: string) =>
      [...stored].filter(([key]) => key.startsWith(prefix)).map(([, value]) => value as T),
    async write(put, remove) {
      writes.push(put.map(([key]) => key));
      for (const key of remove) stored.delete(key);
      for (const [key, value] of put) stored.set(key, value);
    },
  });

const columns = async () => new FakeBoard().columns((await open().read()) ?? []);

const board = [anyTask("a"), anyTask("b", "todo", 1), anyTask("x", "done")];

const changes = [
  { id: "second", at: 2, change: move("c", "done") },
  { id: "c", at: 1, change: add("c") },
];

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map([["tasks of another screen", []]]);
  writes = [];
});
afterEach(() => vi.useRealTimers());

it("nothing was read before the first tasks", async () => {
  const copy = open();
  await copy.add(changes);
  expect(await copy.read()).toBeUndefined();
});

it("a stored change is on the device at once, applied in order, without all tasks", async () => {
  const copy = open();
  copy.replace(board, []);
  copy.flush();
  await copy.add(changes);
  expect(await columns()).toEqual({ todo: "ab", done: "cx" });
  expect(writes.slice(1).flat()).not.toContain("tasks");
});

it("all tasks are written once when the page is idle, without the changes they include", async () => {
  const copy = open();
  copy.replace(board, []);
  copy.flush();
  await copy.add(changes);
  const included = await copy.changeKeys();
  await copy.add([{ id: "later", at: 3, change: move("a", "inprogress") }]);
  const after = [...board, anyTask("c", "done", -1)];
  copy.replace(board, included);
  copy.replace(after, []);
  expect(writes).toHaveLength(3);
  await vi.runAllTimersAsync();
  expect(writes).toHaveLength(4);
  expect(await columns()).toEqual({ todo: "b", inprogress: "a", done: "cx" });
  expect(await copy.changeKeys()).toHaveLength(1);
});

it("the last tasks are written when the page is left before it was idle", async () => {
  const copy = open();
  copy.replace(board, []);
  copy.flush();
  expect(await columns()).toEqual({ todo: "ab", done: "x" });
  await vi.runAllTimersAsync();
  expect(writes).toHaveLength(1);
});
