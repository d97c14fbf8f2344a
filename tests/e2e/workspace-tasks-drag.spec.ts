import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";
import { seedTasks, storedBoard, TaskBoard } from "../support/pages/task-board.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "workspace-tasks-drag", sampleContent: "off" });

const path = "/workspace/tasks";
const ORDER = "**/rest/v1/rpc/save_task_order";

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

test.describe("by mouse", () => {
  for (const [share, expected] of [
    [0.3, ["Bread", "Xylophone", "Yoyo"]],
    [0.7, ["Xylophone", "Bread", "Yoyo"]],
  ] as const) {
    test(`dropped at ${share} of a card in another column`, async ({ page, site }) => {
      const request = page.waitForRequest(ORDER);
      await board.drag("Bread", board.card("Xylophone"), share);
      await expect(board.titles("Done")).toHaveText([...expected]);
      await expect(board.titles("To Do")).toHaveText(["Apple", "Cherry", "Dill"]);
      // Renumbered from 0 throughout, and only what changed is sent.
      const { items } = (await request).postDataJSON() as { items: unknown[] };
      expect(items).toHaveLength(share < 0.5 ? 5 : 4);
      await expect
        .poll(() => storedBoard(site))
        .toEqual([
          "todo 0 Apple",
          "todo 1 Cherry",
          "todo 2 Dill",
          ...expected.map((title, order) => `done ${order} ${title}`),
        ]);
    });
  }

  for (const [dragged, onto, share, expected] of [
    ["Apple", "Cherry", 0.3, ["Bread", "Apple", "Cherry", "Dill"]],
    ["Apple", "Cherry", 0.7, ["Bread", "Cherry", "Apple", "Dill"]],
    ["Dill", "Bread", 0.3, ["Apple", "Dill", "Bread", "Cherry"]],
    ["Dill", "Bread", 0.7, ["Apple", "Bread", "Dill", "Cherry"]],
    ["Dill", "Apple", 0.1, ["Dill", "Apple", "Bread", "Cherry"]],
    ["Apple", "Dill", 0.9, ["Bread", "Cherry", "Dill", "Apple"]],
  ] as const) {
    test(`${dragged} onto ${onto} at ${share} within the column`, async ({ site }) => {
      await board.drag(dragged, board.card(onto), share);
      await expect(board.titles("To Do")).toHaveText([...expected]);
      await expect
        .poll(async () => (await storedBoard(site)).slice(0, 4))
        .toEqual(expected.map((title, order) => `todo ${order} ${title}`));
    });
  }

  test("into an empty column, and to the end of one below its cards", async ({ site }) => {
    await board.drag("Cherry", board.column("In Progress"), 0.5);
    await expect(board.titles("In Progress")).toHaveText(["Cherry"]);
    await board.drag("Apple", board.column("Done"), 0.8);
    await expect(board.titles("Done")).toHaveText(["Xylophone", "Yoyo", "Apple"]);
    await expect
      .poll(() => storedBoard(site))
      .toEqual([
        "todo 0 Bread",
        "todo 1 Dill",
        "inprogress 0 Cherry",
        "done 0 Xylophone",
        "done 1 Yoyo",
        "done 2 Apple",
      ]);
  });

  test("let go outside, back in its place, or after Escape, nothing is sent or opened", async ({
    page,
    site,
  }) => {
    let sent = 0;
    page.on("request", (request) => {
      if (request.method() !== "GET" && request.url().includes("/rest/")) sent += 1;
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
    expect(await storedBoard(site)).toEqual(start);
    // And the card still opens.
    await board.handle("Bread").click();
    await expect(board.form).toBeVisible();
  });

  test("several drops in a row end as they were made", async ({ site }) => {
    await board.drag("Apple", board.card("Yoyo"), 0.2);
    await board.drag("Bread", board.card("Yoyo"), 0.2);
    await board.drag("Cherry", board.column("In Progress"));
    await board.drag("Yoyo", board.card("Dill"), 0.2);
    await expect
      .poll(() => storedBoard(site))
      .toEqual([
        "todo 0 Yoyo",
        "todo 1 Dill",
        "inprogress 0 Cherry",
        "done 0 Xylophone",
        "done 1 Apple",
        "done 2 Bread",
      ]);
    await expect(board.titles("To Do")).toHaveText(["Yoyo", "Dill"]);
  });

  test("a failed drop shows the error and the board as it is stored", async ({
    page,
    site,
    watch,
  }) => {
    await page.route(ORDER, (route) =>
      route.fulfill({ status: 500, json: { message: "The disk is full." } }),
    );
    watch.expectProblem(/^answer: 500/);
    watch.expectProblem(/^console error: Failed to load resource/);
    await board.drag("Bread", board.card("Yoyo"));
    await expect(page.getByRole("alert")).toHaveText("The disk is full.");
    await expect(board.titles("To Do")).toHaveText(["Apple", "Bread", "Cherry", "Dill"]);
    expect(await storedBoard(site)).toEqual(start);
    await page.unroute(ORDER);
    await board.drag("Bread", board.card("Yoyo"), 0.8);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(board.titles("Done")).toHaveText(["Xylophone", "Yoyo", "Bread"]);
  });
});

test.describe("by keyboard", () => {
  const keys = async (page: Page, ...names: string[]) => {
    for (const name of names) await page.keyboard.press(name);
  };
  const said = (page: Page) => page.getByRole("main").locator("[aria-live=assertive]");

  test("Space lifts, the arrows move, Space drops; each is announced", async ({ page, site }) => {
    await board.handle("Bread").focus();
    await keys(page, "Space");
    await expect(said(page)).toHaveText(
      "Picked up Bread, position 2 of 4 in To Do. " +
        "Use the arrow keys to move it, Space to drop it, Escape to cancel.",
    );
    await keys(page, "ArrowDown");
    await expect(said(page)).toHaveText("Bread, position 3 of 4 in To Do.");
    await keys(page, "ArrowRight");
    await expect(said(page)).toHaveText("Bread, position 1 of 1 in In Progress.");
    await keys(page, "ArrowRight", "ArrowDown");
    await expect(said(page)).toHaveText("Bread, position 2 of 3 in Done.");
    await keys(page, "Space");
    await expect(said(page)).toHaveText("Dropped Bread, position 2 of 3 in Done.");
    await expect(board.titles("Done")).toHaveText(["Xylophone", "Bread", "Yoyo"]);
    await expect(board.form).toHaveCount(0);
    // The focus went along: the same card goes on from there.
    await expect(board.handle("Bread")).toBeFocused();
    await keys(page, "Space", "Home", "Enter");
    await expect(board.titles("Done")).toHaveText(["Bread", "Xylophone", "Yoyo"]);
    await expect
      .poll(async () => (await storedBoard(site)).slice(3))
      .toEqual(["done 0 Bread", "done 1 Xylophone", "done 2 Yoyo"]);
    await expect(board.handle("Bread")).toBeFocused();
  });

  test("Escape and leaving put it back; Enter opens it", async ({ page, site }) => {
    await board.handle("Bread").focus();
    await keys(page, "Space", "ArrowDown", "Escape");
    await expect(said(page)).toHaveText("Bread stays at position 2 of 4 in To Do.");
    await keys(page, "Space", "ArrowDown", "Tab");
    await expect(said(page)).toHaveText("Bread stays at position 2 of 4 in To Do.");
    await keys(page, "Enter");
    await expect(board.form).toHaveAccessibleName("Edit Task");
    expect(await storedBoard(site)).toEqual(start);
  });
});

test.describe("the Move to menu", () => {
  const choose = async (page: Page, title: string, place: string) => {
    await page.getByRole("button", { name: `Move to: ${title}` }).click();
    await page.getByRole("menuitem", { name: place, exact: true }).click();
  };

  test("reaches every place", async ({ page, site }) => {
    await choose(page, "Bread", "Done");
    await expect(board.titles("Done")).toHaveText(["Xylophone", "Yoyo", "Bread"]);
    await choose(page, "Bread", "Top");
    await expect(board.titles("Done")).toHaveText(["Bread", "Xylophone", "Yoyo"]);
    await choose(page, "Bread", "One down");
    await expect(board.titles("Done")).toHaveText(["Xylophone", "Bread", "Yoyo"]);
    await choose(page, "Xylophone", "Bottom");
    await expect(board.titles("Done")).toHaveText(["Bread", "Yoyo", "Xylophone"]);
    await choose(page, "Yoyo", "One up");
    await expect(board.titles("Done")).toHaveText(["Yoyo", "Bread", "Xylophone"]);
    await expect
      .poll(async () => (await storedBoard(site)).slice(3))
      .toEqual(["done 0 Yoyo", "done 1 Bread", "done 2 Xylophone"]);
  });

  test("by keyboard; Escape closes it", async ({ page }) => {
    const button = page.getByRole("button", { name: "Move to: Bread" });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "In Progress" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(board.titles("Done")).toHaveText(["Xylophone", "Yoyo", "Bread"]);
    await expect(board.handle("Bread")).toBeFocused();
  });
});

test.describe("by touch", () => {
  test("a finger that rests lifts the card; one that does not scrolls", async ({ page, site }) => {
    const touch = await fingerOn(page);
    const bread = await centreOf(board.handle("Bread"));
    const yoyo = await centreOf(board.handle("Yoyo"));

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

  test("on a phone, a tab takes the card to the end of its column", async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(page.getByRole("tab")).toHaveCount(3);
    const touch = await fingerOn(page);
    await touch("touchStart", await centreOf(board.handle("Bread")));
    await expect(page.locator("[data-drag=pointer]")).toHaveCount(1);
    await touch("touchMove", await centreOf(page.getByRole("tab", { name: "Done" })));
    await touch("touchEnd");
    await expect(board.titles("To Do")).toHaveText(["Apple", "Cherry", "Dill"]);
    await expect.poll(() => storedBoard(site)).toContain("done 2 Bread");
  });
});

test("while filtered, a card goes next to the card it was put next to", async ({ page, site }) => {
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

test.describe("two tabs", () => {
  test("show the same board after each other's drops", async ({ context, site, workspace }) => {
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
  });

  test("a drop on a board that has changed meanwhile is made on the new one", async ({
    page,
    site,
    watch,
  }) => {
    // Another device turned the column around and added to it; this tab has not heard of it.
    await site.sql`update workspace_tasks set "order" = 3 - "order" where status = 'todo'`;
    await site.sql`insert into workspace_tasks (user_id, title) values (${userId}, 'Egg')`;
    watch.expectProblem(/^answer: 409/);
    watch.expectProblem(/^console error: Failed to load resource/);
    await board.drag("Yoyo", board.card("Bread"), 0.8);
    await expect(board.titles("To Do")).toHaveText([
      "Dill",
      "Cherry",
      "Bread",
      "Yoyo",
      "Apple",
      "Egg",
    ]);
    // The board shows the move before it is stored.
    await expect
      .poll(() => storedBoard(site))
      .toEqual([
        "todo 0 Dill",
        "todo 1 Cherry",
        "todo 2 Bread",
        "todo 3 Yoyo",
        "todo 4 Apple",
        "todo 5 Egg",
        "done 0 Xylophone",
      ]);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});

interface Point {
  x: number;
  y: number;
}

async function centreOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`Not on the screen: ${locator}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** One finger on the glass, as the browser's own input, so that it scrolls and cancels as it would. */
async function fingerOn(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  return (type: "touchStart" | "touchMove" | "touchEnd", point?: Point) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
}
