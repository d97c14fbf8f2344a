import { expect, type Page } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { seedMany, seedTasks, storedBoard, TaskBoard } from "../../support/pages/task-board.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

const path = "/workspace/tasks";
const REST = "**/rest/v1/workspace_tasks*";
const CHANGES = "**/rest/v1/rpc/change_tasks";

let board: TaskBoard;
let userId: string;

test.beforeEach(async ({ page, workspace, site }) => {
  board = new TaskBoard(page);
  userId = (await workspace.account()).id;
  await seedTasks(site, userId, [
    {
      title: "Write the report",
      priority: "high",
      due_date: "2026-12-24T00:00:00.000Z",
      tags: ["office", "year end"],
      description: "With figures.",
    },
    { title: "Water the plants", priority: "low", due_date: "2026-11-20T00:00:00.000Z" },
    { title: "Pay the rent", status: "inprogress", priority: "urgent", tags: ["home"] },
    { title: "Book the train", status: "done", due_date: "2026-11-01T00:00:00.000Z" },
  ]);
});

test("the board shows three columns with their counts and cards", async ({ page, workspace }) => {
  await workspace.open(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Task Board");
  await expect(board.titles("To Do")).toHaveText(["Write the report", "Water the plants"]);
  await expect(board.titles("In Progress")).toHaveText(["Pay the rent"]);
  await expect(board.titles("Done")).toHaveText(["Book the train"]);
  await expect(board.column("To Do")).toContainText("2 tasks");
  await expect(board.column("Done")).toContainText("1 tasks");
  await expect(page.getByRole("button", { name: "Add Task" })).toHaveCount(3);

  const report = board.card("Write the report");
  await expect(report).toContainText("Dec 24");
  await expect(report).toContainText("office");
  await expect(report).toContainText("year end");
  for (const [title, name, arrows] of [
    ["Water the plants", "Low Priority", 1],
    ["Book the train", "Medium Priority", 2],
    ["Write the report", "High Priority", 3],
    ["Pay the rent", "Urgent Priority", 4],
  ] as const) {
    await expect(board.card(title).getByTitle(name).locator("svg")).toHaveCount(arrows);
  }
});

test.describe("in a time zone far west of UTC", () => {
  test.use({ timezoneId: "America/Phoenix" });

  test("an overdue task in a time zone far west of UTC is marked from local midnight on, unless it is done", {
    tag: "@long",
  }, async ({ page, site, workspace }) => {
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const [before, yesterday] = [day(-3), day(-2)];
    await site.sql`update workspace_tasks set due_date = ${`${before}T00:00:00Z`}
      where title in ('Water the plants', 'Book the train')`;
    await site.sql`update workspace_tasks set due_date = ${`${yesterday}T00:00:00Z`}
      where title = 'Pay the rent'`;
    await site.sql`update workspace_tasks set due_date = 'infinity' where title = 'Write the report'`;
    await page.clock.install({ time: new Date(`${yesterday}T23:59:00-07:00`) });
    await workspace.open(path);
    const overdue = (title: string) => board.card(title).getByTitle("Overdue");
    const short = (text: string) =>
      new Date(text).toLocaleDateString("en-US", {
        month: "short",
        day: "numeric",
        timeZone: "UTC",
      });
    await expect(overdue("Water the plants")).toHaveText(`Overdue: ${short(before)}`);
    await expect(board.card("Book the train")).toContainText(short(before));
    await expect(overdue("Book the train")).toHaveCount(0);
    // An infinite due date shows no date and does not break the board.
    await expect(board.titles("To Do")).toHaveText(["Write the report", "Water the plants"]);
    await expect(board.card("Pay the rent")).toContainText("Today");
    await expect(overdue("Pay the rent")).toHaveCount(0);
    await page.clock.fastForward("02:00");
    await expect(overdue("Pay the rent")).toHaveText(`Overdue: ${short(yesterday)}`);
  });
});

test("a new task has the specified texts, defaults, rules, stored values and position", async ({
  page,
  workspace,
  site,
}) => {
  await workspace.open(path);
  await page.getByRole("button", { name: "New Task" }).click();
  await expect(board.form).toHaveAccessibleName("Add New Task");
  await expect(board.field("Status")).toHaveValue("todo");
  await expect(board.field("Priority")).toHaveValue("medium");
  await expect(board.field("Description")).toHaveAttribute("rows", "4");
  await expect(board.field("Due Date")).toHaveAttribute("type", "date");
  await expect(board.field("Title")).toHaveAttribute("required");
  let writes = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("change_tasks")) writes += 1;
  });
  for (const title of ["", "   "]) {
    await board.field("Title").fill(title);
    await board.button("Add Task").click();
    await expect(board.field("Title")).toHaveAttribute("aria-invalid", "true");
  }
  expect(writes).toBe(0);

  await board.field("Title").fill("Call the bank");
  await board.field("Description").fill("About the card.");
  await board.field("Priority").selectOption({ label: "High" });
  // An incomplete date does not count as no date.
  await board.field("Due Date").press("1");
  await board.button("Add Task").click();
  await expect(board.form).toContainText("Please enter a full date or leave it empty.");
  await expect(board.field("Due Date")).toBeFocused();
  expect(writes).toBe(0);
  await board.field("Due Date").fill("2026-11-30");
  await board.field("Tags").fill(" money, ,home ,");

  const held = holdRequests("POST");
  await page.route(CHANGES, held.route);
  await board.button("Add Task").click();
  await expect(board.button("Saving...")).toBeDisabled();
  held.release();
  await expect(board.form).toHaveCount(0);
  await expect(board.titles("To Do")).toHaveText([
    "Write the report",
    "Water the plants",
    "Call the bank",
  ]);
  const [row] = await site.sql`select * from workspace_tasks where title = 'Call the bank'`;
  expect(row).toMatchObject({
    user_id: userId,
    description: "About the card.",
    status: "todo",
    priority: "high",
    due_date: "2026-11-30T00:00:00+00:00",
    tags: ["money", "home"],
    order: 2,
  });

  // Omitted fields are null; a column's own button preselects its status.
  await board.column("Done").getByRole("button", { name: "Add Task" }).click();
  await expect(board.field("Status")).toHaveValue("done");
  await board.field("Title").fill("Bare");
  await board.field("Tags").fill(" , ");
  await board.button("Add Task").click();
  await expect(board.titles("Done")).toHaveText(["Bare", "Book the train"]);
  const [bare] = await site.sql`
    select description, status, priority, due_date, tags from workspace_tasks where title = 'Bare'`;
  const nothing = { description: null, due_date: null, tags: null };
  expect(bare).toEqual({ ...nothing, status: "done", priority: "medium" });
});

test("Edit Task opens with the stored values and does not overwrite a change from another tab or device", async ({
  workspace,
  page,
  watch,
  site,
}) => {
  // A live channel would announce the change before the press.
  await page.routeWebSocket(/realtime/, (socket) => socket.close());
  await workspace.open(path);
  await board.handle("Write the report").click();
  await expect(board.form).toHaveAccessibleName("Edit Task");
  await expect(board.field("Description")).toHaveValue("With figures.");
  await expect(board.field("Due Date")).toHaveValue("2026-12-24");
  await expect(board.field("Tags")).toHaveValue("office, year end");
  await board.field("Title").fill("Send the report");
  await board.field("Description").fill("");
  await board.field("Due Date").fill("");
  await board.field("Tags").fill("");
  await board.field("Status").selectOption("done");
  await board.button("Update Task").click();
  await expect(board.form).toHaveCount(0);
  await expect(board.titles("Done")).toHaveText(["Send the report", "Book the train"]);
  // The card has moved, and still has the focus.
  await expect(board.handle("Send the report")).toBeFocused();
  const [row] = await site.sql`select * from workspace_tasks where title = 'Send the report'`;
  expect(row).toMatchObject({ description: null, due_date: null, tags: null, status: "done" });

  await board.handle("Pay the rent").click();
  await board.field("Title").fill("Pay the rent today");
  await site.sql`update workspace_tasks set title = 'Theirs', description = 'Theirs too'
    where title = 'Pay the rent'`;
  watch.expectStatus(409);
  await board.button("Update Task").click();
  await expect(board.form).toContainText("changed in another tab");
  await expect(board.form.getByRole("table", { name: "Differences" })).toContainText(
    /Title\s*Pay the rent today\s*Theirs/,
  );
  await board.button("Keep mine").click();
  await expect(board.form).toHaveCount(0);
  await expect(board.titles("In Progress")).toHaveText(["Pay the rent today"]);
  const [merged] = await site.sql`select description from workspace_tasks
    where title = 'Pay the rent today'`;
  expect(merged?.description, "mine wins only where both wrote").toBe("Theirs too");
});

test("typed text of a task is never lost: a failed save shows the reason, and a reload restores the text", async ({
  page,
  workspace,
  watch,
  site,
}) => {
  await workspace.open(path);
  await page.getByRole("button", { name: "New Task" }).click();
  await board.field("Title").fill("Call the bank");
  await page.route(CHANGES, failRequests("The disk is full.", "POST"));
  watch.expectStatus(500);
  watch.expectProblem(/^console error: The task could not be saved\./);
  await board.button("Add Task").click();
  await expect(board.button("Add Task")).toBeEnabled();
  await expect(board.field("Title")).toHaveValue("Call the bank");
  await expect(board.form.getByRole("alert")).toContainText("The disk is full.");

  await page.unroute(CHANGES);
  await board.button("Add Task").click();
  await expect(board.form).toHaveCount(0);
  expect(await site.sql`select from workspace_tasks where title = 'Call the bank'`).toHaveLength(1);

  await page.getByRole("button", { name: "New Task" }).click();
  await board.field("Title").fill("Half a thought");
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(board.field("Title")).toHaveValue("Half a thought");
});

test("changing a task's text offline shows a message in the dialog, keeps the typed text and works once online", {
  tag: "@long",
}, async ({ context, workspace, watch, site }) => {
  watch.tolerate(/ERR_INTERNET_DISCONNECTED/);
  watch.expectProblem(/^console error: The task could not be saved\./);
  await workspace.open(path);
  await board.handle("Write the report").click();
  await board.field("Title").fill("Call the bank");
  await context.setOffline(true);
  await board.button("Update Task").click();
  await expect(board.form.getByRole("alert")).toHaveText("You're offline. Nothing was changed.");
  await expect(board.field("Title")).toHaveValue("Call the bank");
  await context.setOffline(false);
  await board.button("Update Task").click();
  await expect(board.form).toHaveCount(0);
  await expect(board.handle("Call the bank")).toBeFocused();
  expect(await site.sql`select from workspace_tasks where title = 'Call the bank'`).toHaveLength(1);
});

test("a new task at the end of a long column is scrolled to and focused", { tag: "@long" }, async ({
  page,
  workspace,
  site,
}) => {
  await seedMany(site, userId, 150);
  await workspace.open(path);
  const add = async (title: string) => {
    await page.getByRole("button", { name: "New Task" }).click();
    await board.field("Title").fill(title);
    await board.button("Add Task").click();
    await expect(board.form).toHaveCount(0);
    await expect(board.handle(title)).toBeFocused();
    await expect(board.handle(title)).toBeInViewport({ ratio: 1 });
  };
  await expect(board.card("Task 1.")).toBeInViewport();
  await add("Last of all");

  // A phone shows the task's column first.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("tab", { name: "Done" }).click();
  await expect(board.column("To Do")).toHaveCount(0);
  await add("Later still");
  await expect(page.getByRole("tab", { name: "To Do" })).toHaveAttribute("aria-selected", "true");
});

test("a new task hidden by the filter is announced, and shown once the filter is cleared", {
  tag: "@long",
}, async ({ page, workspace }) => {
  await workspace.open(path);
  await page.getByLabel("Search tasks").fill("train");
  await expect(page.getByText("1 of 4 tasks")).toBeVisible();
  await page.getByRole("button", { name: "New Task" }).click();
  await board.field("Title").fill("Call the bank");
  await board.button("Add Task").click();
  await expect(page.getByText("The new task is hidden by the filter.")).toBeVisible();
  await expect(board.card("Call the bank")).toHaveCount(0);
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect(board.handle("Call the bank")).toBeFocused();
  await expect(page.getByLabel("Search tasks")).toHaveValue("");
});

test("below the medium breakpoint columns are tabs with counts 200 px from the top, and hostile texts do not overflow", async ({
  page,
  workspace,
  site,
}) => {
  await page.setViewportSize({ width: 767, height: 800 });
  await workspace.open(path);
  await expect(page.getByRole("tab")).toHaveText(["To Do 2", "In Progress 1", "Done 1"]);
  await expect(page.getByRole("main").getByRole("region")).toHaveCount(1);
  await expect(board.titles("To Do")).toHaveCount(2);
  await page.getByRole("tab", { name: "Done" }).click();
  await expect(board.titles("Done")).toHaveText(["Book the train"]);
  await expect(board.column("To Do")).toHaveCount(0);
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("tab", { name: "In Progress" })).toBeFocused();
  await expect(board.titles("In Progress")).toHaveText(["Pay the rent"]);

  const filter = page.getByRole("button", { name: /^Filter/ });
  await filter.click();
  await page.getByLabel("Filter by priority").selectOption("Low Priority");
  await filter.click();
  await expect(page.getByLabel("Filter by priority")).toHaveCount(0);
  await expect(filter).toHaveAccessibleName("Filter, 1 active");
  await expect(page.getByRole("tab", { name: "To Do" })).toHaveText("To Do 1 of 2");
  await filter.click();
  await page.getByRole("button", { name: "Clear" }).click();
  await filter.click();

  await page.setViewportSize({ width: 768, height: 800 });
  await expect(page.getByRole("tab")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("region")).toHaveCount(3);

  const titles = [
    "<img src=x onerror=alert(1)>",
    "W".repeat(500),
    "שלום עולם 👩‍👩‍👧‍👦",
    "\u202Eevil",
  ];
  await seedTasks(
    site,
    userId,
    titles.map((title) => ({ title, tags: ["x".repeat(200), "<b>tag</b>"] })),
  );
  await page.setViewportSize({ width: 390, height: 800 });
  // The URL follows the filter after a pause.
  await expect(page).not.toHaveURL(/priority=/);
  await page.reload();
  await expect(board.titles("To Do")).toHaveText(titles);
  await expect(board.card("<img").getByText("<b>tag</b>")).toBeVisible();
  expect((await board.card("<img").boundingBox())?.y).toBeLessThanOrEqual(200);
  const { scrollWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(390);
});

const undoOf = (page: Page) => page.getByRole("button", { name: "Undo" });

test("a deleted task returns to its place when restored or when the deletion fails", async ({
  page,
  workspace,
  watch,
  site,
}) => {
  await workspace.open(path);
  const before = await storedBoard(site);
  await board.handle("Write the report").click();
  await board.button("Delete").click();
  await expect(board.form).toHaveCount(0);
  await expect(board.titles("To Do")).toHaveText(["Water the plants"]);
  // The focus moves to the card that took its place.
  await expect(board.handle("Water the plants")).toBeFocused();
  await expect.poll(() => storedBoard(site)).toHaveLength(3);
  await undoOf(page).click();
  await expect(board.titles("To Do")).toHaveText(["Write the report", "Water the plants"]);
  expect(await storedBoard(site)).toEqual(before);
  await board.handle("Write the report").click();
  await expect(board.field("Tags")).toHaveValue("office, year end");
  await expect(board.field("Description")).toHaveValue("With figures.");
  await board.button("Cancel").click();

  await page.route(REST, failRequests("Not today.", "DELETE"));
  watch.expectStatus(500);
  await board.handle("Write the report").click();
  await board.button("Delete").click();
  await expect(page.getByRole("alert")).toHaveText("Not today.Dismiss");
  await expect(board.titles("To Do")).toHaveText(["Write the report", "Water the plants"]);
});

test("a saved task is on the board before the board is read again", async ({ page, workspace }) => {
  await workspace.open(path);
  await board.handle("Write the report").click();
  const held = holdRequests("GET");
  await page.route(REST, held.route);
  await board.field("Title").fill("Write the long report");
  await board.button("Update Task").click();
  await expect(board.form).toHaveCount(0);
  await expect(board.titles("To Do")).toHaveText(["Write the long report", "Water the plants"]);
  held.release();
});

test("a task that another device has changed is not deleted before the change is shown", async ({
  page,
  workspace,
  site,
}) => {
  await page.routeWebSocket(/realtime/, (socket) => socket.close());
  await workspace.open(path);
  await board.handle("Write the report").click();
  await site.sql`update workspace_tasks set title = 'Write the long report' where title = 'Write the report'`;
  await board.button("Delete").click();
  await expect(page.getByRole("alert")).toHaveText(
    "The task was changed in the meantime. It was not deleted.Dismiss",
  );
  await expect(board.titles("To Do")).toHaveText(["Write the long report", "Water the plants"]);
  await board.handle("Write the long report").click();
  await board.button("Delete").click();
  await expect(board.titles("To Do")).toHaveText(["Water the plants"]);
});

test("the search and the two filters narrow the board and announce the result", {
  tag: "@long",
}, async ({ page, workspace }) => {
  await workspace.open(path);
  const search = page.getByRole("textbox", { name: "Search tasks" });
  await search.fill("FIGURES report");
  await expect(board.titles("To Do")).toHaveText(["Write the report"]);
  await expect(board.column("To Do")).toContainText("1 of 2");
  await expect(board.titles("Done")).toHaveCount(0);
  await expect(page.getByText("1 of 4 tasks", { exact: true })).toBeVisible();
  await search.fill("");
  await page.getByLabel("Filter by tag").selectOption("home");
  await expect(board.titles("In Progress")).toHaveText(["Pay the rent"]);
  await expect(board.titles("To Do")).toHaveCount(0);
  await page.getByLabel("Filter by priority").selectOption("Low Priority");
  await expect(board.titles("In Progress")).toHaveCount(0);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(board.titles("To Do")).toHaveCount(2);
});

test("tasks are found, added, changed, deleted and restored by keyboard alone", async ({
  page,
  workspace,
}) => {
  await workspace.open(path);
  await expect(board.titles("Done")).toHaveCount(1);
  const press = (key: string) => page.keyboard.press(key);
  await press("Tab");
  await press("Enter");
  await press("Tab");
  await expect(page.getByRole("button", { name: "Archive", exact: true })).toBeFocused();
  await press("Tab");
  await expect(page.getByRole("button", { name: "New Task" })).toBeFocused();
  await press("Enter");
  await expect(board.field("Title")).toBeFocused();
  await page.keyboard.type("Feed the cat");
  await press("Enter");
  await expect(board.form).toHaveCount(0);
  await expect(board.titles("To Do")).toContainText(["Feed the cat"]);
  await expect(board.handle("Feed the cat")).toBeFocused();

  await page.getByRole("button", { name: "New Task" }).focus();
  await press("Tab");
  await page.keyboard.type("feed");
  await expect(board.titles("To Do")).toHaveText(["Feed the cat"]);
  while (!(await board.handle("Feed the cat").evaluate((one) => one === document.activeElement)))
    await press("Tab");
  await press("Enter");
  await expect(board.field("Title")).toHaveValue("Feed the cat");
  await page.keyboard.press("End");
  await page.keyboard.type("s");
  await press("Enter");
  await expect(board.titles("To Do")).toHaveText(["Feed the cats"]);

  await expect(board.handle("Feed the cats")).toBeFocused();
  await press("Enter");
  await expect(board.field("Title")).toHaveValue("Feed the cats");
  await board.button("Delete").focus();
  await press("Enter");
  await expect(board.titles("To Do")).toHaveCount(0);
  await press("Alt+t");
  while (!(await undoOf(page).evaluate((one) => one === document.activeElement)))
    await press("Tab");
  await press("Enter");
  await expect(board.titles("To Do")).toHaveText(["Feed the cats"]);
});

test("axe finds nothing on the board, the form and the menu", async ({ page, workspace }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await workspace.open(path);
  await expect(board.titles("Done")).toHaveCount(1);
  await page.getByRole("button", { name: "More: Pay the rent" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  expect(await axeViolationsInBothThemes(page), "board and menu").toEqual([]);
  await page.keyboard.press("Escape");
  await board.handle("Pay the rent").click();
  await expect(board.field("Title")).toBeFocused();
  expect(await axeViolationsInBothThemes(page), "form").toEqual([]);
  await board.button("Cancel").click();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole("tab")).toHaveCount(3);
  expect(await axeViolationsInBothThemes(page), "tabs").toEqual([]);
});
