import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import {
  codeOf,
  describeDatabase,
  describeNewestDatabase,
  sqlstate,
} from "../support/databases/database-suite.ts";
import { plant } from "../support/databases/drive-rows.ts";
import {
  become,
  becomeService,
  becomeSuperuser,
  personas,
  type Tx,
  userIds,
} from "../support/databases/personas.ts";

const user_id = userIds.workspace;

interface Overview {
  usage: { used: number; quota: number; file_limit: number };
  tasks: { title: string }[];
  notes: { title: string; is_pinned: boolean; content?: string }[];
  files: { name: string }[];
  notion: { title: string }[];
}

async function overview(tx: Tx): Promise<Overview> {
  await become(tx, "workspace user");
  const [row] = await tx<{ found: Overview }[]>`select workspace_overview() as found`;
  await becomeSuperuser(tx);
  return row?.found as Overview;
}

const addNote = (tx: Tx, note: Record<string, unknown>) =>
  tx`insert into workspace_notes ${tx({ user_id, ...note })}`;

/** @param days relative to today in UTC. */
const addTask = (tx: Tx, title: string, days: number | null, task: Record<string, unknown> = {}) =>
  tx`insert into workspace_tasks ${tx({ user_id, title, ...task })} returning id`.then(
    ([row]) => tx`update workspace_tasks
      set due_date = date_trunc('day', now(), 'UTC') + ${days} * interval '1 day'
      where id = ${row?.id}`,
  );

const saveNotion = async (tx: Tx, source: string, notes: object[]) => {
  await becomeService(tx);
  await tx`select save_notion_notes(${source}, ${JSON.stringify(notes)})`;
  await becomeSuperuser(tx);
};

describeDatabase("workspace_overview", (suite) => {
  it("workspace_overview is empty for a new workspace", async () => {
    await suite.trial(async (tx) => {
      expect(await overview(tx)).toEqual({
        usage: { used: 0, quota: expect.any(Number), file_limit: expect.any(Number) },
        tasks: [],
        notes: [],
        files: [],
        notion: [],
      });
    });
  });

  it("workspace_overview lists open tasks that are due in some time zone, the earliest first", async () => {
    await suite.trial(async (tx) => {
      await addTask(tx, "today", 0);
      await addTask(tx, "overdue", -400);
      await addTask(tx, "already today in Kiribati", 1);
      await addTask(tx, "later", 2);
      await addTask(tx, "any time", null);
      await addTask(tx, "done", -1, { status: "done" });
      await addTask(tx, "in progress", -1, { status: "inprogress" });
      const { tasks } = await overview(tx);
      expect(tasks.map(({ title }) => title)).toEqual([
        "overdue",
        "in progress",
        "today",
        "already today in Kiribati",
      ]);
    });
  });

  it("workspace_overview lists the tasks of today beside any number of overdue ones", async () => {
    await suite.trial(async (tx) => {
      await addTask(tx, "today", 0);
      await tx`insert into workspace_tasks (user_id, title, due_date)
        select ${user_id}, 'overdue', now() - (n + 1) * interval '1 day'
        from generate_series(1, 120) n`;
      const { tasks } = await overview(tx);
      expect(tasks).toHaveLength(100);
      expect(tasks.at(-1)?.title).toBe("today");
    });
  });

  it("workspace_overview lists pinned and latest notes without archived ones and without their whole texts", async () => {
    await suite.trial(async (tx) => {
      const kept = { labels: ["Boat"], remind_at: "2030-01-02T03:04:05+00:00" };
      await addNote(tx, { title: "pinned", is_pinned: true, content: "x".repeat(5000), ...kept });
      await addNote(tx, { title: "other" });
      await addNote(tx, { title: "archived", is_archived: true });
      const { notes } = await overview(tx);
      expect(notes.map(({ title }) => title)).toEqual(["pinned", "other"]);
      expect(notes[0]).toMatchObject({ is_cut: true, excerpt: "x".repeat(1500), ...kept });
      expect(notes[0]).not.toHaveProperty("content");
    });
  });

  it("workspace_overview lists the latest files from all folders, without folders and the trash", async () => {
    await suite.trial(async (tx) => {
      const ids = await plant(tx, { "old.txt": 1, Folder: { "in.txt": 2 }, "gone.txt": 4 });
      await tx`update workspace_files set updated_at = now() - interval '1 day'
        where id = ${ids["old.txt"] ?? ""}`;
      await become(tx, "workspace user");
      await tx`select trash_files(${[ids["gone.txt"] ?? ""]})`;
      const { files, usage } = await overview(tx);
      expect(files.map(({ name }) => name).sort()).toEqual(["in.txt", "old.txt"]);
      expect(files.at(-1)).toMatchObject({ is_folder: false, size: expect.any(Number) });
      expect(usage.used).toBe(7);
    });
  });

  it("workspace_overview lists the most recently edited notes of the most recently synced Notion database", async () => {
    await suite.trial(async (tx) => {
      await saveNotion(tx, "before", [{ id: "0", title: "of another database" }]);
      await tx`update private.notion_notes set synced_at = now() - interval '1 day'`;
      await saveNotion(tx, "now", [
        { id: "1", title: "undated", tags: ["x"] },
        { id: "2", title: "older", lastEdited: "2026-11-02T10:00:00.000Z" },
        { id: "3", title: "newer", lastEdited: "2026-11-12T10:00:00.000Z", url: "https://n.test" },
      ]);
      const { notion } = await overview(tx);
      expect(notion.map(({ title }) => title)).toEqual(["newer", "older", "undated"]);
      expect(notion[0]).toEqual({
        id: "3",
        title: "newer",
        url: "https://n.test",
        icon: null,
        lastEdited: "2026-11-12T10:00:00.000Z",
      });
    });
  });

  it("workspace_overview returns at most 50 tasks, 8 pinned and 8 other notes, 6 files and 5 notes of Notion", async () => {
    await suite.trial(async (tx) => {
      await tx`insert into workspace_tasks (user_id, title, due_date)
        select ${user_id}, 'Task ' || n, now() from generate_series(1, 60) n`;
      await tx`insert into workspace_notes (user_id, title, is_pinned)
        select ${user_id}, 'Note ' || n, n % 2 = 0 from generate_series(1, 40) n`;
      await plant(tx, Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${n}.txt`, 1])));
      await saveNotion(
        tx,
        "one",
        Array.from({ length: 9 }, (_, n) => ({ id: String(n), title: "x" })),
      );
      const { tasks, notes, files, notion } = await overview(tx);
      expect([tasks.length, notes.length, files.length, notion.length]).toEqual([50, 16, 6, 5]);
      expect(notes.filter(({ is_pinned }) => is_pinned)).toHaveLength(8);
    });
  });

  it("workspace_overview never returns the rows of another user", async () => {
    await suite.trial(async (tx) => {
      const other = { user_id: userIds.owner };
      await addNote(tx, { ...other, title: "secret" });
      await addTask(tx, "secret", 0, other);
      await plant(tx, { secret: 1 }, { owner: userIds.owner });
      expect(await overview(tx)).toMatchObject({ tasks: [], notes: [], files: [] });
    });
  });

  it.each(personas.filter((persona) => persona !== "workspace user"))(
    "workspace_overview is refused to %s, who gets no notes of Notion either",
    async (persona) => {
      await suite.trial(async (tx) => {
        await saveNotion(tx, "one", [{ id: "1", title: "secret" }]);
        await become(tx, persona);
        const call = "select public.workspace_overview()";
        expect(await codeOf(tx, (inner) => inner.unsafe(call))).toBe(sqlstate.denied);
        if (persona === "anonymous") return;
        const [row] = await tx`select private.latest_notion_notes(5) as notes`;
        expect(row?.notes).toEqual([]);
      });
    },
  );
});

describeNewestDatabase("The overview of a large workspace", (suite) => {
  it("the overview of a large workspace reads notes, tasks and files by their indexes", async () => {
    await suite.trial(async (tx) => {
      await tx`insert into workspace_notes (id, user_id, title, content)
        select gen_random_uuid(), ${user_id}, 'Note ' || n, 'text' from generate_series(1, 3000) n`;
      await tx`insert into workspace_tasks (user_id, title, due_date, "order")
        select ${user_id}, 'Task ' || n, case when n % 20 = 0 then now() end, n
        from generate_series(1, 2000) n`;
      await tx`insert into workspace_files (user_id, name, size, storage_object_path)
        select ${user_id}, n || '.txt', 1, ${user_id}::text || '/root/' || ${randomUUID()} || n
        from generate_series(1, 3000) n`;
      await tx.unsafe("analyze workspace_notes; analyze workspace_tasks; analyze workspace_files");
      const scans = async () => {
        const [row] = await tx`select
          pg_stat_get_xact_numscans('public.workspace_notes_of_user'::regclass)::int as notes,
          pg_stat_get_xact_numscans('public.workspace_tasks_due'::regclass)::int as tasks,
          pg_stat_get_xact_numscans('public.workspace_files_latest'::regclass)::int as files`;
        return row;
      };
      expect(await scans()).toEqual({ notes: 0, tasks: 0, files: 0 });
      await overview(tx);
      expect(await scans()).toEqual({ notes: 2, tasks: 1, files: 1 });
    });
  });
});
