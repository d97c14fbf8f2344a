import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { seedTasks, storedBoard, TaskBoard } from "../../support/pages/task-board.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

const path = "/workspace/tasks";

let board: TaskBoard;

test.beforeEach(async ({ page, workspace, site }) => {
  board = new TaskBoard(page);
  await site.sql`delete from archived_tasks`;
  await seedTasks(site, (await workspace.account()).id, [
    { title: "Write the report", due_date: "2026-12-24T00:00:00.000Z", tags: ["office"] },
    { title: "Water the plants", tags: ["home", "garden"] },
    {
      title: "Buy bread",
      due_date: "2026-11-20T00:00:00.000Z",
      description: "With a lot of seeds.",
    },
    { title: "Book the train", status: "done", tags: ["travel"] },
    { title: "Paint the fence", status: "done", description: "The green paint is in the shed." },
  ]);
});

test("completed tasks are archived and returned by Undo, or found by a search and restored from the archive", async ({
  page,
  workspace,
  site,
  watch,
}) => {
  await workspace.open(path);
  const before = await storedBoard(site);
  const archive = board.column("Done").getByRole("button", { name: "Archive done" });
  watch.expectStatus(500);
  await page.route("**/rpc/change_tasks", failRequests("The disk is full."));
  await archive.click();
  await expect(page.getByRole("alert")).toHaveText("The disk is full.Dismiss");
  await expect(board.titles("Done")).toHaveCount(2);
  await page.unroute("**/rpc/change_tasks");

  await archive.press("Enter");
  await expect(page.getByText("2 tasks archived.")).toBeVisible();
  await expect(board.titles("Done")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 tasks restored to Done.")).toBeVisible();
  await expect(board.titles("Done")).toHaveText(["Book the train", "Paint the fence"]);
  expect(await storedBoard(site)).toEqual(before);

  await page.getByRole("textbox", { name: "Search tasks" }).fill("paint");
  await expect(board.titles("Done")).toHaveText(["Paint the fence"]);
  await board.column("Done").getByRole("button", { name: "Archive these" }).click();
  await expect(page.getByText("1 task archived.")).toBeVisible();
  await page.getByRole("textbox", { name: "Search tasks" }).fill("");
  await board.column("Done").getByRole("button", { name: "Archive done" }).click();
  await expect(page.getByText("1 task archived.")).toHaveCount(2);

  await page.getByRole("button", { name: "Archive", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Archive" });
  await expect(dialog.getByText("2 archived")).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Search the archive" }).fill("SHED");
  await expect(dialog.getByText("1 of 2 tasks")).toBeVisible();
  await expect(dialog.locator("mark")).toHaveText("shed");
  await expect(page).toHaveURL(/tasks\?archive=SHED$/);
  await page.reload();
  await expect(dialog.getByRole("textbox")).toHaveValue("SHED");
  await dialog.getByRole("button", { name: "Restore Paint the fence" }).press("Enter");
  await expect(dialog.getByText("0 of 1 tasks")).toBeVisible();
  await dialog.getByRole("button", { name: "Clear search" }).click();
  await expect(page).toHaveURL(/tasks\?archive=$/);
  watch.acceptDialog(/^Are you sure you want to delete "Book the train" permanently\?/);
  await dialog.getByRole("button", { name: "Delete Book the train permanently" }).press("Enter");
  await expect(dialog.getByText("“Archive done” moves the cards of Done here.")).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(board.titles("Done")).toHaveText(["Paint the fence"]);
});

test("cards sorted by due date keep their manual order, and move only by their menu", async ({
  page,
  workspace,
  site,
}) => {
  await workspace.open(path);
  const before = await storedBoard(site);
  await page.getByLabel("Sort tasks").selectOption("By due date");
  await expect(board.titles("To Do")).toHaveText([
    "Buy bread",
    "Write the report",
    "Water the plants",
  ]);
  await expect(page.getByText(/Cards are dragged in your own order only/)).toBeVisible();
  await board.drag("Buy bread", board.column("In Progress"));
  await expect(board.titles("To Do")).toHaveCount(3);
  await board.handle("Write the report").focus();
  await page.keyboard.press("Space");
  await expect(page.locator("[data-drag]")).toHaveCount(0);
  expect(await storedBoard(site)).toEqual(before);

  await page.getByRole("button", { name: "More: Buy bread" }).click();
  await expect(page.getByRole("menuitem", { name: "Top" })).toBeDisabled();
  await page.getByRole("menuitem", { name: "Done" }).click();
  await page.getByLabel("Sort tasks").selectOption("My order");
  await expect(board.titles("Done")).toHaveText(["Buy bread", "Book the train", "Paint the fence"]);
  await expect(board.titles("To Do")).toHaveText(["Write the report", "Water the plants"]);
});

test("the tasks' filter is part of the URL, matches are highlighted, and opening the editor keeps both", async ({
  page,
  workspace,
}) => {
  await workspace.open(path);
  await page.getByRole("textbox", { name: "Search tasks" }).fill("SEEDS");
  await expect(board.titles("To Do")).toHaveText(["Buy bread"]);
  await expect(board.card("Buy bread").locator("mark")).toHaveText("seeds");
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.getByLabel("Sort tasks").selectOption("By due date");
  await expect(page).toHaveURL(/q=SEEDS&sort=due/);
  await board.handle("Buy bread").click();
  await expect(board.field("Title")).toHaveValue("Buy bread");
  await page.keyboard.press("Escape");
  await expect(board.form).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Search tasks" })).toHaveValue("SEEDS");
  await expect(board.titles("To Do")).toHaveText(["Buy bread"]);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page).toHaveURL(/tasks\?sort=due$/);
  await expect(board.titles("To Do")).toHaveCount(3);
});

test("tags keep their tints and are suggested while typing", async ({ page, workspace }) => {
  await workspace.open(path);
  const tint = (title: string, tag: string) =>
    board
      .card(title)
      .getByText(tag, { exact: true })
      .evaluate((chip) => getComputedStyle(chip).backgroundColor);
  const home = await tint("Water the plants", "home");
  expect(await tint("Water the plants", "garden")).not.toBe(home);
  await board.handle("Buy bread").click();
  const suggested = () =>
    page
      .locator("#task-tags option")
      .evaluateAll((all) => all.map((one) => one.getAttribute("value")));
  await expect.poll(suggested).toEqual(["garden", "home", "office", "travel"]);
  await board.field("Tags").fill("office, h");
  await expect.poll(suggested).toEqual(["office, home"]);
  await board.field("Tags").fill("home");
  await board.button("Update Task").click();
  await expect(board.form).toHaveCount(0);
  expect(await tint("Buy bread", "home")).toBe(home);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
});
