import { expect, it } from "vitest";
import { columnsOf } from "./board-order.ts";
import { applyChanges, refusalOf, type TaskChange } from "./task-changes.ts";
import { add, anyTask, move } from "./task-queue.fixture.ts";

const board = [
  anyTask("a"),
  anyTask("b", "todo", 1),
  anyTask("x", "done"),
  anyTask("y", "done", 1),
];

const after = (...changes: TaskChange[]) => {
  const queued = changes.map((change, at) => ({ id: `${at}`, at, change }));
  return Object.values(columnsOf(applyChanges(board, queued))).map((column) =>
    column.map(({ id }) => id).join(""),
  );
};

it.each<[string, TaskChange[], string[]]>([
  ["a new task at the end of its column", [add("c"), add("d")], ["abcd", "", "xy"]],
  ["a new task at the top of Done", [add("c", "done")], ["ab", "", "cxy"]],
  ["a new task once, even if it was read already", [add("a")], ["ab", "", "xy"]],
  ["a new task that was moved", [add("c"), move("c", "inprogress")], ["ab", "c", "xy"]],
  ["a ticked task at the top of Done", [move("b", "done")], ["a", "", "bxy"]],
  ["a move of a task that is gone", [move("q", "done")], ["ab", "", "xy"]],
  ["done tasks in the archive", [{ kind: "archive", ids: ["x", "a"] }], ["ab", "", "y"]],
  [
    "restored tasks at the top of Done, in their order",
    [{ kind: "archive", ids: ["x", "y"] }, add("c", "done"), { kind: "restore", ids: ["y", "x"] }],
    ["ab", "", "xyc"],
  ],
])("applyChanges shows %s", (_, changes, columns) => {
  expect(after(...changes)).toEqual(columns);
});

it("applyChanges keeps unchanged tasks as the same objects", () => {
  expect(applyChanges(board, [])).toBe(board);
  const [first, , , last] = board;
  const queued = { id: "1", at: 1, change: move("b", "inprogress") };
  expect(applyChanges(board, [queued])).toEqual(expect.arrayContaining([first, last]));
});

it.each<[TaskChange, string]>([
  [add("Buy milk"), "“Buy milk” was not added"],
  [move("a", "done"), "“a” was not moved to Done"],
  [move("gone", "inprogress"), "A task was not moved to In Progress"],
  [{ kind: "archive", ids: ["x"] }, "A task was not archived"],
  [{ kind: "restore", ids: ["x", "y"] }, "2 tasks were not restored"],
])("a refusal of %j reads “%s”", (change, text) => {
  expect(refusalOf({ id: "1", at: 1, change, refused: "No." }, board)).toBe(text);
});
