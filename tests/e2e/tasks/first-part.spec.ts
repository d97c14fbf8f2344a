import { expect } from "@playwright/test";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { storedBoard, TaskBoard } from "../../support/pages/task-board.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test.afterEach(async ({ site }) => {
  await site.sql`delete from workspace_tasks`;
});

test("the first cards of each column are shown, moved and edited while the others are read", async ({
  page,
  workspace,
  site,
}) => {
  const { id } = await workspace.account();
  await site.sql`delete from workspace_tasks`;
  // The last in the columns are read first.
  await site.sql`insert into workspace_tasks (user_id, title, status, "order")
    select ${id}, 'Task ' || n || '.', (array['todo', 'inprogress', 'done'])[n % 3 + 1], n / 3
    from generate_series(1499, 0, -1) n`;
  const held = holdRequests();
  await page.route("**/rpc/task_changes", (route) =>
    route.request().postDataJSON().since < 0 ? route.fallback() : held.route(route),
  );
  const board = new TaskBoard(page);
  await workspace.open("/workspace/tasks");
  await expect(board.titles("To Do").first()).toHaveText("Task 0.");
  await expect(board.column("To Do")).toContainText(/3[34]\+ tasks/);
  await expect(board.column("Done")).toContainText(/3[34]\+ tasks/);
  await expect(page.getByRole("button", { name: "Archive done" })).toHaveCount(0);
  await expect(board.card("Task 0.")).toHaveAttribute("aria-setsize", "-1");
  await expect.poll(held.count).toBeGreaterThan(0);

  await board.drag("Task 3.", board.card("Task 1."), 0.9);
  const moved = ["Task 1.", "Task 3.", "Task 4."];
  await expect.poll(async () => (await first(board, "In Progress")).join()).toBe(moved.join());
  await board.handle("Task 0.").click();
  await board.field("Title").fill("Renamed");
  await board.button("Update Task").click();
  await expect(board.form).toHaveCount(0);
  await expect(board.titles("To Do").first()).toHaveText("Renamed");
  await expect.poll(async () => (await first(board, "In Progress")).join()).toBe(moved.join());

  // A search needs all tasks.
  const search = page.getByRole("textbox", { name: "Search tasks" });
  await search.fill("Task 1499.");
  await expect(board.titles("To Do")).toHaveCount(0);
  await expect(page.getByText(/No matching tasks|of \d+ tasks/)).toHaveCount(0);
  held.release();
  await expect(page.getByText("1 of 1500 tasks")).toBeVisible();
  await expect(search).toBeFocused();
  await search.fill("");
  await expect(board.column("To Do")).toContainText("499 tasks");
  await expect(board.column("In Progress")).toContainText("501 tasks");
  await expect(page.getByRole("button", { name: "Archive done" })).toBeVisible();
  expect(await first(board, "In Progress")).toEqual(moved);
  await expect(board.titles("To Do").first()).toHaveText("Renamed");
  const stored = await storedBoard(site);
  expect(stored[0]).toBe("todo 0 Renamed");
  expect(stored.slice(499, 502)).toEqual(moved.map((title, n) => `inprogress ${n} ${title}`));
});

/** The first three titles in a column. */
async function first(board: TaskBoard, column: string): Promise<string[]> {
  return (await board.titles(column).allTextContents()).slice(0, 3);
}
