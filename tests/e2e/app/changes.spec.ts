import { expect, type Page } from "@playwright/test";
import { DRIVE, DriveScreen } from "../../support/pages/drive-screen.ts";
import { LiveWindow } from "../../support/pages/live-window.ts";
import { TaskBoard } from "../../support/pages/task-board.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "live" });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_tasks`;
  await site.sql`delete from workspace_files`;
});

interface Answer {
  path: string;
  bytes: number;
}

/** Reads of some tables by one window, with the size of each answer in bytes. */
class Reads {
  #answers: Answer[] = [];
  readonly #paths: RegExp;

  constructor(page: Page, paths: RegExp) {
    this.#paths = paths;
    page.on("response", async (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith("/rest/v1/") || !this.#paths.test(pathname)) return;
      const body = await response.body();
      this.#answers.push({ path: pathname.replace(/.*\//, ""), bytes: body.length });
    });
  }

  /** The answers so far, once so many of them have this path. */
  async take(path: string, count: number): Promise<Answer[]> {
    const found = () => this.#answers.filter((one) => one.path === path).length;
    await expect.poll(found).toBe(count);
    const answers = this.#answers;
    this.#answers = [];
    return answers;
  }
}

const MOST_BYTES = 20_000;

const expectSmall = (answers: Answer[], paths: string[]) => {
  expect(answers.map(({ path }) => path)).toEqual(paths);
  expect(answers.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MOST_BYTES);
};

test("a board of 1,500 tasks is read once, and then a change or deletion elsewhere costs one small request", async ({
  page,
  site,
  workspace,
}) => {
  await site.sql`insert into workspace_tasks (user_id, title, status, "order")
    select user_id, 'Task ' || n, (array['todo', 'inprogress', 'done'])[1 + n % 3], n / 3
    from workspace_users, generate_series(0, 1499) n`;
  const live = new LiveWindow(page);
  const reads = new Reads(page, /task/);
  await workspace.open("/workspace/tasks");
  const board = new TaskBoard(page);
  await expect(board.card("Task 0")).toBeVisible();
  await live.joined();
  const opening = await reads.take("task_changes", 3);
  // The first cards, two pages, and what has changed until the window joined its channel.
  const paths = ["task_changes", "task_changes", "task_changes", "workspace_tasks"];
  expect(opening.map(({ path }) => path).sort()).toEqual(paths);
  expectSmall(opening.slice(3), ["task_changes"]);

  await site.sql`update workspace_tasks set title = 'From elsewhere' where title = 'Task 0'`;
  await expect(board.card("From elsewhere")).toBeVisible();
  expectSmall(await reads.take("task_changes", 1), ["task_changes"]);

  await site.sql`delete from workspace_tasks where title = 'From elsewhere'`;
  await expect(board.card("From elsewhere")).toHaveCount(0);
  expectSmall(await reads.take("task_changes", 1), ["task_changes"]);
});

test("a folder of 3,000 files is read once, and then a change elsewhere costs one small request, also if the file leaves it", async ({
  page,
  site,
  workspace,
}) => {
  await site.sql`insert into workspace_files (user_id, name, storage_object_path, size)
    select user_id, 'File ' || lpad(n::text, 4, '0'), user_id || '/' || gen_random_uuid(), 1
    from workspace_users, generate_series(1, 3000) n`;
  const live = new LiveWindow(page);
  const reads = new Reads(page, /file_changes|list_folder|workspace_files/);
  await workspace.open(DRIVE);
  const drive = new DriveScreen(page);
  await expect(drive.item("File 0001")).toBeVisible();
  await live.joined();
  // The folders of the drive, and what has changed until the window joined its channel.
  const opening = await reads.take("file_changes", 2);
  expect(opening.filter(({ path }) => path === "list_folder")).toHaveLength(4);

  await site.sql`update workspace_files set name = 'A renamed file' where name = 'File 0001'`;
  await expect(drive.item("A renamed file")).toBeVisible();
  expectSmall(await reads.take("file_changes", 1), ["file_changes"]);

  await site.sql`insert into workspace_files (user_id, name, is_folder)
    select user_id, 'Another folder', true from workspace_users`;
  await expect(drive.item("Another folder")).toBeVisible();
  expectSmall(await reads.take("file_changes", 1), ["file_changes"]);

  await site.sql`update workspace_files set parent_id = folder.id
    from workspace_files as folder
    where workspace_files.name = 'A renamed file' and folder.name = 'Another folder'`;
  await expect(drive.item("A renamed file")).toHaveCount(0);
  expectSmall(await reads.take("file_changes", 1), ["file_changes"]);

  await site.sql`delete from workspace_files where name = 'File 0002'`;
  await expect(drive.item("File 0002")).toHaveCount(0);
  expectSmall(await reads.take("file_changes", 1), ["file_changes"]);
});
