import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { failRequests, tryAgain } from "../../support/pages/failed-requests.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin-analytics" });

test("the analytics screen shows a period chosen with the keyboard, its table and its files", async ({
  admin,
  page,
  site,
}) => {
  await site.sql`truncate visits, link_clicks`;
  await admin.open("/tradmin/analytics");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "No Visits in This Period" })).toBeVisible();

  await site.sql`insert into visits (created_at, referrer_host, is_first, is_bot)
    select now() - n * interval '12 hours', case when n % 2 = 0 then 'news.example' end, n % 3 = 0, n = 9
    from generate_series(0, 40) as n`;
  await site.sql`insert into link_clicks (target, kind, subject)
    select live_link, 'project', id from projects where name = 'Slipway'`;
  await site.sql`update projects set name = '=Slipway()' where name = 'Slipway'`;
  await page.reload();
  await expect(main.getByRole("definition")).toHaveText(["40", "13", "1"]);
  await expect(main.getByRole("row", { name: "news.example 21" })).toBeVisible();
  await expect(main.getByRole("row", { name: "Direct or unknown 19" })).toBeVisible();
  await expect(main.getByRole("row", { name: "=Slipway() · Project 1" })).toBeVisible();

  await page.getByRole("radio", { name: "30 days" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: "7 days" })).toBeChecked();
  await expect(main.getByRole("definition").first()).not.toHaveText("40");
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/days=365$/);
  await main.getByText("Show as a table").press("Enter");
  await expect(main.getByRole("region", { name: "Visits per day" }).getByRole("row")).toHaveCount(
    366,
  );
  expect(await axeViolationsInBothThemes(page)).toEqual([]);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV: Followed Links" }).press("Enter");
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^links-365-days-to-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), "utf8")).toContain(`"'=Slipway()","Project","1"`);
});

test("a failed read of the analytics is reported and can be retried; hostile hosts fit on a phone", {
  tag: "@long",
}, async ({ admin, page, site, watch }) => {
  watch.expectProblem(/^answer: 500/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.setViewportSize({ width: 390, height: 900 });
  await site.sql`insert into visits (referrer_host)
    select left(repeat(n || 'x', 200), 249) || '.com' from generate_series(1, 30) as n
    union all select 'xn--' || repeat('a', 59) || '.example'`;
  await page.route("**/rpc/site_analytics", failRequests("out of order"));
  await admin.open("/tradmin/analytics");
  await expect(page.getByRole("alert")).toContainText(
    "The analytics could not be loaded: out of order",
  );
  await page.unroute("**/rpc/site_analytics");
  await tryAgain(page);
  await page.getByRole("button", { name: /^Show all \d+$/ }).click();
  await expect(page.getByRole("row", { name: /^xn--a/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
