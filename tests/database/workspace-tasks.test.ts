import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { seededNumbers } from "../../src/lib/seeded.ts";
import { changedPlaces, columnsOf, moveTask } from "../../src/workspace/tasks/board-order.ts";
import { type Status, statuses } from "../../src/workspace/tasks/task.ts";
import {
  codeOf,
  describeDatabase,
  describeNewestDatabase,
  sqlstate,
} from "../support/databases/database-suite.ts";
import { become, becomeSuperuser, type Tx, userIds } from "../support/databases/personas.ts";

const user_id = userIds.workspace;

/** Three tasks in the first column, in the returned order. */
async function createBoard(tx: Tx): Promise<[string, string, string]> {
  const ids: [string, string, string] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of ids) await tx`insert into workspace_tasks ${tx({ id, user_id, title: "x" })}`;
  return ids;
}

const readBoard = (tx: Tx) =>
  tx<{ id: string; status: string; order: number }[]>`
    select id, status, "order" from workspace_tasks order by status, "order"`;

const saveOrder = (tx: Tx, items: unknown) =>
  tx`select save_task_order(${tx.json(items as never)})`;

describeDatabase("workspace_tasks", (suite) => {
  it("workspace_tasks adds a task at the end of its column", async () => {
    const rows = await suite.as("workspace user", async (tx) => {
      for (const status of ["todo", "todo", "done", "todo"]) {
        await tx`insert into workspace_tasks ${tx({ user_id, title: "x", status })}`;
      }
      return tx`select status, "order" from workspace_tasks order by status, "order"`;
    });
    expect(rows.map((row) => `${row.status} ${row.order}`)).toEqual([
      "done 0",
      "todo 0",
      "todo 1",
      "todo 2",
    ]);
  });
});

describeDatabase("a deleted task", (suite) => {
  it("a deleted task is restored to its position, and later tasks move down", async () => {
    const { ids, board } = await suite.as("workspace user", async (tx) => {
      const created = await createBoard(tx);
      const [deleted] = await tx`delete from workspace_tasks where id = ${created[0]} returning *`;
      await saveOrder(tx, [
        { id: created[1], status: "todo", order: 0 },
        { id: created[2], status: "todo", order: 1 },
      ]);
      await tx`insert into workspace_tasks ${tx(deleted as never)}`;
      return { ids: created, board: await readBoard(tx) };
    });
    expect(board.map(({ id, order }) => [id, order])).toEqual(ids.map((id, order) => [id, order]));
  });
});

describeDatabase("save_task_order", (suite) => {
  it("save_task_order saves status and order of the listed tasks and nothing else", async () => {
    const { ids, board } = await suite.as("workspace user", async (tx) => {
      const created = await createBoard(tx);
      await saveOrder(tx, [
        { id: created[0], status: "done", order: 0, title: "ignored" },
        { id: created[2], status: "todo", order: 0 },
      ]);
      return {
        ids: created,
        board: await tx`select id, status, "order", title from workspace_tasks`,
      };
    });
    expect(new Map(board.map((row) => [row.id, [row.status, row.order, row.title]]))).toEqual(
      new Map([
        [ids[0], ["done", 0, "x"]],
        [ids[1], ["todo", 1, "x"]],
        [ids[2], ["todo", 0, "x"]],
      ]),
    );
  });

  it("save_task_order saves nothing for an empty list", async () => {
    const code = await suite.as("workspace user", (tx) =>
      codeOf(tx, (inner) => saveOrder(inner, [])),
    );
    expect(code).toBeNull();
  });

  it.each<[string, string, Record<string, unknown>]>([
    ["a deleted task", "PT409", { id: randomUUID(), status: "todo", order: 1 }],
    ["a task without id", "PT409", { id: undefined, status: "todo", order: 1 }],
    ["a duplicate task", "PT409", { id: "first", status: "done", order: 1 }],
    ["no status", sqlstate.notNull, { order: 1 }],
    ["an unknown status", sqlstate.check, { status: "x", order: 1 }],
    ["a negative position", sqlstate.check, { status: "todo", order: -1 }],
    ["a position that is not a number", "22P02", { status: "todo", order: "x" }],
  ])("save_task_order saves nothing when the list has %s", async (_, expected, wrong) => {
    const { code, before, after } = await suite.as("workspace user", async (tx) => {
      const [first, second] = await createBoard(tx);
      const unchanged = await readBoard(tx);
      const item = { id: second, ...wrong };
      if (item.id === "first") item.id = first;
      const items = [{ id: first, status: "done", order: 0 }, item];
      const failure = await codeOf(tx, (inner) => saveOrder(inner, items));
      return { code: failure, before: unchanged, after: await readBoard(tx) };
    });
    expect(code).toBe(expected);
    expect(after).toEqual(before);
  });

  it("save_task_order saves nothing when the list includes another user's task", async () => {
    const { code, statuses } = await suite.trial(async (tx) => {
      const foreign = randomUUID();
      await tx`insert into workspace_tasks ${tx({ id: foreign, user_id: userIds.stranger, title: "x" })}`;
      await become(tx, "workspace user");
      const [own] = await createBoard(tx);
      const items = [own, foreign].map((id) => ({ id, status: "done", order: 0 }));
      const failure = await codeOf(tx, (inner) => saveOrder(inner, items));
      return { code: failure, statuses: await tx`select distinct status from workspace_tasks` };
    });
    expect(code).toBe("PT409");
    expect(statuses).toEqual([{ status: "todo" }]);
  });

  it.each([null, {}, "{}", 7])("save_task_order refuses %j, which is not a list", async (items) => {
    const code = await suite.as("workspace user", (tx) =>
      codeOf(tx, (inner) => saveOrder(inner, items)),
    );
    expect(code).toBe("22023");
  });
});

describeNewestDatabase("A task board in two tabs", (suite) => {
  /** A list as the board sends it, including each task's previous position. */
  const change = (id: string, was: [string, number], is: [string, number]) => ({
    id,
    status: is[0],
    order: is[1],
    was_status: was[0],
    was_order: was[1],
  });

  it.each<[string, [string, number], [string, number]]>([
    ["another position than it says", ["todo", 1], ["done", 0]],
    ["another column than it says", ["inprogress", 0], ["done", 0]],
    ["an occupied position as its target", ["todo", 0], ["todo", 2]],
  ])("a task board in two tabs refuses a list of a task that has %s", async (_, was, is) => {
    const { code, before, after } = await suite.as("workspace user", async (tx) => {
      const [a] = await createBoard(tx);
      const unchanged = await readBoard(tx);
      const failure = await codeOf(tx, (inner) => saveOrder(inner, [change(a, was, is)]));
      return { code: failure, before: unchanged, after: await readBoard(tx) };
    });
    expect(code).toBe("PT409");
    expect(after).toEqual(before);
  });

  it("a task board in two tabs ignores equal positions on another user's board", async () => {
    const code = await suite.trial(async (tx) => {
      for (const order of [3, 3]) {
        await tx`insert into workspace_tasks ${tx({ user_id: userIds.stranger, title: "x", order })}`;
      }
      await become(tx, "workspace user");
      const [a, , c] = await createBoard(tx);
      return codeOf(tx, (inner) =>
        saveOrder(inner, [
          change(a, ["todo", 0], ["todo", 2]),
          change(c, ["todo", 2], ["todo", 0]),
        ]),
      );
    });
    expect(code).toBeNull();
  });

  it("a task board in two tabs assigns distinct positions to concurrent inserts", async () => {
    const { sql } = suite;
    const add = () =>
      sql.begin(async (tx) => {
        await become(tx, "workspace user");
        await tx`insert into workspace_tasks ${tx({ user_id, title: "x" })}`;
      });
    try {
      await Promise.all(Array.from({ length: 12 }, add));
      const rows = await sql`select "order" from workspace_tasks order by 1`;
      expect(rows.map(({ order }) => order)).toEqual([...Array(12).keys()]);
    } finally {
      await sql`delete from workspace_tasks`;
    }
  });

  it("a task board is consistent after each of 100 drops by two tabs with outdated boards", async () => {
    const { conflicts } = await suite.as("workspace user", async (tx) => {
      const next = seededNumbers("two tabs");
      const oneOf = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
      const read = async () => [
        ...(await tx<{ id: string; status: Status; order: number }[]>`
          select id, status, "order" from workspace_tasks order by "order"`),
      ];
      for (let n = 0; n < 12; n += 1) {
        await tx`insert into workspace_tasks ${tx({ user_id, title: "x", status: oneOf(statuses) })}`;
      }
      const tabs = [await read(), await read()];
      let refused = 0;
      for (let drop = 0; drop < 100; drop += 1) {
        const tab = oneOf([0, 1]);
        const known = () => tabs[tab] ?? [];
        if (next() < 0.3) tabs[tab] = await read();
        const status = oneOf(statuses);
        const moved = oneOf(known());
        const others = columnsOf(known())[status].filter(({ id }) => id !== moved.id);
        const before = others.length > 0 ? oneOf(others).id : null;
        const move = { id: moved.id, status, after: null, before };
        // A drop that changes nothing on the tab's board is not sent.
        if (changedPlaces(known(), moveTask(known(), move)).length === 0) continue;
        const save = () =>
          codeOf(tx, (inner) => saveOrder(inner, changedPlaces(known(), moveTask(known(), move))));
        let code = await save();
        if (code === "PT409") {
          refused += 1;
          tabs[tab] = await read();
          code = await save();
        }
        expect(code).toBeNull();
        const stored = await read();
        for (const column of Object.values(columnsOf(stored))) {
          expect(column.map(({ order }) => order)).toEqual(column.map((_, index) => index));
        }
        expect(stored.find(({ id }) => id === moved.id)?.status).toBe(status);
        tabs[tab] = [...moveTask(known(), move)];
      }
      return { conflicts: refused };
    });
    // Fewer conflicts would mean that the tabs' boards were too up to date for a meaningful test.
    expect(conflicts).toBeGreaterThan(15);
  });

  it("a task board is consistent after simultaneous drops in two tabs", async () => {
    const { sql } = suite;
    const asUser = <T>(work: (tx: Tx) => Promise<T>) =>
      sql.begin(async (tx) => {
        await become(tx, "workspace user");
        return work(tx);
      });
    try {
      for (let round = 0; round < 10; round += 1) {
        await sql`delete from workspace_tasks`;
        const [a, b, c] = await asUser(createBoard);
        // Both moves are based on the same board: one moves a below b, the other moves c to the
        // top.
        const drops = [
          [change(a, ["todo", 0], ["todo", 1]), change(b, ["todo", 1], ["todo", 0])],
          [
            change(c, ["todo", 2], ["todo", 0]),
            change(a, ["todo", 0], ["todo", 1]),
            change(b, ["todo", 1], ["todo", 2]),
          ],
        ];
        const results = await Promise.allSettled(
          drops.map((items) => asUser((tx) => saveOrder(tx, items))),
        );
        const winners = results.filter(({ status }) => status === "fulfilled");
        expect(winners).toHaveLength(1);
        const rows = await sql`select id from workspace_tasks order by "order"`;
        const order = results[0]?.status === "fulfilled" ? [b, a, c] : [c, a, b];
        expect(rows.map(({ id }) => id)).toEqual(order);
      }
    } finally {
      await sql`delete from workspace_tasks`;
    }
  });
});

describeDatabase("A task in two tabs", (suite) => {
  const createTask = async (tx: Tx) => {
    const [row] = await tx`insert into workspace_tasks ${tx({ user_id, title: "x" })} returning id`;
    return row?.id;
  };
  const revisionOf = async (tx: Tx) =>
    (await tx`select revision from workspace_tasks`)[0]?.revision;

  it.each([
    ["title", "y"],
    ["description", "y"],
    ["status", "done"],
    ["priority", "low"],
    ["due_date", "2026-12-24T00:00:00.000Z"],
    ["tags", ["y"]],
  ])("a task in two tabs gets a new revision when its %s changes", async (column, value) => {
    const revision = await suite.as("workspace user", async (tx) => {
      await createTask(tx);
      await tx`update workspace_tasks set ${tx({ [column]: value, revision: 1 })}`;
      return revisionOf(tx);
    });
    expect(revision).toBe(2);
  });

  it("a task in two tabs keeps its revision when it is only moved within its column", async () => {
    const revision = await suite.as("workspace user", async (tx) => {
      const id = await createTask(tx);
      await saveOrder(tx, [{ id, status: "todo", order: 5 }]);
      return revisionOf(tx);
    });
    expect(revision).toBe(1);
  });

  it("a task in two tabs refuses a save that started from another revision", async () => {
    const code = await suite.as("workspace user", async (tx) => {
      await createTask(tx);
      await tx`update workspace_tasks set title = 'y'`;
      return codeOf(tx, (inner) => inner`update workspace_tasks set title = 'z', revision = 1`);
    });
    expect(code).toBe("PT409");
  });

  it("a task in two tabs goes to the end of another column, or the top of Done, when it is moved by its form", async () => {
    const rows = await suite.as("workspace user", async (tx) => {
      for (const status of ["todo", "done", "done"]) {
        await tx`insert into workspace_tasks ${tx({ user_id, title: status, status })}`;
      }
      await tx`update workspace_tasks set status = 'done', "order" = -1 where status = 'todo'`;
      return tx`select title, status, "order" from workspace_tasks order by "order"`;
    });
    expect(rows.map((row) => `${row.title} ${row.status} ${row.order}`)).toEqual([
      "todo done 0",
      "done done 1",
      "done done 2",
    ]);
  });
});

describeDatabase("archived_tasks", (suite) => {
  const titles = async (tx: Tx) =>
    (await tx`select title from workspace_tasks where status = 'done' order by "order"`).map(
      ({ title }) => title,
    );

  /** Creates the done tasks C, B, A from top to bottom, and D to do. */
  async function finish(tx: Tx) {
    const ids = { A: "", B: "", C: "", D: "" };
    for (const title of ["A", "B", "C", "D"] as const) {
      const status = title === "D" ? "todo" : "done";
      const tags = [title];
      const [row] = await tx`
        insert into workspace_tasks ${tx({ user_id, title, status, tags })} returning id`;
      ids[title] = row?.id;
    }
    return ids;
  }

  it("archived_tasks has the archived done tasks, and returns them unchanged", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await finish(tx);
      const read = () => tx`select to_jsonb(tasks) - 'change_number' as task
        from workspace_tasks as tasks order by id`;
      const before = await read();
      expect(await tx`select archive_tasks(${Object.values(ids)}) as n`).toEqual([{ n: 3 }]);
      expect(await tx`select title from workspace_tasks`).toEqual([{ title: "D" }]);
      expect(await tx`select restore_tasks(${Object.values(ids)}) as n`).toEqual([{ n: 3 }]);
      expect(await read()).toEqual(before);
      expect(await tx`select from archived_tasks`).toHaveLength(0);
    });
  });

  it("archived_tasks returns tasks to the top of Done, each at a position of its own", async () => {
    await suite.as("workspace user", async (tx) => {
      const { A, B, C } = await finish(tx);
      await tx`select archive_tasks(${[A, C]})`;
      await tx`insert into workspace_tasks ${tx({ user_id, title: "E", status: "done" })}`;
      expect(await titles(tx)).toEqual(["E", "B"]);
      await tx`select restore_tasks(${[A, C]})`;
      expect(await titles(tx)).toEqual(["C", "A", "E", "B"]);
      await saveOrder(tx, [{ id: B, status: "done", order: 9, was_status: "done", was_order: 4 }]);
    });
  });

  it("archived_tasks can be archived, read and deleted by their user alone", async () => {
    await suite.trial(async (tx) => {
      await become(tx, "workspace user");
      const { A } = await finish(tx);
      await tx`select archive_tasks(${[A]})`;
      for (const persona of ["owner", "workspace user, signed out"] as const) {
        await becomeSuperuser(tx);
        await become(tx, persona);
        expect(await tx`select from archived_tasks`, persona).toHaveLength(0);
        for (const call of ["archive_tasks", "restore_tasks"]) {
          const code = await codeOf(tx, (inner) => inner.unsafe(`select ${call}('{}')`));
          expect(code, `${call} by ${persona}`).toBe(sqlstate.denied);
        }
      }
      await becomeSuperuser(tx);
      const [other] = await tx`select id from workspace_tasks where title = 'B'`;
      await tx`update workspace_tasks set user_id = ${userIds.stranger}
        where title = 'B'`;
      await become(tx, "workspace user");
      expect(await tx`select archive_tasks(${[other?.id]}) as n`).toEqual([{ n: 0 }]);
      expect(await tx`delete from archived_tasks where title = 'A' returning id`).toHaveLength(1);
    });
  });
});
