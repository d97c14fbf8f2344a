import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { seedMany, seedTasks, storedBoard, TaskBoard } from "../../support/pages/task-board.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

const path = "/workspace/tasks";
const ORDER = "**/rest/v1/rpc/change_tasks";

let board: TaskBoard;
let userId: string;

test.beforeEach(async ({ page, workspace, site }) => {
  board = new TaskBoard(page);
  userId = (await workspace.account()).id;
  await seedTasks(site, userId, [
    { title: "Apple", tags: ["fruit"] },
    { title: "Bread" },
    { title: "Cherry", tags: ["fruit"] },
    { title: "Dill" },
    { title: "Xylophone", status: "done" },
    { title: "Yoyo", status: "done", tags: ["fruit"] },
  ]);
  await workspace.open(path);
  await expect(board.titles("Done")).toHaveCount(2);
});

const start = [
  "todo 0 Apple",
  "todo 1 Bread",
  "todo 2 Cherry",
  "todo 3 Dill",
  "done 0 Xylophone",
  "done 1 Yoyo",
];

test("a card dropped by mouse goes before the card whose midpoint is below the pointer", async ({
  site,
}) => {
  const steps: [string, string, number, string[]][] = [
    ["Apple", "Cherry", 0.3, ["Bread", "Apple", "Cherry", "Dill"]],
    ["Apple", "Cherry", 0.7, ["Bread", "Cherry", "Apple", "Dill"]],
    ["Dill", "Bread", 0.7, ["Bread", "Dill", "Cherry", "Apple"]],
    ["Dill", "Bread", 0.3, ["Dill", "Bread", "Cherry", "Apple"]],
    ["Apple", "Dill", 0.1, ["Apple", "Dill", "Bread", "Cherry"]],
    ["Apple", "Cherry", 0.9, ["Dill", "Bread", "Cherry", "Apple"]],
  ];
  for (const [title, onto, share, expected] of steps) {
    await board.drag(title, board.card(onto), share);
    await expect(board.titles("To Do")).toHaveText(expected);
  }
  await board.drag("Bread", board.card("Xylophone"), 0.3);
  await expect(board.titles("Done")).toHaveText(["Bread", "Xylophone", "Yoyo"]);
  await board.drag("Cherry", board.card("Xylophone"), 0.7);
  await expect(board.titles("Done")).toHaveText(["Bread", "Xylophone", "Cherry", "Yoyo"]);
  // Cards are dropped into an empty column, and below the last card of another.
  await board.drag("Apple", board.column("In Progress"));
  await expect(board.titles("In Progress")).toHaveText(["Apple"]);
  await board.drag("Dill", board.column("In Progress"), 0.8);
  await expect(board.titles("In Progress")).toHaveText(["Apple", "Dill"]);
  await expect
    .poll(() => storedBoard(site))
    .toEqual([
      "inprogress 0 Apple",
      "inprogress 1 Dill",
      "done 0 Bread",
      "done 1 Xylophone",
      "done 2 Cherry",
      "done 3 Yoyo",
    ]);
});

test("a drop that changes nothing sends nothing", { tag: "@long" }, async ({ page }) => {
  let sent = 0;
  page.on("request", (request) => {
    // The session check also sends POST requests every few seconds.
    if (/change_tasks|workspace_tasks/.test(request.url()) && request.method() !== "GET") sent += 1;
  });
  await board.drag("Bread", page.getByRole("heading", { level: 1 }));
  await board.drag("Bread", board.card("Bread"), 0.6);
  await board.lift("Bread");
  await board.aim(board.card("Yoyo"));
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(board.titles("To Do")).toHaveText(["Apple", "Bread", "Cherry", "Dill"]);
  await expect(board.form).toHaveCount(0);
  expect(sent).toBe(0);
  // The card still opens.
  await board.handle("Bread").click();
  await board.button("Cancel").click();
});

test("a failed drop shows the error and the stored board", { tag: "@long" }, async ({
  page,
  site,
  watch,
}) => {
  await page.route(ORDER, failRequests("The disk is full."));
  watch.expectStatus(500);
  await board.drag("Bread", board.card("Yoyo"));
  await expect(page.getByRole("alert")).toHaveText("The disk is full.Dismiss");
  await expect(board.titles("To Do")).toHaveText(["Apple", "Bread", "Cherry", "Dill"]);
  expect(await storedBoard(site)).toEqual(start);
  await page.unroute(ORDER);
  await board.drag("Bread", board.card("Yoyo"), 0.8);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(board.titles("Done")).toHaveText(["Xylophone", "Yoyo", "Bread"]);
});

test("the focus and a card are moved by keyboard, and each step is announced", async ({
  page,
  site,
}) => {
  await board.handle("Xylophone").focus();
  await keys(page, "End");
  await expect(board.handle("Yoyo")).toBeFocused();
  await keys(page, "ArrowLeft");
  await expect(board.handle("Bread")).toBeFocused();
  await keys(page, "ArrowDown");
  await expect(board.handle("Cherry")).toBeFocused();
  await keys(page, "ArrowUp", "Home");
  await expect(board.handle("Apple")).toBeFocused();

  await board.handle("Bread").focus();
  await keys(page, "Space");
  await expect(said(page)).toHaveText(
    "Picked up Bread, position 2 of 4 in To Do. " +
      "Use the arrow keys to move it, Space to drop it, Escape to cancel.",
  );
  await keys(page, "ArrowDown", "Escape");
  await expect(said(page)).toHaveText("Bread stays at position 2 of 4 in To Do.");
  await keys(page, "Space", "ArrowDown", "Tab");
  await expect(said(page)).toHaveText("Bread stays at position 2 of 4 in To Do.");
  await keys(page, "Enter");
  await expect(board.form).toHaveAccessibleName("Edit Task");
  await keys(page, "Escape");
  expect(await storedBoard(site)).toEqual(start);

  await expect(board.handle("Bread")).toBeFocused();
  await keys(page, "Space", "ArrowDown");
  await expect(said(page)).toHaveText("Bread, position 3 of 4 in To Do.");
  await keys(page, "ArrowRight");
  await expect(said(page)).toHaveText("Bread, position 1 of 1 in In Progress.");
  await keys(page, "ArrowRight", "ArrowDown");
  await expect(said(page)).toHaveText("Bread, position 2 of 3 in Done.");
  await keys(page, "Space");
  await expect(said(page)).toHaveText("Dropped Bread, position 2 of 3 in Done.");
  await expect(board.titles("Done")).toHaveText(["Xylophone", "Bread", "Yoyo"]);
  await expect(board.form).toHaveCount(0);
  // The focus moved along: the same card can be moved again.
  await expect(board.handle("Bread")).toBeFocused();
  await keys(page, "Space", "Home", "Enter");
  await expect(board.titles("Done")).toHaveText(["Bread", "Xylophone", "Yoyo"]);
  await expect
    .poll(async () => (await storedBoard(site)).slice(3))
    .toEqual(["done 0 Bread", "done 1 Xylophone", "done 2 Yoyo"]);
  await expect(board.handle("Bread")).toBeFocused();
});

test("a card's menu offers every position, by keyboard too", { tag: "@long" }, async ({
  page,
  site,
}) => {
  const button = page.getByRole("button", { name: "More: Bread" });
  await button.focus();
  await keys(page, "Enter");
  await expect(page.getByRole("menuitem", { name: "In Progress" })).toBeFocused();
  await keys(page, "Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(button).toBeFocused();
  await keys(page, "Enter");
  await expect(page.getByRole("menuitem", { name: "In Progress" })).toBeFocused();
  await keys(page, "ArrowDown", "Enter");
  await expect(board.titles("Done"), "the newest first").toHaveText(["Bread", "Xylophone", "Yoyo"]);
  await expect(board.handle("Bread")).toBeFocused();
  await moveTo(page, "Yoyo", "To Do");
  await expect(board.titles("To Do"), "where it was in Done").toHaveText([
    "Apple",
    "Cherry",
    "Yoyo",
    "Dill",
  ]);
  await moveTo(page, "Yoyo", "Done");

  const steps: [string, string, string[]][] = [
    ["Yoyo", "Bottom", ["Bread", "Xylophone", "Yoyo"]],
    ["Bread", "One down", ["Xylophone", "Bread", "Yoyo"]],
    ["Xylophone", "Bottom", ["Bread", "Yoyo", "Xylophone"]],
    ["Yoyo", "One up", ["Yoyo", "Bread", "Xylophone"]],
  ];
  for (const [title, place, expected] of steps) {
    await moveTo(page, title, place);
    await expect(board.titles("Done")).toHaveText(expected);
  }
  await expect
    .poll(async () => (await storedBoard(site)).slice(3))
    .toEqual(["done 0 Yoyo", "done 1 Bread", "done 2 Xylophone"]);
});

test("on touch screens a long press lifts a card, and a swipe scrolls", async ({ page, site }) => {
  const touch = await fingerOn(page);
  const bread = await centerOf(board.handle("Bread"));
  const yoyo = await centerOf(board.handle("Yoyo"));

  await touch("touchStart", bread);
  await touch("touchMove", { x: bread.x, y: bread.y - 60 });
  await touch("touchEnd");
  await expect(board.titles("To Do")).toHaveText(["Apple", "Bread", "Cherry", "Dill"]);

  await touch("touchStart", bread);
  await expect(page.locator("[data-drag=pointer]")).toHaveCount(1);
  await touch("touchMove", { x: yoyo.x - 20, y: yoyo.y });
  await touch("touchMove", { x: yoyo.x, y: yoyo.y - 8 });
  await touch("touchEnd");
  await expect(board.titles("Done")).toHaveText(["Xylophone", "Bread", "Yoyo"]);
  await expect(board.form).toHaveCount(0);
  await expect.poll(() => storedBoard(site)).toContain("done 1 Bread");
});

test("on a phone a card dropped on another column's tab moves to that column, and the shown column stays", {
  tag: "@long",
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole("tab")).toHaveCount(3);
  const touch = await fingerOn(page);
  await touch("touchStart", await centerOf(board.handle("Cherry")));
  await expect(page.locator("[data-drag=pointer]")).toHaveCount(1);
  await touch("touchMove", await centerOf(page.getByRole("tab", { name: "Done" })));
  await touch("touchEnd");
  await expect(board.titles("To Do")).toHaveText(["Apple", "Bread", "Dill"]);
  await expect.poll(() => storedBoard(site)).toContain("done 0 Cherry");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(board.titles("To Do")).toHaveText(["Apple", "Bread", "Cherry", "Dill"]);

  // When held longer, the tab opens; a drop on it still returns to the column of the drag.
  await touch("touchStart", await centerOf(board.handle("Apple")));
  await expect(page.locator("[data-drag=pointer]")).toHaveCount(1);
  await touch("touchMove", await centerOf(page.getByRole("tab", { name: "Done" })));
  await expect(board.titles("Done")).toHaveText(["Xylophone", "Yoyo"]);
  await touch("touchEnd");
  await expect(board.titles("To Do")).toHaveText(["Bread", "Cherry", "Dill"]);
  await expect.poll(() => storedBoard(site)).toContain("done 0 Apple");
});

test("on a phone a card held over another column's tab opens it and can be dropped anywhere in it", {
  tag: "@long",
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole("tab")).toHaveCount(3);
  const touch = await fingerOn(page);
  await touch("touchStart", await centerOf(board.handle("Cherry")));
  await expect(page.locator("[data-drag=pointer]")).toHaveCount(1);
  await touch("touchMove", await centerOf(page.getByRole("tab", { name: "Done" })));
  await expect(board.titles("Done")).toHaveText(["Xylophone", "Yoyo"]);
  const { x, y } = await centerOf(board.handle("Yoyo"));
  await touch("touchMove", { x, y: y - 8 });
  await touch("touchEnd");
  await expect(board.titles("Done")).toHaveText(["Xylophone", "Cherry", "Yoyo"]);
  await expect.poll(() => storedBoard(site)).toContain("done 1 Cherry");
  await expect(board.column("To Do")).toHaveCount(0);

  // The card is dragged back: the tab of its original column opens as well.
  await touch("touchStart", await centerOf(board.handle("Cherry")));
  await expect(page.locator("[data-drag=pointer]")).toHaveCount(1);
  await touch("touchMove", await centerOf(page.getByRole("tab", { name: "To Do" })));
  await expect(board.titles("To Do")).toHaveText(["Apple", "Bread", "Dill"]);
  await touch("touchMove", await centerOf(page.getByRole("tab", { name: "Done" })));
  await expect(board.titles("Done")).toHaveCount(3);
  await touch("touchMove", { x: 5, y: 5 });
  await touch("touchEnd");
  await expect(board.titles("Done")).toHaveText(["Xylophone", "Cherry", "Yoyo"]);
});

test("on a filtered board a card moves next to the card it was dropped beside", {
  tag: "@long",
}, async ({ page, site }) => {
  await page.getByLabel("Filter by tag").selectOption("fruit");
  await expect(board.titles("To Do")).toHaveText(["Apple", "Cherry"]);
  await board.drag("Yoyo", board.card("Apple"), 0.8);
  await expect(board.titles("To Do")).toHaveText(["Apple", "Yoyo", "Cherry"]);
  await board.drag("Apple", board.card("Cherry"), 0.8);
  await expect(board.titles("To Do")).toHaveText(["Yoyo", "Cherry", "Apple"]);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(board.titles("To Do")).toHaveText(["Yoyo", "Bread", "Cherry", "Apple", "Dill"]);
  await expect
    .poll(() => storedBoard(site))
    .toEqual([
      "todo 0 Yoyo",
      "todo 1 Bread",
      "todo 2 Cherry",
      "todo 3 Apple",
      "todo 4 Dill",
      "done 0 Xylophone",
    ]);
});

test("two tabs show the same board after each other's drops, and after changes from other devices", async ({
  context,
  page,
  site,
  workspace,
}) => {
  const second = await context.newPage();
  await workspace.keepSession(second);
  await second.goto(`/#${path}`);
  const other = new TaskBoard(second);
  await expect(other.titles("Done")).toHaveCount(2);
  await board.drag("Bread", board.card("Yoyo"), 0.2);
  await expect(other.titles("Done")).toHaveText(["Xylophone", "Bread", "Yoyo"]);
  await other.drag("Yoyo", other.card("Apple"), 0.2);
  await expect(board.titles("To Do")).toHaveText(["Yoyo", "Apple", "Cherry", "Dill"]);
  await expect
    .poll(() => storedBoard(site))
    .toEqual([
      "todo 0 Yoyo",
      "todo 1 Apple",
      "todo 2 Cherry",
      "todo 3 Dill",
      "done 0 Xylophone",
      "done 1 Bread",
    ]);
  await second.close();

  // Another device reversed the column and added to it; this tab, without a live channel, has not been
  // notified.
  await page.routeWebSocket(/realtime/, (socket) => socket.close());
  await page.reload();
  await expect(board.titles("Done")).toHaveCount(2);
  await site.sql`update workspace_tasks set "order" = 3 - "order" where status = 'todo'`;
  await site.sql`insert into workspace_tasks (user_id, title) values (${userId}, 'Egg')`;
  await board.drag("Bread", board.card("Cherry"), 0.8);
  await expect(board.titles("To Do")).toHaveText([
    "Dill",
    "Cherry",
    "Bread",
    "Apple",
    "Yoyo",
    "Egg",
  ]);
  // The board shows the move before it is stored.
  await expect
    .poll(() => storedBoard(site))
    .toEqual([
      "todo 0 Dill",
      "todo 1 Cherry",
      "todo 2 Bread",
      "todo 3 Apple",
      "todo 4 Yoyo",
      "todo 5 Egg",
      "done 0 Xylophone",
    ]);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a column of 150 renders a few cards, and every position in it can be reached", {
  tag: "@long",
}, async ({ context, page, site, workspace }) => {
  await seedMany(site, userId, 150);
  await page.reload();
  await expect(board.column("To Do")).toContainText("150 tasks");
  await expect(board.card("Task 1.")).toHaveAttribute("aria-posinset", "1");
  await expect(board.card("Task 1.")).toHaveAttribute("aria-setsize", "150");
  expect(await board.titles("To Do").count()).toBeLessThan(60);

  // The keyboard reaches positions that are not rendered; the focus is kept and in view.
  await board.handle("Task 1.").focus();
  await keys(page, "Space", "End");
  await expect(said(page)).toHaveText(/, position 150 of 150 in To Do\.$/);
  await expect(board.card("Task 150.")).toBeInViewport();
  await keys(page, "Space");
  await expect(board.card("Task 1.")).toHaveAttribute("aria-posinset", "150");
  await expect(board.handle("Task 1.")).toBeFocused();
  await expect(board.handle("Task 1.")).toBeInViewport();
  await keys(page, "Home");
  await expect(board.handle("Task 2.")).toBeFocused();
  await expect(board.handle("Task 2.")).toBeInViewport();
  await moveTo(page, "Task 2.", "Bottom");
  await expect(board.card("Task 2.")).toHaveAttribute("aria-posinset", "150");
  await expect(board.card("Task 2.")).toBeInViewport({ ratio: 0.9 });

  // When a card is held at the column's top edge by mouse, the column scrolls, although the card's
  // own element is no longer rendered.
  await board.lift("Task 2.");
  await board.aim(board.column("To Do"), 0.1);
  await expect(board.card("Task 3.")).toBeInViewport({ ratio: 1, timeout: 60_000 });
  await board.aim(board.card("Task 5."), 0.3);
  await page.mouse.up();
  await expect
    .poll(async () => (await storedBoard(site)).filter((_, index) => index < 4 || index > 147))
    .toEqual([
      "todo 0 Task 3.",
      "todo 1 Task 4.",
      "todo 2 Task 2.",
      "todo 3 Task 5.",
      "todo 148 Task 150.",
      "todo 149 Task 1.",
    ]);

  // Another tab's change above does not move the visible cards.
  await board.handle("Task 3.").focus();
  await keys(page, "End");
  await expect(board.card("Task 150.")).toBeInViewport();
  const before = await board.card("Task 150.").boundingBox();
  const second = await context.newPage();
  await workspace.keepSession(second);
  await second.goto(`/#${path}`);
  await moveTo(second, "Task 4.", "Done");
  await expect(board.card("Task 1.")).toHaveAttribute("aria-setsize", "149");
  await expect
    .poll(async () => Math.round((await board.card("Task 150.").boundingBox())?.y ?? 0))
    .toBe(Math.round(before?.y ?? -1));
  await second.close();
  await keys(page, "Home");
  await expect(board.handle("Task 3.")).toBeFocused();

  // Search results start at the top, and positions refer to the visible cards.
  await moveTo(page, "Task 2.", "Bottom");
  await expect(board.card("Task 2.")).toBeInViewport();
  await page.getByRole("textbox", { name: "Search tasks" }).fill("9.");
  await expect(board.card("Task 9.")).toBeInViewport();
  await expect(board.card("Task 9.")).toHaveAttribute("aria-setsize", "15");
  await board.drag("Task 29.", board.card("Task 19."), 0.2);
  await expect(board.card("Task 29.")).toHaveAttribute("aria-posinset", "2");
  await expect
    .poll(async () => (await storedBoard(site)).slice(5, 8))
    .toEqual(["todo 5 Task 9.", "todo 6 Task 29.", "todo 7 Task 10."]);

  // On a phone the whole page scrolls.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Filter, 1 active" }).click();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(board.card("Task 3.")).toHaveAttribute("aria-setsize", "149");
  expect(await board.titles("To Do").count()).toBeLessThan(60);
  await board.handle("Task 3.").focus();
  await keys(page, "End");
  await expect(board.handle("Task 2.")).toBeFocused();
  await expect(board.handle("Task 2.")).toBeInViewport();
  await keys(page, "Home");
  await expect(board.handle("Task 3.")).toBeFocused();
  await expect(board.card("Task 3.")).toBeInViewport({ ratio: 1 });
});

async function keys(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.keyboard.press(name);
}

const said = (page: Page) => page.getByRole("main").locator("[aria-live=assertive]");

async function moveTo(page: Page, title: string, place: string): Promise<void> {
  await page.getByRole("button", { name: `More: ${title}` }).click();
  await page.getByRole("menuitem", { name: place, exact: true }).click();
}

interface Point {
  x: number;
  y: number;
}

async function centerOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`Not on the screen: ${locator}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** One finger as native browser input, so that it scrolls and cancels like a real one. */
async function fingerOn(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  return (type: "touchStart" | "touchMove" | "touchEnd", point?: Point) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
}
