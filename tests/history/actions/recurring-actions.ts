import { trigger } from "../fault.ts";
import type { Part } from "../part.ts";
import { goTo, pickFrom, type Scene } from "./notes-actions.ts";
import { finishForm, openTask } from "./task-actions.ts";

/** Repetitions, each as a choice in the form and a due day. */
const REPETITIONS = [
  ["Daily", "2025-03-01"],
  ["Weekly", "2026-01-01"],
  ["Monthly", "2999-01-31"],
  ["Monthly", "2024-01-31"],
  ["Does not repeat", ""],
] as const;

async function repeatTask(scene: Scene): Promise<void> {
  const { page, step } = scene;
  await openTask(scene);
  const dialog = page.getByRole("dialog");
  const [repetition, due] = pickFrom(REPETITIONS, step.choice, "repetition");
  await dialog.getByLabel("Repeat").selectOption(repetition);
  await dialog.getByLabel("Due Date").fill(due);
  if (due !== "") {
    const start = step.pick % 3 === 0 ? "The day it is done" : "The due date";
    await dialog.getByLabel("Next date counts from").selectOption(start);
  }
  await dialog.getByRole("button", { name: "Update Task" }).click();
  await finishForm(scene);
}

/** Marks a recurring task as done, in its menu or its form. */
async function completeTask(scene: Scene): Promise<void> {
  const { page, step } = scene;
  const isOpen = (task: { repeats: boolean; status: string }) =>
    task.repeats && task.status !== "done";
  if (step.choice % 3 === 0) {
    await openTask(scene, isOpen);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Status").selectOption("Done");
    await dialog.getByRole("button", { name: "Update Task" }).click();
    return finishForm(scene);
  }
  const { tasks } = await goTo(scene, "tasks");
  const open = tasks.filter(isOpen);
  // The effect of a short month is visible only in the task after the next one, so a monthly
  // series is continued more often than the others.
  const monthly = open.filter(({ due }) => step.choice % 2 === 0 && due.startsWith("2999"));
  const { id } = pickFrom(monthly.length > 0 ? monthly : open, step.pick, "recurring task");
  const card = page.locator(`li[data-drag-item="${id}"]`);
  await card.getByRole("button", { name: /^More: / }).press("Enter");
  await page.getByRole("menuitem", { name: "Done" }).press("Enter");
}

export const recurring: Part = {
  actions: { "repeat task": repeatTask, "complete task": completeTask },
  async prepare({ sql, id, token }) {
    const tasks = [
      { recurrence: "FREQ=MONTHLY", due_date: "2999-01-31" },
      { recurrence: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", due_date: "2026-01-01" },
      { recurrence: "FREQ=DAILY", due_date: "2026-01-01", recurrence_from: "done" },
    ];
    for (const task of tasks)
      await sql`insert into workspace_tasks ${sql({ user_id: id, title: `Again ${token()}`, ...task })}`;
  },
  faults: [
    {
      name: "next-task-twice",
      what: "the next task of a series is added twice",
      ...trigger(
        "workspace_tasks",
        "after update",
        `if new.next_task_id is distinct from old.next_task_id and new.next_task_id is not null then
          insert into public.workspace_tasks
            (user_id, title, description, priority, tags, due_date, recurrence, recurrence_from)
          values (new.user_id, new.title, new.description, new.priority, new.tags, new.due_date,
            new.recurrence, new.recurrence_from);
        end if;
        return null;`,
      ),
    },
    {
      name: "no-next-task",
      what: "every second next task of a series is not stored",
      ...trigger(
        "workspace_tasks",
        "before insert",
        `if pg_trigger_depth() > 1 and new.recurrence is not null
            and nextval('history.fault_count') % 2 = 0 then
          return null;
        end if;
        return new;`,
      ),
    },
    {
      name: "series-from-completion",
      what: "a fixed series counts from the day on which a task is done",
      ...trigger(
        "workspace_tasks",
        "before insert",
        `if pg_trigger_depth() > 1 and new.recurrence_from = 'due' then
          new.due_date := date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
            + case when new.recurrence like 'FREQ=MONTHLY%' then interval '1 month'
                when new.recurrence like 'FREQ=WEEKLY%' then interval '1 week' else interval '1 day' end;
        end if;
        return new;`,
      ),
    },
    {
      name: "short-month-stays",
      what: "a monthly series from the 31st stays on the last day of February",
      ...trigger(
        "workspace_tasks",
        "before insert",
        "new.recurrence_day := extract(day from new.due_date at time zone 'UTC'); return new;",
      ),
    },
  ],
};
