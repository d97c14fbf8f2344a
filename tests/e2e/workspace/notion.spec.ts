import { expect, type Page } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import {
  DATABASE_ID,
  NOTION_TOKEN,
  notionPage,
  rateLimited,
  unauthorized,
} from "../../support/fakes/fake-notion.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { test } from "../fixtures.ts";

test.use({
  siteName: "workspace-notion",
  environment: async ({ notion }, use) =>
    use({ NOTION_TOKEN, NOTION_DATABASE_ID: DATABASE_ID, NOTION_BASE_URL: notion.url }),
});

const FUNCTION = "**/functions/v1/fetch-notion-notes";
const FAILED =
  "Connection to Notion failed. This could be due to incorrect API keys or the integration not being shared with the database in Notion.";

const refresh = (page: Page) => page.getByRole("button", { name: "Refresh Notes" });
const cards = (page: Page) => page.getByRole("list", { name: "Notes" }).getByRole("listitem");
const failed = (page: Page) => page.getByRole("alert").filter({ hasText: "Connection Failed" });
const subtitle = (page: Page, text: string | RegExp) =>
  page.getByRole("main").getByRole("paragraph").filter({ hasText: text });

test.beforeEach(async ({ notion, site }) => {
  notion.reset();
  await site.sql`delete from private.notion_notes`;
});

test("the Notion notes are shown as cards that open Notion in a new tab", async ({
  workspace,
  page,
  notion,
  context,
  watch,
}) => {
  notion.pages = [
    notionPage(1, {
      title: "Ship the thing",
      tags: ["work", "2026"],
      icon: { type: "emoji", emoji: "🚢" },
    }),
    notionPage(2, { title: "Without icon" }),
  ];
  await workspace.open("/workspace/notion");
  await expect(page.getByRole("heading", { level: 1, name: "Notion Integration" })).toBeVisible();
  await expect(page).toHaveTitle("Notion Integration · Workspace");
  await expect(subtitle(page, /^Synced from Notion at \d{1,2}:\d\d:\d\d\s[AP]M$/)).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
  const first = cards(page).first();
  await expect(first).toContainText("🚢");
  await expect(first).toContainText("Ship the thing");
  await expect(first).toContainText("Last edited: Nov 19, 2026");
  await expect(first.getByText("work", { exact: true })).toBeVisible();
  await expect(first.getByText("2026", { exact: true })).toBeVisible();
  await expect(cards(page).nth(1)).toContainText("📄");
  const link = first.getByRole("link");
  await expect(link).toHaveAttribute(
    "href",
    "https://www.notion.so/00000001000040008000000000000000",
  );
  await expect(link).toHaveAttribute("rel", /noopener/);
  await context.route("https://www.notion.so/**", (route) => route.fulfill({ body: "the note" }));
  const opened = context.waitForEvent("page");
  watch.expectProblem(/^third party: https:\/\/www\.notion\.so\//);
  await link.click();
  await expect((await opened).getByText("the note")).toBeVisible();
});

test("the page shows that it is connecting, and Refresh Notes reads again, by keyboard too", async ({
  workspace,
  page,
  notion,
}) => {
  const held = holdRequests();
  await page.route(FUNCTION, held.route, { times: 1 });
  await workspace.open("/workspace/notion");
  await expect(subtitle(page, "Connecting to Notion...")).toBeVisible();
  await expect(refresh(page)).toBeDisabled();
  held.release();
  await expect(page.getByRole("heading", { name: "No Notes Found" })).toBeVisible();
  await expect(
    page.getByText("Your connected Notion database is empty or could not be read."),
  ).toBeVisible();
  notion.pages = [notionPage(1, { title: "Just written" })];
  await refresh(page).click();
  await expect(cards(page)).toContainText(["Just written"]);
  notion.pages = [notionPage(1, { title: "Just changed" })];
  await refresh(page).focus();
  await page.keyboard.press("Enter");
  await expect(cards(page)).toContainText(["Just changed"]);
  await page.keyboard.press("Tab");
  await expect(cards(page).getByRole("link")).toBeFocused();
});

test("a refused token is explained with the settings to check", { tag: "@long" }, async ({
  workspace,
  page,
  notion,
  watch,
}) => {
  watch.expectStatus(502);
  notion.always = unauthorized;
  await workspace.open("/workspace/notion");
  await expect(page.getByRole("heading", { name: "Connection Failed" })).toBeVisible();
  await expect(failed(page)).toContainText(FAILED);
  await expect(failed(page)).toContainText(/integration token and the database id must be correct/);
  await expect(failed(page)).toContainText("Reported: API token is invalid.");
  await expect(refresh(page)).toBeEnabled();
  notion.always = null;
  notion.pages = [notionPage(1)];
  await refresh(page).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(failed(page)).toHaveCount(0);
});

test("when Notion fails, the notes of the last sync stay, marked as such", async ({
  workspace,
  page,
  notion,
  site,
  watch,
}) => {
  watch.expectStatus(502);
  notion.pages = [notionPage(1, { title: "Kept" })];
  await workspace.open("/workspace/notion");
  await expect(cards(page)).toHaveCount(1);
  notion.always = rateLimited(600);
  await refresh(page).click();
  await expect(failed(page)).toContainText(
    "These are the notes as they were at the last successful sync",
  );
  await expect(cards(page)).toContainText(["Kept"]);

  // The cached list does not depend on this browser: the server has stored it.
  await site.sql`update private.notion_notes set synced_at = '2026-03-04 12:00+00'`;
  await page.reload();
  await expect(failed(page)).toContainText("Mar 4, 2026");
  await expect(failed(page)).toContainText("Notion asks for fewer requests.");
  await expect(cards(page)).toContainText(["Kept"]);
  await expect(subtitle(page, /^Synced from Notion at Mar 4, 2026, /)).toBeVisible();

  const held = holdRequests();
  await page.route(FUNCTION, held.route);
  await refresh(page).click();
  await expect(refresh(page)).toBeDisabled();
  await expect(cards(page)).toContainText(["Kept"]);
  held.release();
  await expect(refresh(page)).toBeEnabled();
});

test("a failed read of Notion notes without a network is reported as offline, and loaded cards stay", {
  tag: "@long",
}, async ({ workspace, page, context, notion, watch }) => {
  watch.expectProblem(/^failed: .* net::ERR_INTERNET_DISCONNECTED/);
  watch.expectProblem(/^console error: Failed to load resource/);
  notion.pages = [notionPage(1, { title: "Still here" })];
  await workspace.open("/workspace/notion");
  await expect(cards(page)).toHaveCount(1);
  await context.setOffline(true);
  await refresh(page).click();
  await expect(failed(page)).toContainText("You're offline.");
  await expect(failed(page)).not.toContainText("API keys");
  await expect(cards(page)).toContainText(["Still here"]);
  await context.setOffline(false);
  await refresh(page).click();
  await expect(failed(page)).toHaveCount(0);
});

test("an unreachable Notion server is reported before wrong settings, and an unreadable answer as unreadable", {
  tag: "@long",
}, async ({ workspace, page, notion, watch }) => {
  watch.expectProblem(/^failed: POST .*fetch-notion-notes/);
  watch.expectProblem(/^console error: Failed to load resource/);
  notion.pages = [notionPage(1, { title: "Still here" })];
  await workspace.open("/workspace/notion");
  await expect(cards(page)).toHaveCount(1);
  await page.route(FUNCTION, (route) => route.abort(), { times: 1 });
  await refresh(page).click();
  await expect(failed(page).getByRole("paragraph").first()).toHaveText(
    "The server could not be reached.",
  );
  await expect(failed(page)).toContainText(FAILED);
  await expect(cards(page)).toContainText(["Still here"]);
  await page.route(FUNCTION, (route) => route.fulfill({ json: { notes: [{ title: 7 }] } }));
  await refresh(page).click();
  await expect(failed(page)).toContainText("The answer could not be read.");
});

test("hostile notes are shown as text, and only web URLs are links", async ({
  workspace,
  page,
  notion,
}) => {
  notion.pages = [
    notionPage(1, { title: "<img src=x onerror=alert(1)>", url: "javascript:alert(1)" }),
    notionPage(2, { title: "Donaudampfschifffahrt".repeat(20), tags: ["t".repeat(400)] }),
    notionPage(3, { title: "مرحبا بالعالم 🧑‍🔬", url: "data:text/html,<script>alert(1)</script>" }),
    notionPage(4, { title: "", last_edited_time: "never", url: 3, properties: [] }),
  ];
  await page.setViewportSize({ width: 390, height: 844 });
  await workspace.open("/workspace/notion");
  await expect(cards(page)).toHaveCount(4);
  await expect(cards(page).first()).toContainText("<img src=x onerror=alert(1)>");
  await expect(cards(page).nth(3)).toContainText("Untitled");
  await expect(cards(page).nth(3)).not.toContainText("Last edited");
  const links = await cards(page).getByRole("link").all();
  expect(links).toHaveLength(1);
  const card = await cards(page).nth(1).boundingBox();
  const tag = await cards(page).nth(1).getByText("tttt").boundingBox();
  expect((tag?.x ?? 0) + (tag?.width ?? 390)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("a picture that does not load is replaced by the document icon", { tag: "@long" }, async ({
  workspace,
  page,
  watch,
  site,
}) => {
  watch.expectProblem(/^answer: 404 .*no-such-icon/);
  watch.expectProblem(/^console error: Failed to load resource.*404/);
  const icon = { type: "external", url: `${site.origin}/no-such-icon.png` };
  await page.route(FUNCTION, (route) =>
    route.fulfill({ json: { notes: [{ id: "a", title: "Pictured", icon, tags: [] }] } }),
  );
  await workspace.open("/workspace/notion");
  await expect(cards(page).first()).toContainText("📄");
});

test("Notion notes are shown in one to four columns", { tag: "@long" }, async ({
  workspace,
  page,
  notion,
}) => {
  notion.pages = Array.from({ length: 12 }, (_, index) => notionPage(index));
  await page.setViewportSize({ width: 1600, height: 900 });
  await workspace.open("/workspace/notion");
  await expect(cards(page)).toHaveCount(12);
  const columns = () =>
    page
      .getByRole("list", { name: "Notes" })
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(" ").length);
  for (const [width, count] of [
    [1600, 4],
    [1100, 3],
    [700, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(columns).toBe(count);
  }
});

test("axe finds nothing, with and without a failure", async ({
  workspace,
  page,
  notion,
  watch,
}) => {
  watch.expectStatus(502);
  await page.emulateMedia({ reducedMotion: "reduce" });
  notion.pages = [notionPage(1, { tags: ["one"] })];
  await workspace.open("/workspace/notion");
  await expect(cards(page)).toHaveCount(1);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  notion.always = unauthorized;
  await refresh(page).click();
  await expect(failed(page)).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
});
