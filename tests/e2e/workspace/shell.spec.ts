import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { AreaFrame, hostileIcon } from "../../support/pages/area-frame.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace-shell" });

const home = "Welcome back, Ines!";
const tools = [
  ["My Notes", "#/workspace/notes"],
  ["Task Board", "#/workspace/tasks"],
  ["My Drive", "#/workspace/files"],
  ["Notion Integration", "#/workspace/notion"],
] as const;

test.beforeEach(async ({ page }) => {
  await page.route("**/functions/v1/fetch-notion-notes", (route) =>
    route.fulfill({ json: { notes: [] } }),
  );
});

test("the dashboard greets by name and links to the four tools, as the sidebar does", async ({
  workspace,
  page,
}) => {
  const frame = new AreaFrame(page, home);
  await workspace.open();
  await frame.provesItsSkipLink();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link", { name: "My Notes" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL((url) => url.hash === "#/workspace/notes");
  await page.goBack();
  for (const [name, hash] of tools.slice(1)) {
    await page.getByRole("main").getByRole("link", { name }).click();
    await expect(page).toHaveURL((url) => url.hash === hash);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goBack();
  }
  await expect(frame.head.getByText("Ines Valloran")).toBeVisible();
  for (const [name, hash] of [
    ...tools,
    ["Account", "#/workspace/account"] as const,
    ["Dashboard", "#/workspace"] as const,
  ]) {
    const link = workspace.sidebar.getByRole("link", { name, exact: true });
    await link.click();
    await expect(page).toHaveURL((url) => url.hash === hash);
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("the theme is switched, Admin Panel opens a tab without the workspace's session, and View Site opens the site", {
  tag: "@long",
}, async ({ workspace, page, context }) => {
  const frame = new AreaFrame(page, home);
  await workspace.open();
  await frame.provesItsThemes();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Admin Panel" }).click();
  const panel = await opened;
  await expect(panel.getByRole("heading", { level: 1, name: "Admin Panel" })).toBeVisible();
  await expect(panel).toHaveURL((url) => url.hash === "#/tradmin/login");
  await expect(frame.heading(home)).toBeVisible();
  await page.getByRole("link", { name: "View Site" }).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  await page.goBack();
  await expect(frame.heading(home)).toBeVisible();
});

test("Reload on the dashboard reads again and keeps the page, also after a failed read", {
  tag: "@long",
}, async ({ workspace, page, site, watch }) => {
  watch.expectStatus(500);
  const { head } = new AreaFrame(page, home);
  const reload = page.getByRole("button", { name: "Reload" });
  await workspace.open();
  await expect(head.getByText("Ines Valloran")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await page.route("**/rest/v1/personal_info**", failRequests("no"));
  const refused = page.waitForResponse("**/rest/v1/personal_info**");
  await reload.click();
  await refused;
  await expect(reload).toBeEnabled();
  await expect(head.getByText("Ines Valloran")).toBeVisible();
  await page.unroute("**/rest/v1/personal_info**");

  await site.sql`update personal_info set value = 'Ada L.' where key = 'displayName'`;
  await reload.click();
  await expect(head.getByText("Ada L.")).toBeVisible();
  await expect(reload).toBeEnabled();
  expect(await page.evaluate(() => "stays" in window)).toBe(true);
  await site.sql`update personal_info set value = 'Ines Valloran' where key = 'displayName'`;
});

test("the workspace's tab has its own icon", { tag: "@long" }, async ({
  workspace,
  page,
  site,
}) => {
  await site.sql`insert into personal_info (key, value)
    values ('workspaceFaviconSvg', ${hostileIcon("M3 3h2")})
    on conflict (key) do update set value = excluded.value`;
  await workspace.open();
  await new AreaFrame(page, home).expectOwnIcon("M3 3h2");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the menu is a drawer, and no screen overflows, however long the owner's name is", async ({
    workspace,
    page,
    site,
  }) => {
    await site.sql`update personal_info set value = ${"Donaudampfschifffahrt".repeat(9)}
      where key = 'displayName'`;
    await workspace.open();
    await new AreaFrame(page, home).provesItsDrawer("Notion Integration", "Notion Integration");
    await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
    for (const path of ["/notion", ""]) {
      await page.goto(`/#/workspace${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
    await site.sql`update personal_info set value = 'Ines Valloran' where key = 'displayName'`;
  });
});

test("axe finds nothing on the login, the dashboard and the menu in both themes", async ({
  workspace,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/#/workspace/login");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
  expect(await axeViolationsInBothThemes(page), "login").toEqual([]);
  await workspace.account();
  await workspace.signInByForm();
  await expect(page.getByRole("heading", { name: "Welcome back, Ines!" })).toBeVisible();
  expect(await axeViolationsInBothThemes(page), "dashboard").toEqual([]);
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  expect(await axeViolationsInBothThemes(page), "menu").toEqual([]);
});
