import { expect, type Page } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { seedTree } from "../../support/pages/drive-screen.ts";
import { failRequests, tryAgain } from "../../support/pages/failed-requests.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { shiftsOf } from "../../support/pages/layout-shifts.ts";
import { addNotes } from "../../support/pages/notes-screen.ts";
import { seedTasks } from "../../support/pages/task-board.ts";
import type { WorkspacePanel } from "../../support/pages/workspace-page.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace-dashboard", sampleContent: "off" });

const OVERVIEW = "**/rest/v1/rpc/workspace_overview*";
const NOW = "2026-11-20T12:00:00";

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const due = (page: Page) => part(page, "Due").getByRole("checkbox");
const box = (page: Page) => part(page, "New note");

test.beforeEach(async ({ site, workspace, watch }) => {
  const { id } = await workspace.account();
  for (const table of ["workspace_notes", "trashed_notes", "workspace_files"])
    await site.sql`delete from ${site.sql(table)}`;
  await site.sql`delete from private.notion_notes`;
  await seedTasks(site, id, []);
  // The previewed file has a row but no bytes.
  watch.tolerate(/400.*\/storage\/v1\/object\/authenticated\/workspace-files\//);
});

/** Adds data to every tool. */
async function fill(site: BuiltSite, userId: string) {
  const day = (days: number) => new Date(Date.UTC(2026, 10, 20 + days)).toISOString();
  await seedTasks(site, userId, [
    { title: "Not yet", due_date: day(1) },
    { title: "Pay the rent", due_date: day(0), priority: "high" },
    { title: "Any time" },
    { title: "Water the plants", due_date: day(-3), status: "inprogress" },
    { title: "Sold the car", due_date: day(-9), status: "done" },
  ]);
  // Due dates are compared with this clock; by the database's clock, all tasks are overdue.
  await site.sql`update workspace_tasks set description = 'Sentence one.'`;
  await addNotes(
    site,
    { title: "Keep in sight", content: "<p>pinned text</p>", is_pinned: true },
    { title: "Untitled Note", content: "<p>Call <b>Jo</b>vana</p>" },
    { title: "In the archive", is_archived: true },
  );
  await seedTree(site, ["Papers/", "Papers/lease.txt", "ticket.txt"]);
  const notes = [
    { id: "1", title: "Older", lastEdited: "2026-11-02T10:00:00.000Z", tags: [] },
    { id: "2", title: "Newer", url: "https://n.test/2", lastEdited: "2026-11-12T10:00:00.000Z" },
    { id: "3", title: "Unsafe", url: "javascript:alert(1)" },
  ];
  await site.sql`insert into private.notion_notes (source, notes)
    values ('x', ${site.sql.json(notes)})`;
}

/** Fills the workspace, and sets the day on which some tasks are due. */
async function fillToday(page: Page, workspace: WorkspacePanel, site: BuiltSite) {
  await page.clock.setFixedTime(NOW);
  const { id } = await workspace.account();
  await fill(site, id);
}

test("the dashboard shows due tasks, new items and used space of every tool with one request, and opens each item", async ({
  workspace,
  page,
  site,
}) => {
  await fillToday(page, workspace, site);
  const reads: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith("/rest/v1/")) reads.push(path.slice("/rest/v1/".length));
  });
  await workspace.open();
  await expect(page.getByRole("heading", { name: "Welcome back, Ines!" })).toBeVisible();
  await expect(due(page)).toHaveCount(2);
  await expect(due(page).first()).toHaveAccessibleName("Done: Water the plants");
  await expect(part(page, "Due").getByRole("listitem")).toContainText([/Nov 17/, /Today/]);
  await expect(part(page, "Notes").getByRole("link", { name: "Pinned" })).toContainText(
    "pinned text",
  );
  await expect(part(page, "Notes").getByRole("listitem")).toHaveText([
    /^Keep in sight/,
    "Call Jovana",
  ]);
  await expect(part(page, "Recent files").getByRole("listitem")).toHaveCount(2);
  await expect(part(page, "Recent files").getByRole("meter")).toBeVisible();
  await expect(part(page, "Notion").getByRole("listitem")).toContainText([
    "Newer",
    "Older",
    "Unsafe",
  ]);
  await expect(part(page, "Notion").getByRole("link", { name: "Newer" })).toHaveAttribute(
    "href",
    "https://n.test/2",
  );
  await expect(part(page, "Notion").getByRole("link", { name: "Unsafe" })).toHaveCount(0);
  await expect(page.getByText("Everything is saved")).toBeVisible();
  // Joining the live channel causes another read.
  const others = reads.filter((path) => !["personal_info", "rpc/own_role"].includes(path));
  expect(new Set(others)).toEqual(new Set(["rpc/workspace_overview"]));
  expect(others.length).toBeLessThanOrEqual(2);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const firstDue = await part(page, "Due").getByRole("listitem").first().boundingBox();
  expect(firstDue?.y, "on a phone").toBeLessThanOrEqual(300);

  for (const [name, link, shown] of [
    ["Due", "Pay the rent", page.getByRole("dialog", { name: "Edit Task" })],
    ["Notes", "Call Jovana", page.getByRole("dialog").getByText("Call Jovana")],
    ["Recent files", "lease.txt", page.getByRole("dialog").getByText("lease.txt").first()],
  ] as const) {
    await part(page, name).getByRole("link", { name: link }).click();
    await expect(shown).toBeVisible();
    await page.goto("/#/workspace");
  }
});

test("completing a task on the dashboard moves it to the top of Done, keeps the focus in the list, and can be undone", async ({
  workspace,
  page,
  site,
}) => {
  await fillToday(page, workspace, site);
  const board = async () =>
    (
      await site.sql`select status || ' ' || title as task from workspace_tasks
        order by status, "order", id`
    ).map(({ task }) => task);
  const before = await board();
  await workspace.open();
  await due(page).first().focus();
  await page.keyboard.press("Space");
  await expect(due(page)).toHaveCount(1);
  await expect(page.getByLabel("Done: Pay the rent")).toBeFocused();
  expect((await board()).slice(0, 2)).toEqual(["done Water the plants", "done Sold the car"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(due(page)).toHaveCount(2);
  expect(await board()).toEqual(before);
});

test("a refused completion of a task on the dashboard shows the reason and keeps the task", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  await fillToday(page, workspace, site);
  await workspace.open();
  watch.expectStatus(500);
  await page.route("**/rpc/change_tasks*", failRequests("The disk is full."));
  // `check()` is not used, because the checkbox may be unchecked again before it verifies.
  await page.getByLabel("Done: Pay the rent").click({ force: true });
  await expect(part(page, "Due").getByRole("alert")).toHaveText(/The disk is full\./);
  await expect(page.getByLabel("Done: Pay the rent")).not.toBeChecked();
});

test("a note typed on the dashboard is shown at once and stored, and changes from elsewhere appear", async ({
  workspace,
  page,
  context,
  site,
}) => {
  const { id } = await workspace.account();
  await workspace.open();
  await expect(part(page, "Notes").getByText("No notes yet.")).toBeVisible();
  await expect(part(page, "Due").getByText("Nothing is overdue or due today.")).toBeVisible();
  await expect(part(page, "Recent files").getByText("No files yet.")).toBeVisible();
  await expect(part(page, "Notion").getByText("Nothing has been synced")).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.type("a thought");
  await page.keyboard.press("Escape");
  await expect(part(page, "Notes").getByRole("listitem")).toHaveText(["a thought"]);
  await expect
    .poll(async () => (await site.sql`select content from workspace_notes`)[0])
    .toEqual({ content: "<p>a thought</p>" });
  await expect(page.getByText("Everything is saved")).toBeVisible();

  await seedTasks(site, id, [{ title: "From the board", due_date: "2026-01-01T00:00:00.000Z" }]);
  const board = await context.newPage();
  await board.goto("/#/workspace/tasks");
  await board.getByRole("button", { name: "More: From the board" }).click();
  await board.getByRole("menuitem", { name: "In Progress" }).click();
  await expect(page.getByLabel("Done: From the board")).toBeVisible();

  // The newest note known to this window is deleted as well.
  await site.sql`delete from workspace_notes`;
  await expect(part(page, "Notes").getByText("No notes yet.")).toBeVisible();
});

test("a note that the dashboard has read keeps its labels and its reminder", async ({
  workspace,
  page,
  site,
}) => {
  await workspace.open();
  await expect(part(page, "Notes").getByText("No notes yet.")).toBeVisible();
  await addNotes(site, { title: "Keel" });
  await site.sql`update workspace_notes set labels = '{Boat}', remind_at = '2030-01-02'`;
  await expect(part(page, "Notes").getByText("Keel")).toBeVisible();
  await page.getByRole("link", { name: "All notes" }).click();
  const card = page.getByRole("article").filter({ hasText: "Keel" });
  await expect(card).toContainText("Boat");
  await expect(card).toContainText("2030");
});

test("tasks of today are shown beside many overdue ones", async ({ workspace, page, site }) => {
  await page.clock.setFixedTime(NOW);
  const { id } = await workspace.account();
  const dueOn = (day: string) => (title: string) => ({ title, due_date: `${day}T00:00:00.000Z` });
  await seedTasks(site, id, [
    ...["a", "b", "c", "d", "e", "f", "g", "h"].map(dueOn("2026-11-01")),
    ...["today 1", "today 2"].map(dueOn("2026-11-20")),
  ]);
  await workspace.open();
  await expect(due(page)).toHaveCount(8);
  await expect(page.getByLabel("Done: today 2")).toBeVisible();
  await part(page, "Due").getByRole("link", { name: "2 more overdue" }).click();
  await expect(page).toHaveURL("/#/workspace/tasks?due=overdue");
});

test("without an answer the dashboard shows the copy of the last visit, and keeps typed text", async ({
  workspace,
  page,
  context,
  site,
  watch,
}) => {
  watch.tolerate(/^failed: .*ERR_(INTERNET_DISCONNECTED|FAILED)/);
  watch.tolerate(/^console error: (Failed to load resource|TypeError: Failed to fetch)/);
  // The next page repeats requests that the closing page has already sent.
  watch.tolerate(/^(answer: 409|console error: .* 409 )/);
  await page.clock.setFixedTime(NOW);
  const { id } = await workspace.account();
  await workspace.open();
  await expect(part(page, "Due")).toBeVisible();
  const rest = "**/rest/v1/**";
  await page.evaluate(() => indexedDB.deleteDatabase("foyer-workspace-copies"));
  await page.route(rest, (route) => route.abort("internetdisconnected"));
  await page.reload();
  await expect(page.getByRole("alert")).toHaveText(/^The overview could not be loaded/);
  await expect(page.getByRole("link", { name: "Task Board" }).last()).toBeVisible();

  await fill(site, id);
  await page.unroute(rest);
  await tryAgain(page);
  await expect(due(page)).toHaveCount(2);
  await expect.poll(() => copied(page)).toBe(true);
  await page.route(rest, (route) => route.abort("internetdisconnected"));
  await page.reload();
  await expect(due(page)).toHaveCount(2);
  await expect(page.getByText("Offline, shown from this device")).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.type("in the tunnel");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Not sent yet: 1 note")).toBeVisible();
  await expect(part(page, "Notes")).toContainText("in the tunnel");
  const other = await context.newPage();
  await other.route(rest, (route) => route.abort("internetdisconnected"));
  await other.goto("/#/workspace");
  await expect(other.getByText("Not sent yet: 1 note")).toBeVisible();
  await other.close();
  await page.reload();
  await expect(page.getByText("Not sent yet: 1 note")).toBeVisible();
  await page.unroute(rest);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByText("Everything is saved")).toBeVisible();
  expect((await site.sql`select from workspace_notes where content like '%tunnel%'`).length).toBe(
    1,
  );
});

test("a failed read of the dashboard keeps the shown data, and can be retried", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  // Joining a live channel would cause another read.
  await page.routeWebSocket(/realtime/, (socket) => socket.close());
  await fillToday(page, workspace, site);
  await workspace.open();
  await expect(due(page)).toHaveCount(2);
  watch.expectStatus(500);
  await page.route(OVERVIEW, failRequests("out of order"));
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("alert")).toHaveText(/out of order/);
  await expect(due(page)).toHaveCount(2);
  await page.unroute(OVERVIEW);
  await tryAgain(page);
  await expect(page.getByRole("alert")).toBeHidden();
});

for (const width of [390, 1440]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("the dashboard's content neither moves nor overflows when the overview arrives", async ({
      workspace,
      page,
      site,
    }) => {
      await fillToday(page, workspace, site);
      await site.sql`update workspace_tasks set title = ${"Donaudampfschiff".repeat(20)}
        where title = 'Pay the rent'`;
      await site.sql`update workspace_files set name = ${"Donaudampfschiff".repeat(15)}
        where name = 'ticket.txt'`;
      const shifts = await shiftsOf(page);
      const held = holdRequests();
      await page.route(OVERVIEW, held.route);
      await workspace.open();
      await expect(box(page)).toBeVisible();
      await expect.poll(held.count).toBe(1);
      held.release();
      await expect(due(page)).toHaveCount(2);
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await overflow()).toBe(0);
      expect((await shifts()).score).toBeLessThan(0.001);
      // The dashboard is first shown from the copy, which the response confirms.
      await expect.poll(() => copied(page)).toBe(true);
      const answered = page.waitForResponse(OVERVIEW);
      await page.reload();
      await expect(due(page)).toHaveCount(2);
      await answered;
      expect((await shifts()).score).toBeLessThan(0.001);
    });
  });
}

/** Whether this device has a copy of the overview. */
function copied(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open("foyer-workspace-copies");
        opening.onerror = () => resolve(false);
        opening.onsuccess = () => {
          const { result } = opening;
          if (!result.objectStoreNames.contains("read")) return resolve(false);
          const reading = result.transaction("read").objectStore("read").getAllKeys();
          reading.onsuccess = () => {
            result.close();
            resolve(reading.result.some((key) => String(key).endsWith(" workspace_overview")));
          };
        };
      }),
  );
}
