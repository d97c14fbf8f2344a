import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { describeDatabase } from "../support/databases/database-suite.ts";
import { become, becomeSuperuser, type Tx, userIds } from "../support/databases/personas.ts";
import { untilBlocked } from "../support/databases/until-blocked.ts";

const user_id = userIds.workspace;

interface Change {
  id: string;
  change_number: number;
  is_deleted?: true;
  [column: string]: unknown;
}

interface Answer {
  changes: Change[];
  oldest: number;
  last: number;
}

const tables = {
  workspace_tasks: { call: "task_changes", name: "title", columns: "title, user_id", row: "" },
  workspace_files: {
    call: "file_changes",
    name: "name",
    columns: "name, user_id, is_folder",
    row: ", true",
  },
  workspace_notes: { call: "note_changes", name: "title", columns: "title, user_id", row: "" },
};

describeDatabase("Changes of the workspace's tables", (suite) => {
  const readers = (table: keyof typeof tables) => {
    const { call, name, columns, row } = tables[table];
    return {
      add: async (tx: Tx, title: string) => {
        const [added] = await tx.unsafe<{ id: string }[]>(
          `insert into ${table} (${columns}) values ($1, '${user_id}'${row}) returning id`,
          [title],
        );
        return added?.id ?? "";
      },
      rename: (tx: Tx, id: string, title: string) =>
        tx.unsafe(`update ${table} set ${name} = $2 where id = $1`, [id, title]),
      remove: (tx: Tx, id: string) => tx.unsafe(`delete from ${table} where id = $1`, [id]),
      changes: async (tx: Tx, since: number, limit = 1000) => {
        const [read] = await tx.unsafe<{ answer: Answer }[]>(`select ${call}($1, $2) as answer`, [
          since,
          limit,
        ]);
        return read?.answer as Answer;
      },
      shown: (change: Change) => (change.is_deleted ? "deleted" : change[name]),
    };
  };

  it.each(Object.keys(tables) as (keyof typeof tables)[])(
    "the changes of %s are in the order in which they happened, with deletions, and end at the last number",
    async (table) => {
      const { add, rename, remove, changes, shown } = readers(table);
      const result = await suite.as("workspace user", async (tx) => {
        const [a, b, c] = [await add(tx, "a"), await add(tx, "b"), await add(tx, "c")];
        const before = await changes(tx, -1);
        await remove(tx, b);
        await rename(tx, a, "renamed");
        const after = await changes(tx, before.last);
        const parts: Change[] = [];
        for (let since = -1, part = [{}]; part.length > 0; ) {
          part = (await changes(tx, since, 1)).changes;
          parts.push(...(part as Change[]));
          since = parts.at(-1)?.change_number ?? 0;
        }
        return { ids: [a, b, c], before, after, parts, none: await changes(tx, after.last) };
      });
      expect(result.before.changes.map(shown)).toEqual(["a", "b", "c"]);
      expect(result.before.last).toBe(result.before.changes.at(-1)?.change_number);
      expect(result.after.changes.map(shown)).toEqual(["deleted", "renamed"]);
      expect(result.after.changes.map(({ id }) => id)).toEqual([result.ids[1], result.ids[0]]);
      expect(result.after.oldest).toBeLessThan(result.before.changes[0]?.change_number ?? 0);
      expect(result.parts.map(shown)).toEqual(["c", "deleted", "renamed"]);
      expect(result.none.changes).toEqual([]);
      expect(result.none.last).toBe(result.after.last);
    },
  );

  it.each(["workspace_tasks", "workspace_files"] as const)(
    "the changes of %s include only the caller's own rows and deletions",
    async (table) => {
      const { add, remove, changes } = readers(table);
      const read = (tx: Tx) => changes(tx, 0).then((answer) => answer.changes.length);
      const seen = await suite.trial(async (tx) => {
        await become(tx, "workspace user");
        await add(tx, "kept");
        await remove(tx, await add(tx, "deleted"));
        const own = await read(tx);
        await become(tx, "owner");
        // The function for files also returns the space used, which only their user may read.
        const others = table === "workspace_tasks" ? [await read(tx)] : [];
        await becomeSuperuser(tx);
        for (const changed of [table, "private.deleted_rows"])
          await tx.unsafe(`update ${changed} set user_id = $1`, [userIds.stranger]);
        await become(tx, "workspace user");
        return { own, others: [...others, await read(tx)] };
      });
      expect(seen.own).toBe(2);
      expect(seen.others.every((count) => count === 0)).toBe(true);
    },
  );

  it.each(Object.keys(tables) as (keyof typeof tables)[])(
    "the change numbers of %s are committed in order",
    async (table) => {
      const { sql } = suite;
      const { columns, row, name } = tables[table];
      const insert = (on: { unsafe: typeof sql.unsafe }, title: string) =>
        on.unsafe(`insert into ${table} (${columns}) values ($1, $2${row})`, [title, user_id]);
      const slow = await sql.reserve();
      try {
        await slow.unsafe("begin");
        await insert(slow, "first");
        const second = insert(sql, "second").execute();
        await untilBlocked(sql);
        await slow.unsafe("commit");
        await second;
        const rows = await sql.unsafe(
          `select ${name} as title from ${table} order by change_number`,
        );
        expect(rows.map(({ title }) => title)).toEqual(["first", "second"]);
      } finally {
        slow.release();
        await sql.unsafe(`delete from ${table} where user_id = $1`, [user_id]);
        await sql`delete from trashed_notes where user_id = ${user_id}`;
        await sql`delete from private.deleted_rows where user_id = ${user_id}`;
      }
    },
  );

  it("a deleted folder is followed by the deletions of everything below it", async () => {
    const { add, changes } = readers("workspace_files");
    const deleted = await suite.as("workspace user", async (tx) => {
      const folder = await add(tx, "folder");
      const id = randomUUID();
      await tx`insert into workspace_files ${tx({ id, user_id, name: "below", is_folder: true, parent_id: folder })}`;
      const { last } = await changes(tx, -1);
      await tx`select delete_files(${[folder]})`;
      const after = await changes(tx, last);
      return after.changes.map((change) => [change.id, change.is_deleted, [folder, id]] as const);
    });
    const [, , ids] = deleted[0] ?? [];
    expect(deleted.map(([id]) => id).sort()).toEqual([...(ids ?? [])].sort());
    expect(deleted.every(([, isDeleted]) => isDeleted)).toBe(true);
  });

  it("a folder is listed by the last name of each page, folders first, as of one change number", async () => {
    const { add, changes } = readers("workspace_files");
    const listed = await suite.as("workspace user", async (tx) => {
      const folder = await add(tx, "place");
      for (const [name, is_folder] of [
        ["b", true],
        ["a", true],
        ["ä", false],
        ["Z", false],
        ["c", false],
      ] as const) {
        await tx`insert into workspace_files ${tx({
          ...{ user_id, name, is_folder, parent_id: folder },
          storage_object_path: is_folder ? null : `${user_id}/${randomUUID()}`,
        })}`;
      }
      await tx`select trash_files(array(select id from workspace_files where name = 'c'))`;
      interface Page {
        files: { name: string; is_folder: boolean }[];
        last: number;
      }
      const names: string[] = [];
      const pages: number[] = [];
      for (let last: Page["files"][number] | undefined; ; ) {
        const [row] = await tx<{ page: Page }[]>`select list_folder(
          ${folder}, ${last?.name ?? null}, ${last?.is_folder ?? true}, 2) as page`;
        names.push(...(row?.page.files.map(({ name }) => name) ?? []));
        pages.push(row?.page.last ?? 0);
        last = row?.page.files.at(-1);
        if (!last) break;
      }
      const [expected] = await tx<{ names: string[] }[]>`
        select array_agg(name order by is_folder desc, name) as names from workspace_files
        where parent_id = ${folder} and trashed_at is null`;
      const [root] = await tx<{ page: Page }[]>`select list_folder() as page`;
      return { names, pages, expected, root, last: (await changes(tx, 0)).last };
    });
    expect(listed.names).toEqual(listed.expected?.names);
    expect(listed.names).toHaveLength(4);
    expect(new Set(listed.pages)).toEqual(new Set([listed.last]));
    expect(listed.root?.page.files).toMatchObject([{ name: "place", is_folder: true }]);
  });

  it("file_changes with only_folders leaves out files, but not their deletions", async () => {
    const { add } = readers("workspace_files");
    const answer = await suite.as("workspace user", async (tx) => {
      await add(tx, "folder");
      await tx`insert into workspace_files ${tx({
        ...{ user_id, name: "file", storage_object_path: `${user_id}/${randomUUID()}` },
      })}`;
      const [row] = await tx<{ answer: Answer }[]>`select file_changes(-1, 10, true) as answer`;
      return row?.answer;
    });
    expect(answer?.changes).toMatchObject([{ name: "folder", is_folder: true, trashed_at: null }]);
    expect(answer?.last).toBeGreaterThan(answer?.changes[0]?.change_number ?? 0);
  });
});
