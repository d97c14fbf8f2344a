import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedPlaces, columnsOf, type Move, moveTask } from "./board-order.ts";
import { type Status, statuses } from "./task.ts";

interface Place {
  id: string;
  status: Status;
  order: number;
}

const task = (id: string, status: Status, order: number): Place => ({ id, status, order });
const shape = (tasks: readonly Place[]) =>
  Object.values(columnsOf(tasks)).map((column) => column.map(({ id }) => id).join(""));

const board = [task("a", "todo", 0), task("b", "todo", 1), task("x", "done", 0)];

describe("moveTask", () => {
  it("moveTask leaves a board without the task unchanged", () => {
    expect(moveTask(board, { id: "gone", status: "done", after: null, before: null })).toBe(board);
  });

  it("moveTask returns only changed tasks, with their previous places", () => {
    const after = moveTask(board, { id: "b", status: "done", after: null, before: "x" });
    expect(changedPlaces(board, after)).toEqual([
      { id: "b", status: "done", order: 0, was_status: "todo", was_order: 1 },
      { id: "x", status: "done", order: 1, was_status: "done", was_order: 0 },
    ]);
  });

  it("moveTask closes gaps and resolves duplicate numbers in every column", () => {
    const messy = [task("b", "todo", 4), task("a", "todo", 4), task("x", "done", 7)];
    const after = moveTask(messy, { id: "x", status: "inprogress", after: null, before: null });
    expect(after).toEqual([task("a", "todo", 0), task("b", "todo", 1), task("x", "inprogress", 0)]);
  });
});

describe("for any board and any move", () => {
  const boards = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      status: fc.constantFrom(...statuses),
      order: fc.nat(12),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 20 },
  );
  const cases = boards.chain((tasks) => {
    const anyId = fc.option(fc.constantFrom(...tasks.map(({ id }) => id)), { nil: null });
    return fc.record({
      tasks: fc.constant(tasks),
      move: fc.record({
        id: fc.constantFrom(...tasks.map(({ id }) => id)),
        status: fc.constantFrom(...statuses),
        after: anyId,
        before: anyId,
      }),
    });
  });
  const check = (property: (tasks: Place[], move: Move, after: readonly Place[]) => void) =>
    fc.assert(
      fc.property(cases, ({ tasks, move }) => property(tasks, move, moveTask(tasks, move))),
      { numRuns: 500 },
    );

  it("every column is numbered from 0 without gaps, and nothing is lost or duplicated", () =>
    check((tasks, _move, after) => {
      for (const column of Object.values(columnsOf(after))) {
        expect(column.map(({ order }) => order)).toEqual(column.map((_, index) => index));
      }
      expect(after.map(({ id }) => id).sort()).toEqual(tasks.map(({ id }) => id).sort());
    }));

  it("moveTask puts the task at its target", () =>
    check((tasks, move, after) => {
      const column = columnsOf(after)[move.status];
      const index = column.findIndex(({ id }) => id === move.id);
      expect(index).toBeGreaterThanOrEqual(0);
      const others = columnsOf(tasks.filter(({ id }) => id !== move.id))[move.status];
      const has = (id: string | null) => others.some((one) => one.id === id);
      if (has(move.after)) expect(column[index - 1]?.id).toBe(move.after);
      else if (has(move.before)) expect(column[index + 1]?.id).toBe(move.before);
      else {
        const isFirst = move.status === "done" || (move.after === null && move.before !== null);
        expect(index).toBe(isFirst ? 0 : column.length - 1);
      }
    }));

  it("the other tasks keep their order and their column", () =>
    check((tasks, move, after) => {
      const others = (all: readonly Place[]) => shape(all.filter(({ id }) => id !== move.id));
      expect(others(after)).toEqual(others(tasks));
    }));

  it("applying the changes of a move yields the new board and keeps unchanged tasks as the same objects", () =>
    check((tasks, _move, after) => {
      const changes = new Map(changedPlaces(tasks, after).map((change) => [change.id, change]));
      const applied = tasks.map((one) => {
        const change = changes.get(one.id);
        return change ? { ...one, status: change.status as Status, order: change.order } : one;
      });
      const byId = (one: Place, other: Place) => (one.id < other.id ? -1 : 1);
      expect(applied.sort(byId)).toEqual([...after].sort(byId));
      for (const one of after) expect(tasks.includes(one)).toBe(!changes.has(one.id));
    }));

  it("moving a task to the same place again changes nothing", () =>
    check((_tasks, move, after) => {
      expect(changedPlaces(after, moveTask(after, move))).toEqual([]);
    }));
});
