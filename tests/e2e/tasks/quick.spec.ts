import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { seedTasks, storedBoard, TaskBoard } from "../../support/pages/task-board.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

const path = "/workspace/tasks";
const CHANGES = "**/rest/v1/rpc/change_tasks";

let board: TaskBoard;

test.beforeEach(async ({ page, workspace, site }) => {
  board = new TaskBoard(page);
  await seedTasks(site, (await workspace.account()).id, [
    { title: "Write the report", due_date: "2026-12-24T00:00:00.000Z" },
    { title: "Water the plants", due_date: "2026-11-20T00:00:00.000Z" },
    { title: "Pay the rent", status: "inprogress" },
    { title: "Book the train", status: "done", due_date: "2026-11-01T00:00:00.000Z" },
  ]);
});

test("tasks are filtered by due date, and single keys start a search or a new task", async ({
  page,
  workspace,
}) => {
  await page.clock.setFixedTime("2026-11-20T12:00:00");
  await workspace.open(path);
  await expect(board.titles("To Do")).toHaveCount(2);
  const due = page.getByLabel("Filter by due date");
  await due.selectOption("Today");
  await expect(board.titles("To Do")).toHaveText(["Water the plants"]);
  await due.selectOption("No date");
  await expect(board.titles("To Do")).toHaveCount(0);
  await expect(board.titles("In Progress")).toHaveText(["Pay the rent"]);
  // The only overdue task is done.
  await due.selectOption("Overdue");
  await expect(page.getByRole("status").getByText("0 of 4 tasks")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.keyboard.press("/");
  await page.keyboard.type("rent");
  await expect(board.titles("In Progress")).toHaveText(["Pay the rent"]);
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("n");
  await expect(board.form).toHaveAccessibleName("Add New Task");
  await expect(board.field("Title")).toHaveValue("");
});

test("tasks are typed one after the other at the end of a column, and no typed text is lost", async ({
  page,
  workspace,
  site,
  watch,
}) => {
  await workspace.open(path);
  const line = page.getByLabel("New task in In Progress");
  const saving = board.column("In Progress").locator("p[aria-busy=true]");
  const held = holdRequests("POST");
  await page.route(CHANGES, held.route);
  await line.focus();
  for (const title of ["Feed the cat", "  ", "Fix the bike"]) {
    await expect(line).toBeEditable();
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    if (title.trim() === "") await line.clear();
  }
  await page.keyboard.type("Wash the car");
  await expect(saving).toHaveText([/Feed the cat/, /Fix the bike/]);
  held.release();
  await expect(board.titles("In Progress")).toHaveText([
    "Pay the rent",
    "Feed the cat",
    "Fix the bike",
  ]);
  await expect(saving).toHaveCount(0);
  await expect(line).toBeFocused();
  await expect(line).toHaveValue("Wash the car");

  watch.expectStatus(500);
  await page.unroute(CHANGES);
  await page.route(CHANGES, failRequests("The disk is full.", "POST"));
  await page.keyboard.press("Enter");
  await page.keyboard.type("Sell the boat");
  await page.keyboard.press("Enter");
  const alert = board.column("In Progress").getByRole("alert");
  await expect(alert).toContainText("The disk is full.");
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.keyboard.type("Half a thought");
  await page.unroute(CHANGES);
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(line).toHaveValue("Half a thought");
  await alert.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(alert).toHaveCount(0);
  await expect(line).toBeFocused();
  await line.clear();
  await expect
    .poll(() => storedBoard(site))
    .toEqual([
      "todo 0 Write the report",
      "todo 1 Water the plants",
      "inprogress 0 Pay the rent",
      "inprogress 1 Feed the cat",
      "inprogress 2 Fix the bike",
      "inprogress 3 Wash the car",
      "inprogress 4 Sell the boat",
      "done 0 Book the train",
    ]);
});

test("a quick task shows what was understood, and Backspace, Escape or a click make it text again", async ({
  page,
  workspace,
  site,
}) => {
  await page.clock.setFixedTime("2026-11-20T12:00:00");
  await workspace.open(path);
  const line = page.getByLabel("New task in In Progress");
  const text = "Call Ana tomorrow 14:00 #home !high";
  const understood = board.column("In Progress").getByRole("list", { name: "Understood" });
  await line.focus();
  await line.pressSequentially(text);
  await expect(understood.getByRole("listitem")).toHaveText([
    /^Due Sat, Nov 21/,
    /^Remind Nov 21, 2026, 2:00\sPM/,
    /^#home/,
    /^High Priority/,
  ]);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await line.press("Backspace");
  await expect(understood.getByRole("listitem")).toHaveCount(3);
  await line.press("Escape");
  await understood.getByRole("button", { name: /^Remind/ }).click();
  await expect(understood).toHaveText(/^Due Sat, Nov 21/);
  await expect(line).toHaveValue(text);
  await expect(line).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(board.titles("In Progress")).toContainText(["Call Ana 14:00 #home !high"]);
  await line.pressSequentially("Call Bob tomorrow #home !high");
  await page.keyboard.press("Enter");
  await expect(board.titles("In Progress")).toHaveText(["Pay the rent", /^Call Ana/, "Call Bob"]);
  const stored = await site.sql`select priority, tags, remind_at,
      to_char(due_date at time zone 'UTC', 'YYYY-MM-DD') as day
    from workspace_tasks where title like 'Call %' order by title`;
  expect([...stored]).toEqual([
    { priority: "medium", tags: null, remind_at: null, day: "2026-11-21" },
    { priority: "high", tags: ["home"], remind_at: null, day: "2026-11-21" },
  ]);
});

test("several pasted lines are offered as several tasks", async ({ page, workspace, site }) => {
  await page.clock.setFixedTime("2026-11-20T12:00:00");
  await workspace.open(path);
  const line = page.getByLabel("New task in In Progress");
  const paste = (text: string) =>
    line.evaluate((input, data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", data);
      const init = { clipboardData, bubbles: true, cancelable: true };
      input.dispatchEvent(new ClipboardEvent("paste", init));
    }, text);
  const lines = board.column("In Progress").getByRole("list", { name: "Pasted lines" });
  await line.fill("Buy: ");
  await expect(board.column("In Progress").getByRole("status")).toBeAttached();
  await paste("- milk tomorrow\r\n- bread\n\n");
  await expect(lines.getByRole("listitem")).toHaveText([
    /^Buy: - milk · Due Sat, Nov 21$/,
    "bread",
  ]);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(lines).toHaveCount(0);
  await expect(line).toHaveValue("Buy: ");
  await line.fill("");
  await paste("- milk tomorrow\r\n- bread\n\n");
  await page.getByRole("button", { name: "Add 2 tasks" }).press("Enter");
  await expect(board.titles("In Progress")).toHaveText(["Pay the rent", "milk", "bread"]);
  await expect(line).toBeFocused();
  expect(await storedBoard(site)).toContain("inprogress 2 bread");
});

test("repeating a request for a new task after a lost answer does not overwrite another device's changes to it", async ({
  page,
  workspace,
  site,
  watch,
}) => {
  watch.expectProblem(/^failed: POST/);
  watch.expectProblem(/^console error: Failed to load resource: net::/);
  await workspace.open(path);
  const line = page.getByLabel("New task in To Do");
  await page.route(CHANGES, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await line.fill("Call the bank");
  await line.press("Enter");
  await expect(page.getByText("Offline, kept on this device")).toBeVisible();
  await expect(board.titles("To Do")).toContainText(["Call the bank"]);
  await site.sql`update workspace_tasks set title = 'Call the bank at noon' where title = 'Call the bank'`;
  await page.unroute(CHANGES);
  await expect(page.getByText("Offline, kept on this device")).toBeHidden();
  await expect(board.titles("To Do")).toContainText(["Call the bank at noon"]);
  expect(await storedBoard(site)).toContain("todo 2 Call the bank at noon");
  expect(await storedBoard(site)).toHaveLength(5);
});

test("a task that failed to save behind another column's tab on a phone is still shown", async ({
  page,
  workspace,
  watch,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await workspace.open(path);
  await page.getByLabel("New task in To Do").fill("Call the bank");
  watch.expectStatus(500);
  const held = holdRequests("POST");
  await page.route(CHANGES, failRequests("The disk is full.", "POST"));
  await page.route(CHANGES, held.route);
  const refused = page.waitForResponse((response) => response.status() === 500);
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Done" }).click();
  held.release();
  await refused;
  await page.getByRole("tab", { name: "To Do" }).click();
  await expect(board.column("To Do").getByRole("alert")).toContainText("The disk is full.");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(board.titles("To Do")).toContainText(["Call the bank"]);
});

test("a task's move by the menu is undone in one click", async ({ page, workspace, site }) => {
  await workspace.open(path);
  await page.getByRole("button", { name: "More: Write the report" }).click();
  await page.getByRole("menuitem", { name: "Done" }).click();
  await expect(board.titles("Done")).toHaveText(["Write the report", "Book the train"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(board.titles("To Do")).toHaveText(["Write the report", "Water the plants"]);
  await expect(board.handle("Write the report")).toBeFocused();
  await expect.poll(() => storedBoard(site)).toContain("todo 0 Write the report");
});

test("a card's menu edits title, date, priority and tags in the card's place, and deletes with an undo", async ({
  page,
  workspace,
  site,
}) => {
  await workspace.open(path);
  await page.getByRole("button", { name: "More: Write the report" }).click();
  await page.getByRole("menuitem", { name: "Due date" }).click();
  const form = page.getByRole("form", { name: "Edit Write the report" });
  await expect(form.getByLabel("Due Date")).toBeFocused();
  await form.getByRole("button", { name: "Tomorrow" }).click();
  await form.getByLabel("Priority").selectOption("Urgent");
  await form.getByLabel("Tags").fill("home");
  await form.getByLabel("Title").fill("Send the report");
  await page.keyboard.press("Enter");
  await expect(form).toHaveCount(0);
  const card = board.card("Send the report");
  await expect(card).toContainText("Tomorrow");
  await expect(card).toContainText("home");
  await expect(card.getByTitle("Urgent Priority")).toBeVisible();
  await expect(board.handle("Send the report")).toBeFocused();
  expect(await storedBoard(site)).toContain("todo 0 Send the report");

  await page.getByRole("button", { name: "More: Send the report" }).click();
  await page.getByRole("menuitem", { name: "Title" }).click();
  await expect(page.getByLabel("Title")).toBeFocused();
  // The arrow keys stay in the field.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(board.handle("Send the report")).toBeFocused();

  await page.getByRole("button", { name: "More: Send the report" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(board.titles("To Do")).toHaveText(["Water the plants"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(board.titles("To Do")).toHaveText(["Send the report", "Water the plants"]);
});

test("a description's links open, and the progress of its checklist is on the card", async ({
  page,
  workspace,
  site,
}) => {
  await workspace.open(path);
  await board.handle("Pay the rent").click();
  await board.field("Description").fill("See https://example.org/rent");
  const link = board.form.getByRole("link", { name: "https://example.org/rent" });
  await expect(link).toHaveAttribute("target", "_blank");
  await board.button("Add checklist").click();
  await page.keyboard.type("Ask Ana");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Transfer");
  const done = board.form.getByRole("checkbox", { name: "Ask Ana" });
  await done.click();
  await expect(done).toBeChecked();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await board.button("Update Task").click();
  await expect(board.card("Pay the rent")).toContainText("1/2");
  await expect(board.card("Pay the rent").getByTitle("Has a description")).toBeVisible();
  const [task] =
    await site.sql`select description from workspace_tasks where title = 'Pay the rent'`;
  expect(task?.description).toBe("See https://example.org/rent\n- [ ] Transfer\n- [x] Ask Ana");
});

test("a refused move of a task offers no undo, and its message can be dismissed or disappears once online", async ({
  context,
  page,
  workspace,
  watch,
}) => {
  watch.tolerate(/ERR_INTERNET_DISCONNECTED/);
  watch.expectStatus(500);
  await workspace.open(path);
  const failMove = async () => {
    await page.getByRole("button", { name: "More: Write the report" }).click();
    await page.getByRole("menuitem", { name: "Done" }).click();
    await expect(page.getByRole("alert")).toContainText("The disk is full.");
    // Checked immediately, because a notification would disappear after a while.
    expect(await page.getByText("Moved to Done.").count()).toBe(0);
  };
  await expect(board.titles("To Do")).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Notifications" })).toBeAttached();
  await page.route(CHANGES, failRequests("The disk is full."));
  await failMove();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await failMove();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("ten tasks take one click and ten times Enter in the line, and ten more clicks in the form", {
  tag: "@long",
}, async ({ page, workspace }) => {
  await page.addInitScript(() => {
    const presses = { clicks: 0, keys: 0 };
    Object.assign(window, { presses });
    addEventListener("click", ({ isTrusted, detail }) => {
      // Enter in a form causes a click without a pointer.
      if (isTrusted && detail > 0) presses.clicks += 1;
    });
    addEventListener("keydown", () => (presses.keys += 1));
  });
  await workspace.open(path);
  const taken = async (add: (title: string, index: number) => Promise<void>) => {
    await page.evaluate(() => Object.assign(window.presses, { clicks: 0, keys: 0 }));
    for (let index = 0; index < 10; index += 1) await add(`Task ${index}`, index);
    // Keys of the titles are not counted, because they are the same everywhere.
    const presses = await page.evaluate(() => window.presses);
    return { ...presses, keys: presses.keys - 10 * "Task 0".length };
  };
  const form = await taken(async (title, index) => {
    await page.getByRole("button", { name: "New Task" }).click();
    await expect(board.field("Title")).toBeFocused();
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    await expect(board.titles("To Do")).toHaveCount(3 + index);
    await expect(board.form).toBeHidden();
  });
  const line = page.getByLabel("New task in To Do");
  const quick = await taken(async (title, index) => {
    if (index === 0) await line.click();
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    await expect(board.titles("To Do")).toHaveCount(13 + index);
    await expect(line).toHaveValue("");
    await expect(line).toBeEditable();
  });
  expect(form).toEqual({ clicks: 10, keys: 10 });
  expect(quick).toEqual({ clicks: 1, keys: 10 });
});

declare global {
  interface Window {
    presses: { clicks: number; keys: number };
  }
}
