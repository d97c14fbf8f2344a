import { describe, expect, it } from "vitest";
import type { StoredRow } from "../history.ts";
import { type Change, decided, found, history } from "./history.fixture.ts";
import { nextDay } from "./recurring-checks.ts";

const TITLE = "Again k1s1z";

const task = (status: string, order: number, more: Partial<StoredRow> = {}): StoredRow => ({
  title: TITLE,
  status,
  order,
  revision: 1,
  recurrence: "FREQ=MONTHLY",
  recurrence_from: "due",
  due_date: "2999-01-31T00:00:00+00:00",
  ...more,
});
const due = (day: string) => ({ due_date: `${day}T00:00:00+00:00` });

const START: Change[] = [["board", "a", task("todo", 0)]];
const DONE: Change[] = [
  ["board", "a", task("done", 0, { next_task_id: "b", revision: 2 })],
  ["board", "b", task("todo", 0, due("2999-02-28"))],
];
const REOPENED: Change[] = [
  ["board", "a", task("todo", 1, { revision: 3 })],
  ["board", "b", null],
];

const check = (...commits: Change[][]) => found(history({ commits }));

describe("a recurring task that is done", () => {
  it("a recurring task that is done is followed by exactly one task, in the same transaction", () => {
    expect(check(START, DONE)).toEqual([]);
    expect(check(START, DONE.slice(0, 1))).toEqual(["recurring"]);
    expect(check(START, ...DONE.map((change) => [change]))).toContain("recurring");
    const twice: Change[] = [...DONE, ["board", "c", task("todo", 1, due("2999-02-28"))]];
    expect(check(START, twice)).toEqual(["fate", "recurring"]);
    expect(check(START, DONE, [["board", "c", task("todo", 1)]])).toEqual(["fate", "recurring"]);
    const unlinked: Change[] = [
      ["board", "a", task("done", 0)],
      ["board", "c", task("todo", 0, due("2999-02-28"))],
    ];
    expect(check(START, unlinked)).toContain("recurring");
  });

  it("a recurring task that is done is followed by a task with the same text and the next day of its series", () => {
    const other = (more: Partial<StoredRow>): Change[] => [
      DONE[0] as Change,
      ["board", "b", task("todo", 0, { ...due("2999-02-28"), ...more })],
    ];
    expect(check(START, other(due("2999-03-01")))).toEqual(["recurring"]);
    expect(check(START, other({ priority: "high" }))).toEqual(["recurring"]);
    // After February, the day of the series applies again.
    const second = (day: string): Change[] => [
      ["board", "b", task("done", 1, { ...due("2999-02-28"), next_task_id: "c" })],
      ["board", "c", task("todo", 0, due(day))],
    ];
    expect(check(START, DONE, second("2999-03-31"))).toEqual([]);
    expect(check(START, DONE, second("2999-03-28"))).toEqual(["recurring"]);
    const moved: Change[] = [["board", "b", task("todo", 0, due("2999-02-27"))]];
    const third = second("2999-03-27").map(
      ([place, id, stored]): Change => [
        place,
        id,
        id === "b" ? { ...(stored as StoredRow), ...due("2999-02-27") } : stored,
      ],
    );
    expect(check(START, DONE, moved, third)).toEqual([]);
  });

  it("a recurring task that is reopened deletes its next task, unless that was changed", () => {
    expect(check(START, DONE, REOPENED)).toEqual([]);
    expect(check(START, DONE, REOPENED.slice(0, 1))).toEqual(["recurring"]);
    const changed: Change[] = [
      ["board", "b", task("todo", 0, { ...due("2999-02-28"), priority: "high", revision: 2 })],
    ];
    expect(check(START, DONE, changed, REOPENED)).toEqual(["recurring"]);
    const kept: Change[] = [["board", "a", task("todo", 1, { next_task_id: "b", revision: 3 })]];
    expect(check(START, DONE, changed, kept)).toEqual([]);
    // When the task is completed again, the same task follows.
    const again: Change[] = [["board", "a", task("done", 0, { next_task_id: "b", revision: 4 })]];
    expect(check(START, DONE, changed, kept, again)).toEqual([]);
    // No user has reopened the task.
    expect(check(START, DONE, [["board", "b", null]])).toEqual(["rows"]);
  });

  it("a recurring task that is done may be repeated by a form that saves a deleted task as a new one", () => {
    const copy: Change[] = [["board", "c", task("todo", 1)]];
    const wanted = decided({ what: "add", adds: ["k1s1z"], removes: [] }, 15);
    expect(found(history({ commits: [START, copy], events: [wanted] }))).toEqual([]);
  });
});

describe("the day after", () => {
  it.each([
    ["FREQ=DAILY", "2026-01-31", "2026-01-01", "2026-02-01"],
    ["FREQ=DAILY;INTERVAL=3", "2026-01-01", "2026-01-11", "2026-01-13"],
    ["FREQ=WEEKLY", "2026-01-01", "2026-01-08", "2026-01-08"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "2026-01-02", "2026-01-01", "2026-01-12"],
    ["FREQ=MONTHLY", "2024-01-31", "2024-01-01", "2024-02-29"],
    ["FREQ=MONTHLY", "2023-02-28", "2023-01-01", "2023-03-31"],
    ["FREQ=YEARLY", "2024-02-29", "2026-02-28", "2026-02-28"],
  ])("nextDay of %s after %s, as of %s, is %s", (rule, last, today, next) => {
    const day = last === "2023-02-28" ? 31 : Number(last.slice(8));
    expect(nextDay(rule, last, day, today)).toBe(next);
  });
});
