import { expect, type Page } from "@playwright/test";
import { failRequests, tryAgain } from "../../support/pages/failed-requests.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin-dashboard" });

const FAILURE = "Failed to fetch dashboard statistics.";

const card = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name });
const days = (page: Page) => page.getByRole("list", { name: "Last 7 Days" }).getByRole("listitem");

test.beforeEach(async ({ site }) => {
  await site.sql`truncate messages, visits cascade`;
});

test("the four cards of the dashboard show exact counts and link to the counted items", async ({
  admin,
  page,
  site,
}) => {
  await site.sql`insert into messages (name, email, subject, message, is_read)
    select 'n', 'n@example.org', 's', 'm', n > 1234 from generate_series(1, 1500) as n`;
  await admin.open();
  await expect(card(page, "Unread Messages 1,234")).toBeVisible();
  for (const [name, heading] of [
    ["Total Projects 6", "Manage Projects"],
    ["Total Skills 18", "Manage Skills"],
    ["Experience Entries 3", "Manage Experience"],
    ["Unread Messages 1,234", "Inbox"],
  ] as const) {
    await card(page, name).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await page.goBack();
  }
});

test("visits are shown for three periods, with a bar for each of the last seven days", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  const visits = async (age: string, count: number) =>
    site.sql`insert into visits (created_at)
      select now() - ${age}::interval from generate_series(1, ${count}::int)`;
  await visits("1 second", 2);
  await visits("3 days", 8);
  await visits("20 days", 30);
  await visits("40 days", 100);
  await admin.open();
  const figures = page.getByRole("main");
  await expect(figures.getByRole("term").filter({ hasText: "Daily Visits" })).toBeVisible();
  await expect(figures.getByRole("definition")).toHaveText(["2", "10", "40"]);

  await expect(days(page)).toHaveCount(7);
  const expected = await page.evaluate(() =>
    Array.from({ length: 7 }, (_, index) =>
      new Date(Date.now() - (6 - index) * 86_400_000).toLocaleDateString("en-US", {
        weekday: "short",
      }),
    ),
  );
  for (const [index, weekday] of expected.entries()) {
    await expect(days(page).nth(index)).toContainText(weekday);
  }
  await expect(days(page).nth(3)).toContainText("8 visits");
  await expect(days(page).nth(6)).toContainText("today: 2 visits");
  // Bars are scaled to the busiest day: with 8 visits as the maximum, 2 visits fill a quarter.
  expect(await barShare(page, 6)).toBeCloseTo((await barShare(page, 3)) / 4, 1);
});

test("the chart shows a placeholder while loading and is scaled to at least 5 visits", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  await site.sql`insert into visits default values`;
  const held = holdRequests();
  await page.route("**/rest/v1/rpc/visit_statistics", held.route);
  await admin.open();
  await expect(card(page, "Total Projects 6")).toBeVisible();
  await expect(page.getByRole("definition")).toHaveText(["Loading...", "Loading...", "Loading..."]);
  await expect(days(page)).toHaveCount(0);
  held.release();
  await expect(page.getByRole("definition")).toHaveText(["1", "1", "1"]);
  await expect(days(page).nth(6)).toContainText("today: 1 visit");
  expect(await barShare(page, 6)).toBeCloseTo(0.2, 1);
  expect(await barShare(page, 5)).toBe(0);
});

test("a figure that cannot be read is reported once and promptly, and can be retried", {
  tag: "@long",
}, async ({ admin, page, watch }) => {
  watch.expectProblem(/^answer: 500/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.route("**/rpc/visit_statistics", failRequests("out of order"));
  await admin.open();
  await expect(page.getByRole("alert")).toHaveText([new RegExp(FAILURE)]);
  await expect(page.getByRole("heading", { name: "Site Analytics" })).toBeHidden();
  await page.unroute("**/rpc/visit_statistics");
  await tryAgain(page);
  await expect(page.getByRole("alert")).toBeHidden();
  await expect(card(page, "Total Projects 6")).toBeVisible();
  await expect(days(page)).toHaveCount(7);

  // Without a connection, the same message appears while the requests are still being retried.
  watch.expectProblem(/^failed: HEAD/);
  await page.route("**/rest/v1/projects*", (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("alert")).toContainText(FAILURE);
});

test("another tab's change updates the counts on the dashboard", { tag: "@long" }, async ({
  admin,
  page,
  context,
}) => {
  await admin.open();
  await expect(card(page, "Total Skills 18")).toBeVisible();
  const other = await context.newPage();
  await other.goto("/#/tradmin/portfolio/skills");
  await other.getByRole("button", { name: "Add Skill" }).first().click();
  await other.getByLabel(/^Name/).fill("Weaving");
  await other.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(other.getByText("Weaving").first()).toBeVisible();
  await expect(card(page, "Total Skills 19")).toBeVisible();
});

test("the sample content is cleared after confirmation, and the public page reflects it", async ({
  admin,
  page,
  site,
  watch,
}) => {
  await site.sql`update personal_info set value = 'Ada Own' where key = 'displayName'`;
  await admin.open();
  const clear = page.getByRole("button", { name: "Clear Sample Content" });
  await expect(page.getByText(/still shows \d+ sample entries/)).toBeVisible();

  // Canceling the dialog changes nothing.
  watch.expectProblem(/^dialog: Remove \d+ sample entries/);
  await clear.click();
  await expect(clear).toBeEnabled();
  expect(await site.sql`select from projects`).toHaveLength(6);

  watch.expectStatus(500);
  await page.route("**/rpc/clear_sample_content", failRequests("disk full"));
  watch.acceptDialog(/^Remove \d+ sample entries/);
  await clear.click();
  await expect(page.getByRole("alert")).toHaveText("Error clearing sample content: disk full");
  await page.unroute("**/rpc/clear_sample_content");

  watch.acceptDialog(/^Remove \d+ sample entries/);
  await clear.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Removed \d+ sample entries\.$/)).toBeVisible();
  await expect(clear).toBeHidden();
  await expect(card(page, "Total Projects 0")).toBeVisible();
  await expect(page.getByRole("list", { name: "Next steps" }).getByRole("link").first()).toHaveText(
    "What you do",
  );
  const html = async () => (await fetch(site.origin)).text();
  await expect.poll(html).not.toContain("Slipway");
  expect(await html()).toContain("Ada Own");
});

test("a count of a million visits fits on a phone and on a desktop", { tag: "@long" }, async ({
  admin,
  page,
}) => {
  const today = Date.now();
  const week = Array.from({ length: 7 }, (_, index) => ({
    date: new Date(today - (6 - index) * 86_400_000).toISOString().slice(0, 10),
    count: 142_857 + index,
  }));
  await page.route("**/rpc/visit_statistics", (route) =>
    route.fulfill({
      json: { daily: 142_863, weekly: 1_000_020, monthly: 9_999_999, days: week },
    }),
  );
  await admin.open();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole("definition").last()).toHaveText("9,999,999");
    await expect(days(page).nth(2)).toContainText("142,859 visits");
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

/** A bar's height as a fraction of the full height. */
async function barShare(page: Page, index: number): Promise<number> {
  const bar = days(page).nth(index).locator("[data-bar]");
  return bar.evaluate((element) => {
    const room = (element.parentElement as Element).getBoundingClientRect().height;
    return element.getBoundingClientRect().height / room;
  });
}

test("the last proven restore is shown, and a failed backup until the next success", {
  tag: "@long",
}, async ({ admin, page }) => {
  const at = new Date().toISOString();
  const proven = { at, rows: 4211, files: 103, problems: [], complete: "a.tar" };
  const failure = { at: new Date().toISOString(), message: "The disk is full." };
  let status: object | null = { proven, failure };
  await page.route("**/backup/v1/status", (route) => route.fulfill({ json: status }));
  await admin.open();
  const backups = page.getByRole("region", { name: "Backups" });
  await expect(backups).toContainText(/Last proven restore \d\d:\d\d, 4,211 rows, 103 files/);
  await expect(backups.getByRole("alert")).toContainText("failed: The disk is full.");
  status = { proven, failure: null };
  await page.reload();
  await expect(backups).toContainText("Last proven restore");
  await expect(backups.getByRole("alert")).toBeHidden();
});
