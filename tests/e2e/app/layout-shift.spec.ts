import { expect, type Page } from "@playwright/test";
import { seedTree } from "../../support/pages/drive-screen.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { shiftsOf } from "../../support/pages/layout-shifts.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "app-layout-shift" });

/** For comparison, a menu that moves by 5 pixels scores 0.001. */
const LIMIT = 0.0005;

// A press must not hit another element because a response arrived. On a phone, a screen's parts are
// below one another, so most of them can move.
test.describe("at 390 pixels", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("files stay in their place when the used space arrives", async ({
    page,
    workspace,
    site,
  }) => {
    await workspace.account();
    await seedTree(site, ["Box/", "1.txt", "2.txt"]);
    const { release, score } = await holdAnswers(page, "**/rest/v1/rpc/drive_usage*");
    await workspace.open("/workspace/files");
    await expect(page.getByRole("gridcell", { name: /^1\.txt/ })).toBeVisible();
    release();
    await expect(page.getByRole("meter", { name: "Storage used" })).toBeVisible();
    expect(await score()).toBeLessThan(LIMIT);
  });

  test("choices of notices stay in their place when the delivery's state arrives", async ({
    page,
    admin,
  }) => {
    const { release, score } = await holdAnswers(page, "**/rest/v1/rpc/notice_status*");
    await admin.open("/tradmin/notices");
    await expect(page.getByRole("checkbox", { name: "New message" })).toBeVisible();
    release();
    await expect(page.getByRole("heading", { name: "Notices are not sent" })).toBeVisible();
    expect(await score()).toBeLessThan(LIMIT);
  });
});

test.describe("at 1440 pixels", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("the menu stays in its place when the owner's name arrives", async ({ page, workspace }) => {
    const { release, score } = await holdAnswers(page, "**/rest/v1/personal_info*");
    await workspace.open("/workspace/tasks");
    await expect(workspace.sidebar).toBeVisible();
    await expect(page.getByRole("button", { name: "New Task" })).toBeVisible();
    release();
    await expect(
      page.getByRole("complementary", { name: "Sidebar" }).getByText("Ines Valloran"),
    ).toBeVisible();
    expect(await score()).toBeLessThan(LIMIT);
  });
});

/** Holds these requests until released. The score sums up all layout shifts of the page. */
async function holdAnswers(page: Page, url: string) {
  const shifts = await shiftsOf(page);
  const held = holdRequests();
  await page.route(url, held.route);
  const score = async () => {
    expect(held.count(), "held requests").toBeGreaterThan(0);
    return (await shifts()).score;
  };
  return { release: held.release, score };
}
