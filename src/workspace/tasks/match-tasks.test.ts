import { describe, expect, it } from "vitest";
import { byDueDate, columnsOf } from "./board-order.ts";
import { matchTasks, noFilter, tagsOf } from "./match-tasks.ts";
import type { Task } from "./task.ts";
import { hueOf } from "./task-tag.tsx";

const task = (title: string, more: Partial<Task> = {}): Task => ({
  id: title,
  user_id: "me",
  title,
  description: null,
  status: "todo",
  priority: "medium",
  due_date: null,
  tags: null,
  order: 0,
  revision: 1,
  ...{ recurrence: null, recurrence_from: "due", recurrence_zone: null, recurrence_day: null },
  ...{ next_task_id: null, remind_at: null, recurrence_remind_at: null, updated_at: "" },
  change_number: 1,
  ...more,
});

const tasks = [
  task("Write report", { description: "With FIGURES", tags: ["office"], priority: "high" }),
  task("Write letter", { tags: ["home", "Post"] }),
  task("Paint", { priority: "high" }),
  task("Café Straße"),
];

/** A Thursday. */
const TODAY = "2026-11-26";

describe("matchTasks", () => {
  it("matchTasks returns all tasks without a filter", () => {
    expect(matchTasks(tasks, { ...noFilter, words: "  " }, TODAY)).toBe(tasks);
  });

  it.each([
    [{ words: "write" }, ["Write report", "Write letter"]],
    [{ words: "figures WRITE" }, ["Write report"]],
    [{ words: "post" }, ["Write letter"]],
    [{ words: "CAFE strass" }, ["Café Straße"]],
    [{ words: "write paint" }, []],
    [{ priority: "high" }, ["Write report", "Paint"]],
    [{ tag: "home" }, ["Write letter"]],
    [{ tag: "hom" }, []],
    [{ words: "p", priority: "high", tag: "office" }, ["Write report"]],
  ])("the filter %j matches the tasks %j", (filter, expected) => {
    expect(matchTasks(tasks, { ...noFilter, ...filter }, TODAY).map(({ title }) => title)).toEqual(
      expected,
    );
  });
});

it.each([
  ["today", ["today", "done today"]],
  ["overdue", ["yesterday"]],
  ["week", ["today", "done today", "Sunday"]],
  ["none", ["without"]],
] as const)("the due date filter %s matches the tasks %j", (due, expected) => {
  const on = (title: string, day: string, more: Partial<Task> = {}) =>
    task(title, { due_date: `${day}T00:00:00+00:00`, ...more });
  const dated = [
    on("today", TODAY),
    on("done today", TODAY, { status: "done" }),
    on("yesterday", "2026-11-25"),
    on("done yesterday", "2026-11-25", { status: "done" }),
    on("Sunday", "2026-11-29"),
    on("Monday", "2026-11-30"),
    task("without"),
  ];
  const left = matchTasks(dated, { ...noFilter, due }, TODAY);
  expect(left.map(({ title }) => title)).toEqual(expected);
});

describe("tagsOf", () => {
  it("tagsOf returns every tag once, sorted", () => {
    expect(tagsOf([...tasks, task("x", { tags: ["office", "art"] })])).toEqual([
      "art",
      "home",
      "office",
      "Post",
    ]);
  });
});

it("the columns are sorted by due date, then by place, with tasks without a date last", () => {
  const dated = [
    task("none", { order: 0 }),
    task("second of the day", { order: 4, due_date: "2026-12-01T00:00:00+00:00" }),
    task("first of the day", { order: 2, due_date: "2026-12-01T00:00:00.000Z" }),
    task("earlier", { order: 3, due_date: "2026-11-30T00:00:00+00:00" }),
    task("also none", { order: 1 }),
  ];
  expect(columnsOf(dated, byDueDate).todo.map(({ title }) => title)).toEqual([
    "earlier",
    "first of the day",
    "second of the day",
    "none",
    "also none",
  ]);
});

it("a tag always has the same hue, one of nine", () => {
  const names = Array.from({ length: 500 }, (_, n) => `tag ${n}`);
  expect(hueOf("home")).toBe(hueOf("home"));
  expect(new Set(names.map(hueOf)).size).toBe(9);
});
