import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { seedTasks, storedBoard, TaskBoard } from "../../support/pages/task-board.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test("a recurring task is set up in its form, and the next one is created exactly once when it is done", async ({
  page,
  workspace,
  site,
}) => {
  const board = new TaskBoard(page);
  await seedTasks(site, (await workspace.account()).id, [{ title: "Water the plants" }]);
  await workspace.open("/workspace/tasks");

  await page.getByRole("button", { name: "New Task" }).press("Enter");
  await board.field("Title").fill("Pay the rent");
  await board.field("Due Date").fill("2999-01-31");
  await expect(board.form.getByLabel("Next date counts from")).toHaveCount(0);
  await board.field("Repeat").selectOption("Monthly");
  await board.field("Interval in months").fill("0");
  await board.button("Add Task").press("Enter");
  await expect(board.form.getByText("Please enter a number from 1 to 99.")).toBeVisible();
  await board.field("Interval in months").fill("1");
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await board.button("Add Task").press("Enter");
  // The board shows the task before it is stored, behind the form.
  await expect(board.form).toHaveCount(0);
  await expect(board.card("Pay the rent")).toContainText("Monthly");

  const complete = async () => {
    await page.getByRole("button", { name: "More: Pay the rent" }).first().press("Enter");
    await page.getByRole("menuitem", { name: "Done" }).press("Enter");
    await expect(board.titles("Done")).toHaveText(["Pay the rent"]);
    await expect(board.titles("To Do")).toHaveText(["Water the plants", "Pay the rent"]);
  };
  await complete();
  await expect(board.column("To Do").getByText("Feb 28, 2999")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(board.titles("Done")).toHaveCount(0);
  await expect(board.titles("To Do")).toHaveCount(2);
  await complete();

  const next = board.column("To Do").getByRole("listitem").filter({ hasText: "Pay the rent" });
  await next.getByRole("button").first().press("Enter");
  await expect(board.field("Due Date")).toHaveValue("2999-02-28");
  await expect(board.field("Repeat")).toHaveValue("FREQ=MONTHLY");
  await board.field("Priority").selectOption("High");
  await board.button("Update Task").press("Enter");
  await expect(board.form).toHaveCount(0);
  await next.getByRole("button", { name: "More: Pay the rent" }).press("Enter");
  await page.getByRole("menuitem", { name: "Done" }).press("Enter");
  await expect(board.column("To Do").getByText("Mar 31, 2999")).toBeVisible();

  await next.getByRole("button").first().press("Enter");
  await board.field("Repeat").selectOption("Does not repeat");
  await board.button("Update Task").press("Enter");
  await expect(next).not.toContainText("Monthly");
  expect(await storedBoard(site)).toEqual([
    "todo 0 Water the plants",
    expect.stringMatching(/^todo \d+ Pay the rent$/),
    "done 0 Pay the rent",
    "done 1 Pay the rent",
  ]);
});

test("a recurring task has chosen weekdays, a weekday of the month and an end, and its form says what follows", async ({
  page,
  workspace,
  site,
}) => {
  const board = new TaskBoard(page);
  await seedTasks(site, (await workspace.account()).id, [{ title: "Water the plants" }]);
  await workspace.open("/workspace/tasks");
  await board.handle("Water the plants").press("Enter");
  await board.field("Due Date").fill("2999-01-01");
  await board.field("Repeat").selectOption("Weekly");
  await board.form.getByRole("checkbox", { name: "Friday" }).press("Space");
  await expect(board.form.getByText("the next one is due on Fri, Jan 4, 2999.")).toBeVisible();
  await board.field("Repeat").selectOption("Monthly");
  await board.form.getByLabel("On", { exact: true }).selectOption("The second");
  await board.field("Weekday").selectOption("Tuesday");
  await expect(board.form.getByText("the next one is due on Tue, Jan 8, 2999.")).toBeVisible();
  await board.field("Ends").selectOption("After a number of tasks");
  await board.button("Update Task").press("Enter");
  await expect(board.form.getByText("Please enter a number from 1 to 99.")).toBeVisible();
  await board.field("Tasks from this one on").fill("2");
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await board.button("Update Task").press("Enter");
  await expect(board.card("Water the plants")).toContainText(
    "Monthly on the second Tuesday, 1 more time",
  );
  for (const day of ["2999-01-01", "2999-01-08"]) {
    const open = board.column("To Do").getByRole("listitem");
    await open.getByRole("button").first().press("Enter");
    await expect(board.field("Due Date")).toHaveValue(day);
    await expect(board.field("Weekday")).toHaveValue("TU");
    await board.field("Status").selectOption("Done");
    await board.button("Update Task").press("Enter");
    await expect(board.form).toHaveCount(0);
  }
  await expect(board.titles("Done")).toHaveText(["Water the plants", "Water the plants"]);
  await expect(board.titles("To Do")).toHaveCount(0);
});
