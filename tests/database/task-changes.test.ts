import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { seededNumbers } from "../../src/lib/seeded.ts";
import { columnsOf, moveTask } from "../../src/workspace/tasks/board-order.ts";
import { type Status, statuses } from "../../src/workspace/tasks/task.ts";
import { codeOf, describeDatabase } from "../support/databases/database-suite.ts";
import { become, type Tx, userIds } from "../support/databases/personas.ts";

const user_id = userIds.workspace;

const readBoard = (tx: Tx) =>
  tx<{ id: string; status: string; order: number }[]>`
    select id, status, "order" from workspace_tasks order by status, "order"`;

describeDatabase("change_tasks", (suite) => {
  const apply = async (tx: Tx, change: object, id: string = randomUUID()) => {
    const [row] = await tx`select change_tasks(${id}, ${tx.json(change as never)}) as applied`;
    return row?.applied as boolean;
  };
  const task = (id: string, status = "todo") => ({ id, title: "x", status });

  it("change_tasks moves tasks exactly as the board shows the move", async () => {
    const random = seededNumbers("moves");
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    await suite.as("workspace user", async (tx) => {
      for (let number = 0; number < 12; number += 1) {
        const status = pick(statuses);
        await tx`insert into workspace_tasks ${tx({ user_id, title: "x", status, order: pick([number, 30 + number]) })}`;
      }
      let shown = (await readBoard(tx)) as readonly { id: string; status: Status; order: number }[];
      const anyId = () => pick([null, ...shown.map(({ id }) => id)]);
      for (let turn = 0; turn < 60; turn += 1) {
        const moved = pick(shown);
        const move = { id: moved.id, status: pick(statuses), after: anyId(), before: anyId() };
        await apply(tx, { kind: "move", ...move, was: moved.status });
        shown = moveTask(shown, move);
        const ids = (rows: typeof shown) =>
          Object.values(columnsOf(rows)).map((column) => column.map(({ id }) => id));
        const stored = (await readBoard(tx)) as unknown as typeof shown;
        expect(ids(stored)).toEqual(ids(shown));
      }
    });
  });

  it("change_tasks applies a repeated change once, whatever happened since", async () => {
    await suite.as("workspace user", async (tx) => {
      const id = randomUUID();
      const add = { kind: "add", task: task(id) };
      expect(await apply(tx, add, id)).toBe(true);
      const done = { kind: "move", id, status: "done", was: "todo", after: null, before: null };
      const change = randomUUID();
      expect(await apply(tx, done, change)).toBe(true);
      await tx`update workspace_tasks set status = 'todo', title = 'changed'`;
      expect(await apply(tx, done, change)).toBe(false);
      expect(await apply(tx, add, id)).toBe(false);
      const board = await tx`select status, title from workspace_tasks`;
      expect(board).toEqual([{ status: "todo", title: "changed" }]);
      await tx`delete from workspace_tasks`;
      expect(await apply(tx, add, id)).toBe(false);
      expect(await readBoard(tx)).toEqual([]);
    });
  });

  it("change_tasks refuses to move a task that was moved or removed elsewhere", async () => {
    await suite.as("workspace user", async (tx) => {
      const id = randomUUID();
      await apply(tx, { kind: "add", task: task(id) }, id);
      await tx`update workspace_tasks set status = 'done' where id = ${id}`;
      const before = await readBoard(tx);
      const move = { kind: "move", status: "inprogress", was: "todo", after: null, before: null };
      for (const moved of [id, randomUUID()])
        expect(await codeOf(tx, (inner) => apply(inner, { ...move, id: moved }))).toBe("PT409");
      expect(await readBoard(tx)).toEqual(before);
      // Somebody else has done the same.
      expect(await apply(tx, { ...move, id, status: "done" })).toBe(true);
    });
  });

  it("change_tasks marks a recurring task as done once, which adds one next task", async () => {
    await suite.as("workspace user", async (tx) => {
      const id = randomUUID();
      const series = { recurrence: "FREQ=DAILY", due_date: "2026-01-01T00:00:00Z", tags: ["a"] };
      await apply(tx, { kind: "add", task: { ...task(id), ...series } }, id);
      const change = randomUUID();
      const done = { kind: "move", id, status: "done", was: "todo", after: null, before: null };
      for (const applied of [true, false]) expect(await apply(tx, done, change)).toBe(applied);
      expect(await tx`select status, tags from workspace_tasks order by status`).toEqual([
        { status: "done", tags: ["a"] },
        { status: "todo", tags: ["a"] },
      ]);
    });
  });

  it("change_tasks archives and restores done tasks, and refuses other kinds", async () => {
    await suite.as("workspace user", async (tx) => {
      const [done, open] = [randomUUID(), randomUUID()];
      await apply(tx, { kind: "add", task: task(done, "done") }, done);
      await apply(tx, { kind: "add", task: task(open) }, open);
      const archive = randomUUID();
      await apply(tx, { kind: "archive", ids: [done, open] }, archive);
      expect(await readBoard(tx)).toMatchObject([{ id: open }]);
      expect(await apply(tx, { kind: "restore", ids: [done] })).toBe(true);
      expect(await apply(tx, { kind: "archive", ids: [done, open] }, archive)).toBe(false);
      expect(await readBoard(tx)).toHaveLength(2);
      expect(await codeOf(tx, (inner) => apply(inner, { kind: "delete", id: done }))).toBe("22023");
    });
  });

  it("change_tasks changes only the caller's own tasks", async () => {
    await suite.trial(async (tx) => {
      const id = randomUUID();
      await tx`insert into workspace_tasks ${tx({ id, user_id: userIds.stranger, title: "x" })}`;
      await become(tx, "workspace user");
      const move = { kind: "move", id, status: "done", was: "todo", after: null, before: null };
      expect(await codeOf(tx, (inner) => apply(inner, move))).toBe("PT409");
      const own = randomUUID();
      const stolen = { ...task(own), user_id: userIds.stranger, revision: 9 };
      await apply(tx, { kind: "add", task: stolen }, own);
      expect(await tx`select user_id, revision from workspace_tasks`).toEqual([
        { user_id, revision: 1 },
      ]);
    });
  });
});
