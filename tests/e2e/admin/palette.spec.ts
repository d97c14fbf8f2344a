import { expect, type Page } from "@playwright/test";
import { tryAgain } from "../../support/pages/failed-requests.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin-palette" });

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const input = (page: Page) => palette(page).getByRole("combobox");
const options = (page: Page) => palette(page).getByRole("option");
const chosen = (page: Page) => palette(page).getByRole("option", { selected: true });

/** Opens the palette, types, and waits until all requests have completed. */
async function search(page: Page, text: string) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(input(page)).toBeFocused();
  await page.keyboard.type(text);
  await expect(palette(page).getByText("Searching...")).toBeHidden();
}

test.beforeEach(async ({ site }) => {
  await site.sql`delete from messages`;
  await site.sql`insert into messages (name, email, subject, message)
    values ('Grace Hopper', 'grace@example.com', 'Compilers', 'Shall we build one?')`;
});

test("the palette shows every screen and action, and opens each screen", { tag: "@long" }, async ({
  admin,
  page,
}) => {
  await admin.open();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await search(page, "");
  for (const name of [
    ...["Dashboard", "Inbox", "Analytics", "General Info", "Manage Experience", "Manage Education"],
    ...["Manage Projects", "Manage Skills", "Workspace Management", "Import", "Backups"],
    ...["Account", "Add Experience", "Add Education", "Add Project", "Add Skill"],
    ...["View Site", "Switch theme", "Logout"],
  ]) {
    await expect(options(page).filter({ hasText: name })).toHaveCount(1);
  }
  await page.keyboard.press("Escape");
  for (const name of ["Inbox", "Manage Education", "Workspace Management", "Dashboard"]) {
    await search(page, name);
    await expect(chosen(page)).toHaveText(name);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(palette(page)).toBeHidden();
  }
});

test("an entry of every list opens in its editor", { tag: "@long" }, async ({
  admin,
  page,
  site,
}) => {
  const [experience] =
    await site.sql`select id, title as name, organization from experience limit 1`;
  const [education] = await site.sql`select id, title as name from education limit 1`;
  const [project] = await site.sql`select id, name from projects limit 1`;
  const [skill] = await site.sql`select id, name from skills where name = 'Technical Writing'`;
  const [category] =
    await site.sql`select id, name from skill_categories where name like 'Servers%'`;
  const [link] = await site.sql`select id, name from social_links where name = 'LinkedIn'`;
  await admin.open("/tradmin/messages");
  for (const [entry, group, address] of [
    [experience, "Experience", "experience?edit="],
    [education, "Education", "education?edit="],
    [project, "Projects", "projects?edit="],
    [skill, "Skills", "skills?edit="],
    [category, "Categories", "skills?categories="],
    [link, "Social Links", "info?edit="],
  ] as const) {
    await search(page, `${entry?.name} ${entry?.organization ?? ""}`.trim());
    await palette(page).getByRole("group", { name: group }).getByRole("option").first().click();
    await expect(page).toHaveURL(`/#/tradmin/portfolio/${address}${entry?.id}`);
    await expect(palette(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/#/tradmin/messages");
  }
  // Messages are searched in the database, by sender and subject.
  const [message] = await site.sql`select id from messages`;
  await search(page, "hopper comp");
  await expect(palette(page).getByRole("group", { name: "Messages" })).toContainText(
    "Grace Hopper",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/#/tradmin/messages?message=${message?.id}`);
});

test("the palette works by keyboard alone: arrows wrap around, Escape restores the focus", async ({
  admin,
  page,
}) => {
  await admin.open("/tradmin/portfolio/skills");
  const opener = page.getByRole("button", { name: /^Go to.../ });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(input(page)).toBeFocused();
  await expect(chosen(page)).toHaveText("Dashboard");
  await page.keyboard.press("ArrowUp");
  await expect(chosen(page)).toHaveText("Logout");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(chosen(page)).toHaveText("Inbox");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette(page)).toBeHidden();
});

test("after an entry was added by palette, the focus is on the screen's heading", {
  tag: "@long",
}, async ({ admin, page }) => {
  await admin.open("/tradmin/messages");
  await search(page, "add skill");
  await page.keyboard.press("Enter");
  const editor = page.getByRole("dialog", { name: "Add Skill" });
  await expect(editor.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Knots");
  await page.keyboard.press("Enter");
  await expect(editor).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Manage Skills" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
});

test("every action of the palette works", async ({ admin, page, context }) => {
  await admin.open("/tradmin/portfolio/skills");
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await search(page, "switch theme");
  await page.keyboard.press("Enter");
  const first = await theme();
  await search(page, "switch theme");
  await page.keyboard.press("Enter");
  expect([first, await theme()].sort()).toEqual(["dark", "light"]);

  await search(page, "view site");
  const opened = context.waitForEvent("page");
  await page.keyboard.press("Enter");
  await expect(await opened).toHaveURL("/");

  await search(page, "logout");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => localStorage.getItem("foyer-admin"))).toBeNull();
});

test("the palette asks about unsaved changes before navigating", async ({ admin, page, watch }) => {
  await admin.open("/tradmin/portfolio/skills?add");
  const name = page.getByRole("dialog", { name: "Add Skill" }).getByLabel("Name");
  await name.fill("Half typed");
  watch.expectProblem(/^dialog: You have unsaved changes\. Discard them\?$/);
  await search(page, "inbox");
  await page.keyboard.press("Enter");
  // The palette closes before it navigates.
  await expect.poll(() => watch.missing()).toEqual([]);
  await expect(palette(page)).toBeHidden();
  await expect(name).toHaveValue("Half typed");
  await expect(name).toBeFocused();
  watch.acceptDialog(/^You have unsaved changes/);
  await search(page, "inbox");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
});

test("the palette says when nothing is found, and treats any input as text", {
  tag: "@long",
}, async ({ admin, page }) => {
  await admin.open("/tradmin/portfolio/skills");
  for (const text of ["<b>nothing</b>", '%_\\",(.*', "x".repeat(200)]) {
    await search(page, text);
    await expect(palette(page).getByText(`Nothing found for “${text}”.`)).toBeVisible();
    await expect(options(page)).toHaveCount(0);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
  }
});

test("the palette reports a source that cannot be read, works for the others, and can retry", {
  tag: "@long",
}, async ({ admin, page, watch }) => {
  let broken = true;
  await page.route("**/rest/v1/projects?*", (route) =>
    broken
      ? route.fulfill({ status: 400, json: { message: "projects are out" } })
      : route.fallback(),
  );
  watch.expectStatus(400);
  await admin.open("/tradmin/portfolio/skills");
  await search(page, "react");
  await expect(palette(page).getByRole("alert")).toHaveText(/projects are out/);
  await expect(palette(page).getByRole("group", { name: "Skills" })).toContainText("React");
  broken = false;
  await tryAgain(page);
  await expect(palette(page).getByRole("alert")).toBeHidden();
});

test("code that fails to load is reported, and typed text is kept", { tag: "@long" }, async ({
  admin,
  page,
  watch,
}) => {
  await admin.open("/tradmin/portfolio/skills?add");
  const name = page.getByRole("dialog", { name: "Add Skill" }).getByLabel("Name");
  await name.fill("Half typed");
  await page.route("**/assets/admin-palette-*.js", (route) => route.abort());
  watch.expectProblem(/^failed: GET .*admin-palette/);
  watch.expectProblem(/^console error: Failed to load resource/);
  watch.acceptDialog(/^The search could not be loaded\./);
  await page.keyboard.press("ControlOrMeta+k");
  await expect.poll(() => watch.missing()).toEqual([]);
  await expect(name).toHaveValue("Half typed");
});

test("many entries and hostile names are cut short, shown as text and fit the page", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  const hostile = `<img src=x onerror=alert(1)> ${"Donaudampfschifffahrt".repeat(8)}`;
  await site.sql`insert into skills (name, level) select 'Bulk ' || n, 50
    from generate_series(1, 200) as n`;
  await site.sql`insert into skills (name) values (${hostile})`;
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.open("/tradmin");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: /^Go to.../ }).click();
  await input(page).fill("bulk");
  await expect(palette(page).getByText(/192 more/)).toBeVisible();
  await expect(options(page)).toHaveCount(8);
  await input(page).fill("onerror");
  await expect(chosen(page)).toContainText("<img src=x onerror=alert(1)>");
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Edit Skill" }).getByLabel("Name")).toHaveValue(
    hostile,
  );
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
});
