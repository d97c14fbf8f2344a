import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { nextDueDay } from "../../shared/recurrence.ts";
import { parseItem } from "../../src/workspace/tasks/task-checklist.ts";
import { describeDatabase } from "../support/databases/database-suite.ts";
import { become, type Tx, userIds } from "../support/databases/personas.ts";

const user_id = userIds.workspace;

interface Stored {
  id: string;
  title: string;
  status: string;
  day: string | null;
  order: number;
}

/** Adds a task that repeats; by default weekly, far in the future. */
async function addTask(tx: Tx, columns: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const task = { id, user_id, title: "x", due_date: "2999-01-31", recurrence: "FREQ=WEEKLY" };
  await tx`insert into workspace_tasks ${tx({ ...task, ...columns })}`;
  return id;
}

const setStatus = (tx: Tx, id: string, status: string) =>
  tx`update workspace_tasks set status = ${status}, "order" = -1 where id = ${id}`;

const readTasks = (tx: Tx) =>
  tx<
    Stored[]
  >`select id, title, status, "order", to_char(due_date at time zone 'UTC', 'YYYY-MM-DD') as day
    from workspace_tasks order by due_date, status, id`.then((rows) => [...rows]);

const daysOf = async (tx: Tx) => (await readTasks(tx)).map(({ status, day }) => `${status} ${day}`);

const readReminders = (tx: Tx) =>
  tx`select to_char(remind_at at time zone recurrence_zone, 'YYYY-MM-DD HH24:MI') as at
    from workspace_tasks order by remind_at`.then((rows) => rows.map(({ at }) => at as string));

/**
 * Completes the series' open task this many times.
 * @returns the days of all its tasks.
 */
async function completed(tx: Tx, times: number, columns: Record<string, unknown>) {
  await addTask(tx, columns);
  for (let time = 0; time < times; time += 1) {
    const open = (await readTasks(tx)).filter(({ status }) => status !== "done");
    expect(open).toHaveLength(1);
    await setStatus(tx, open[0]?.id ?? "", "done");
  }
  return (await readTasks(tx)).map(({ day }) => day);
}

describeDatabase("a recurring task", (suite) => {
  it.each([
    ["FREQ=DAILY", "2999-12-31", ["3000-01-01", "3000-01-02"]],
    ["FREQ=WEEKLY;INTERVAL=2", "2999-12-24", ["3000-01-07", "3000-01-21"]],
    ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2999-01-03", ["2999-01-04", "2999-01-07"]],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU", "2999-01-01", ["2999-01-06", "2999-01-15"]],
    ["FREQ=MONTHLY", "2999-01-31", ["2999-02-28", "2999-03-31"]],
    ["FREQ=MONTHLY;INTERVAL=3", "2999-11-30", ["3000-02-28", "3000-05-30"]],
    ["FREQ=YEARLY;INTERVAL=2", "2996-02-29", ["2998-02-28", "3000-02-28"]],
    ["FREQ=YEARLY;INTERVAL=4", "2992-02-29", ["2996-02-29", "3000-02-28"]],
    ["FREQ=MONTHLY;BYMONTHDAY=-1", "2999-01-31", ["2999-02-28", "2999-03-31"]],
    ["FREQ=MONTHLY;BYMONTHDAY=-1", "2996-02-10", ["2996-02-29", "2996-03-31"]],
    ["FREQ=MONTHLY;BYDAY=2TU", "2999-01-08", ["2999-02-12", "2999-03-12"]],
    ["FREQ=MONTHLY;BYDAY=2TU", "2999-01-01", ["2999-01-08", "2999-02-12"]],
    ["FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR", "2999-01-25", ["2999-03-29", "2999-05-31"]],
    ["FREQ=DAILY;UNTIL=29990104", "2999-01-02", ["2999-01-03", "2999-01-04"]],
    ["FREQ=WEEKLY;BYDAY=TU;COUNT=3", "2999-01-01", ["2999-01-08", "2999-01-15"]],
  ])(
    "a recurring task with %s that starts on %s is due on %j",
    async (recurrence, due_date, days) => {
      const seen = await suite.as("workspace user", (tx) =>
        completed(tx, 2, { recurrence, due_date }),
      );
      expect(seen).toEqual([due_date, ...days]);
    },
  );

  it("a recurring task continues from the day that was chosen after a short month", async () => {
    const days = await suite.as("workspace user", async (tx) => {
      await completed(tx, 1, { recurrence: "FREQ=MONTHLY", due_date: "2999-01-31" });
      await tx`update workspace_tasks set due_date = '2999-02-27' where status = 'todo'`;
      await tx`update workspace_tasks set status = 'done' where status = 'todo'`;
      return (await readTasks(tx)).map(({ day }) => day);
    });
    expect(days).toEqual(["2999-01-31", "2999-02-27", "2999-03-27"]);
  });

  it("a recurring task that was done late is next due on a day of its series that has not passed", async () => {
    const [late] = await suite.as("workspace user", async (tx) => {
      await completed(tx, 1, { recurrence: "FREQ=DAILY;INTERVAL=5", due_date: "2020-01-01" });
      return tx`select due_date::date - '2020-01-01'::date as passed,
          due_date::date - (now() at time zone 'UTC')::date as ahead
        from workspace_tasks where status = 'todo'`;
    });
    expect(late?.passed % 5).toBe(0);
    expect(late?.ahead).toBeGreaterThanOrEqual(0);
    expect(late?.ahead).toBeLessThan(5);
  });

  it.each([
    ["counted from the day it is done", { recurrence_from: "done" }],
    ["without a due date", { due_date: null }],
  ])("a series %s is next due after the day it was done, in its time zone", async (_, columns) => {
    const rows = await suite.as("workspace user", async (tx) => {
      for (const recurrence_zone of ["Pacific/Kiritimati", "Pacific/Niue", "Nowhere/Else", null]) {
        const id = await addTask(tx, { recurrence: "FREQ=DAILY", recurrence_zone, ...columns });
        await setStatus(tx, id, "done");
      }
      return tx`select (due_date at time zone 'UTC')::date - case
          when recurrence_zone like 'Pacific/%' then (now() at time zone recurrence_zone)::date
          else (now() at time zone 'UTC')::date
        end as ahead
        from workspace_tasks where status = 'todo'`;
    });
    expect(rows.map(({ ahead }) => ahead)).toEqual([1, 1, 1, 1]);
  });

  it("a recurring task copies everything but status and position from the previous task, at the end of To Do", async () => {
    const columns = { title: "Rent", description: "d", priority: "urgent", tags: ["home"] };
    const next = await suite.as("workspace user", async (tx) => {
      const id = await addTask(tx, { ...columns, status: "inprogress", recurrence_from: "done" });
      await addTask(tx, { recurrence: null });
      await setStatus(tx, id, "done");
      const [row] =
        await tx`select * from workspace_tasks where title = 'Rent' and status = 'todo'`;
      return row;
    });
    expect(next).toMatchObject({
      ...{ ...columns, order: 1, revision: 1, recurrence: "FREQ=WEEKLY", recurrence_from: "done" },
      next_task_id: null,
    });
  });

  it("the checklists of the next task are unticked, and its other texts unchanged", async () => {
    const lines = [
      "- [x] a",
      "* [X] b",
      "  + [x]",
      "\t[x] c [x]",
      "[X] ",
      "- [ ] d",
      "",
      "- [x]\r",
    ];
    const others = ["[x](https://x.example)", "- [x](y)", "[x]", "-[x] e", "see - [x] f", "- x"];
    const description = [...lines, ...others, ...lines].join("\n");
    const next = await suite.as("workspace user", async (tx) => {
      await setStatus(tx, await addTask(tx, { description }), "done");
      const [row] = await tx`select description from workspace_tasks where status = 'todo'`;
      return String(row?.description).split("\n");
    });
    const expected = description.split("\n").map((line) => {
      const isTicked = parseItem(line.replace("\r", ""))?.checked;
      return isTicked ? line.replace(/\[x\]/i, "[ ]") : line;
    });
    expect(next).toEqual(expected);
    expect(expected.filter((line, at) => line !== description.split("\n")[at])).toHaveLength(12);
  });

  it("a recurring task has no next task where the calendar ends, or without a rule", async () => {
    const days = await suite.as("workspace user", async (tx) => {
      await setStatus(tx, await addTask(tx, { due_date: "9999-12-31" }), "done");
      await setStatus(tx, await addTask(tx, { recurrence: null }), "done");
      return daysOf(tx);
    });
    expect(days).toEqual(["done 2999-01-31", "done 9999-12-31"]);
  });

  it("a recurring task that is completed by a drop on the board has one next task", async () => {
    const days = await suite.as("workspace user", async (tx) => {
      const id = await addTask(tx);
      const drop = tx.json([
        { id, status: "done", order: 0, was_status: "todo", was_order: 0 },
      ] as never);
      await tx`select save_task_order(${drop})`;
      return daysOf(tx);
    });
    expect(days).toEqual(["done 2999-01-31", "todo 2999-02-07"]);
  });

  it("reopening a recurring task removes the next task, and completing it adds the next task again", async () => {
    const { reopened, again } = await suite.as("workspace user", async (tx) => {
      const id = await addTask(tx);
      await setStatus(tx, id, "done");
      // Undo on the board restores the move together with the next task's position.
      const [next] = await tx`select id from workspace_tasks where status = 'todo'`;
      const undo = tx.json([
        { id, status: "todo", order: 0, was_status: "done", was_order: 0 },
        { id: next?.id, status: "todo", order: 1, was_status: "todo", was_order: 0 },
      ] as never);
      await tx`select save_task_order(${undo})`;
      const before = await daysOf(tx);
      await setStatus(tx, id, "done");
      return { reopened: before, again: await daysOf(tx) };
    });
    expect(reopened).toEqual(["todo 2999-01-31"]);
    expect(again).toEqual(["done 2999-01-31", "todo 2999-02-07"]);
  });

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ["was changed", (tx) => tx`update workspace_tasks set title = 'y' where status = 'todo'`],
    [
      "was begun",
      (tx) => tx`update workspace_tasks set status = 'inprogress' where status = 'todo'`,
    ],
    ["was deleted", (tx) => tx`delete from workspace_tasks where status = 'todo'`],
  ])("a recurring task whose next task %s adds no other when done again", async (_, change) => {
    const { before, after } = await suite.as("workspace user", async (tx) => {
      const id = await addTask(tx);
      await setStatus(tx, id, "done");
      await change(tx);
      const one = await readTasks(tx);
      await setStatus(tx, id, "todo");
      await setStatus(tx, id, "done");
      return { before: one, after: await readTasks(tx) };
    });
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it.each<[string, (tx: Tx, id: string) => Promise<unknown>]>([
    [
      "was deleted and restored",
      async (tx, id) => {
        const [row] = await tx`delete from workspace_tasks where id = ${id} returning *`;
        await tx`insert into workspace_tasks ${tx(row as never)}`;
      },
    ],
    [
      "was archived and restored",
      async (tx, id) => {
        await tx`select archive_tasks(array[${id}::uuid])`;
        await tx`select restore_tasks(array[${id}::uuid])`;
      },
    ],
  ])("a recurring task that is done and %s adds no other task", async (_, restore) => {
    const { before, after } = await suite.as("workspace user", async (tx) => {
      const id = await addTask(tx, { recurrence_from: "done", recurrence_zone: "Asia/Tokyo" });
      await setStatus(tx, id, "done");
      await tx`update workspace_tasks set title = 'y' where status = 'todo'`;
      const read = () => tx`select * from workspace_tasks order by title`;
      const one = await read();
      await restore(tx, id);
      await setStatus(tx, id, "inprogress");
      await setStatus(tx, id, "done");
      return { before: one, after: await read() };
    });
    // These columns count changes of the task.
    const unchanged = { revision: 0, change_number: 0, updated_at: null };
    expect(after.map((row) => ({ ...row, ...unchanged }))).toEqual(
      before.map((row) => ({ ...row, ...unchanged })),
    );
  });

  it("a recurring task that ten devices complete at the same time has one next task", async () => {
    const { sql } = suite;
    const asUser = <T>(work: (tx: Tx) => Promise<T>) =>
      sql.begin(async (tx) => {
        await become(tx, "workspace user");
        return work(tx);
      });
    try {
      const id = await asUser((tx) => addTask(tx));
      await Promise.all(
        Array.from({ length: 10 }, () => asUser((tx) => setStatus(tx, id, "done"))),
      );
      expect(await asUser(daysOf)).toEqual(["done 2999-01-31", "todo 2999-02-07"]);
    } finally {
      await sql`delete from workspace_tasks`;
    }
  });

  it.each([
    ["FREQ=DAILY", "Europe/Berlin", ["2998-03-24 02:30", "2998-03-25 03:30", "2998-03-26 02:30"]],
    ["FREQ=WEEKLY", "Europe/Berlin", ["2998-03-18 02:30", "2998-03-25 03:30", "2998-04-01 02:30"]],
    ["FREQ=MONTHLY", "Europe/Berlin", ["2998-02-25 02:00", "2998-03-25 03:00", "2998-04-25 02:00"]],
    ["FREQ=DAILY", "Europe/Berlin", ["2998-10-27 02:30", "2998-10-28 02:30", "2998-10-29 02:30"]],
    [
      "FREQ=DAILY",
      "America/New_York",
      ["2998-03-10 02:59", "2998-03-11 03:59", "2998-03-12 02:59"],
    ],
    [
      "FREQ=DAILY",
      "America/Santiago",
      ["2998-09-01 00:30", "2998-09-02 01:30", "2998-09-03 00:30"],
    ],
    [
      "FREQ=DAILY",
      "Australia/Lord_Howe",
      ["2998-10-06 02:15", "2998-10-07 02:45", "2998-10-08 02:15"],
    ],
  ])("a series of %s in %s reminds at %j", async (recurrence, recurrence_zone, times) => {
    const seen = await suite.as("workspace user", async (tx) => {
      const [remind_at] =
        await tx`select ${times[0] ?? ""}::timestamp at time zone ${recurrence_zone} as at`;
      await completed(tx, 2, {
        ...{ recurrence, recurrence_zone, remind_at: remind_at?.at },
        due_date: times[0]?.slice(0, 10),
      });
      // The form rounds a reminder to whole minutes.
      await tx`update workspace_tasks set title = 'y', remind_at = date_trunc('minute', remind_at) where true`;
      return readReminders(tx);
    });
    expect(seen).toEqual(times);
  });

  it("a recurring task reminds at the time of its series after its next task was reopened, and then at a chosen time", async () => {
    const { again, chosen } = await suite.as("workspace user", async (tx) => {
      const id = await addTask(tx, {
        ...{ recurrence: "FREQ=DAILY", recurrence_zone: "Europe/Berlin" },
        // The reminder is on the day before the due date.
        ...{ due_date: "2998-03-25", remind_at: "2998-03-24T01:30:00Z" },
      });
      await setStatus(tx, id, "done");
      const next = async () =>
        (await readTasks(tx)).find(({ status }) => status === "todo")?.id ?? "";
      const moved = await next();
      for (const status of ["done", "todo", "done"]) await setStatus(tx, moved, status);
      const times = await readReminders(tx);
      await tx`update workspace_tasks set remind_at = '2998-03-26T07:00Z' where id = ${await next()}`;
      await setStatus(tx, await next(), "done");
      return { again: times, chosen: await readReminders(tx) };
    });
    expect(again).toEqual(["2998-03-24 02:30", "2998-03-25 03:30", "2998-03-26 02:30"]);
    expect(chosen.slice(2)).toEqual(["2998-03-26 09:00", "2998-03-27 09:00"]);
  });

  it("a recurring task that was snoozed reminds at the time of its series again", async () => {
    const reminders = await suite.trial(async (tx) => {
      const id = await addTask(tx, {
        ...{ recurrence: "FREQ=DAILY", recurrence_zone: "Europe/Berlin" },
        ...{ due_date: "2998-05-01", remind_at: "2998-05-01T21:30:00Z" },
      });
      // The sequence crosses midnight twice.
      for (const time of ["22:10:01.5", "23:30:02.5"])
        await tx`update workspace_tasks set remind_at = ${`2998-05-01T${time}Z`} where id = ${id}`;
      await become(tx, "workspace user");
      await tx`update workspace_tasks set title = 'y', remind_at = '2998-05-01T23:30Z' where id = ${id}`;
      await setStatus(tx, id, "done");
      return readReminders(tx);
    });
    expect(reminders).toEqual(["2998-05-02 01:30", "2998-05-02 23:30"]);
  });

  it("a recurring task of the previous version keeps its reminder time", async () => {
    const reminders = await suite.trial(async (tx) => {
      const id = await addTask(tx, {
        ...{ recurrence: "FREQ=DAILY", recurrence_zone: "Nowhere/Else", due_date: "2998-05-01" },
        ...{ remind_at: "2998-05-01T06:00:00Z", recurrence_remind_at: null },
      });
      await become(tx, "workspace user");
      await setStatus(tx, id, "done");
      return tx`select to_char(remind_at at time zone 'UTC', 'DD HH24:MI') as at from workspace_tasks order by remind_at`;
    });
    expect(reminders.map(({ at }) => at)).toEqual(["01 06:00", "02 06:00"]);
  });

  it("a change of a recurring task's rule counts as a change in a form that is open elsewhere", async () => {
    const [row] = await suite.as("workspace user", async (tx) => {
      await addTask(tx);
      await tx`update workspace_tasks set recurrence = null where true`;
      return tx`select revision from workspace_tasks`;
    });
    expect(row?.revision).toBe(2);
  });
});

describeDatabase("a recurring task with an end or a place in the month", (suite) => {
  it("a recurring task is due on the days that browsers and calendars calculate", async () => {
    const places = ["1MO", "2TU", "3WE", "4TH", "-1FR", "-1SU"].map((one) => `;BYDAY=${one}`);
    const rules = [
      ...["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,SU", "FREQ=MONTHLY", "FREQ=YEARLY"],
      ...["", ";BYMONTHDAY=-1", ...places].map((place) => `FREQ=MONTHLY${place}`),
    ].flatMap((rule) =>
      ["", ";INTERVAL=2", ";INTERVAL=5"].map((every) => rule.replace(/(=[A-Z]+)/, `$1${every}`)),
    );
    const cases = rules.flatMap((rule) =>
      ["2999-01-31", "2996-02-29", "2999-02-28", "2999-12-07"].flatMap((last) =>
        ["2990-01-01", "2999-12-30", "3001-03-01"].map((today) => ({
          rule,
          last,
          today,
          day: Number(last.slice(8)),
        })),
      ),
    );
    const days = await suite.trial(
      (tx) =>
        tx`select private.next_due_day(rule, last, day, today)::text as day
        from jsonb_to_recordset(${tx.json(cases)}) as cases (rule text, last date, day integer, today date)`,
    );
    expect(cases.map((one, index) => ({ ...one, next: days[index]?.day }))).toEqual(
      cases.map((one) => ({ ...one, next: nextDueDay(one.rule, one.last, one.today) })),
    );
  });

  it.each([
    ["FREQ=DAILY;COUNT=1", "2999-01-31"],
    ["FREQ=DAILY;UNTIL=29990131", "2999-01-31"],
    ["FREQ=MONTHLY;UNTIL=29990227", "2999-01-31"],
    ["FREQ=DAILY;UNTIL=20200101", "2020-01-01"],
  ])(
    "a recurring task with %s has no next task after %s, and continues once its end is removed",
    async (recurrence, due_date) => {
      const { ended, extended } = await suite.as("workspace user", async (tx) => {
        const id = await addTask(tx, { recurrence, due_date });
        await setStatus(tx, id, "done");
        const days = await daysOf(tx);
        await setStatus(tx, id, "todo");
        await tx`update workspace_tasks set recurrence = 'FREQ=DAILY' where id = ${id}`;
        await setStatus(tx, id, "done");
        return { ended: days, extended: await readTasks(tx) };
      });
      expect(ended).toEqual([`done ${due_date}`]);
      expect(extended).toHaveLength(2);
    },
  );

  it("a recurring task that ends after a number of tasks counts them, also when one is reopened", async () => {
    const rules = await suite.as("workspace user", async (tx) => {
      const id = await addTask(tx, { recurrence: "FREQ=WEEKLY;COUNT=3" });
      for (const status of ["done", "todo", "done"]) await setStatus(tx, id, status);
      return tx`select recurrence from workspace_tasks order by due_date`;
    });
    expect(rules.map(({ recurrence }) => recurrence)).toEqual([
      "FREQ=WEEKLY;COUNT=3",
      "FREQ=WEEKLY;COUNT=2",
    ]);
  });

  it("a daily task that becomes monthly repeats on the day on which it is due then", async () => {
    const days = await suite.as("workspace user", async (tx) => {
      await completed(tx, 1, { recurrence: "FREQ=DAILY", due_date: "2999-01-05" });
      await tx`update workspace_tasks set recurrence = 'FREQ=MONTHLY' where status = 'todo'`;
      await tx`update workspace_tasks set status = 'done' where status = 'todo'`;
      return (await readTasks(tx)).map(({ day }) => day);
    });
    expect(days).toEqual(["2999-01-05", "2999-01-06", "2999-02-06"]);
  });
});
