import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../support/axe.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "workspace-shell" });

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

test("the dashboard welcomes by name and leads to the four tools", async ({ workspace, page }) => {
  await workspace.open();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back, Ines!" })).toBeVisible();
  for (const [name, hash] of tools) {
    await page.getByRole("main").getByRole("link", { name }).click();
    await expect(page).toHaveURL((url) => url.hash === hash);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goBack();
  }
});

test("every tool is reached from the sidebar, which says where one is", async ({
  workspace,
  page,
}) => {
  await workspace.open();
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await expect(sidebar.getByText("Ines Valloran")).toBeVisible();
  for (const [name, hash] of [...tools, ["Dashboard", "#/workspace"] as const]) {
    const link = workspace.sidebar.getByRole("link", { name, exact: true });
    await link.click();
    await expect(page).toHaveURL((url) => url.hash === hash);
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("Admin Panel opens in a new tab, where the workspace user is nobody", async ({
  workspace,
  page,
  context,
}) => {
  await workspace.open();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Admin Panel" }).click();
  const panel = await opened;
  await expect(panel.getByRole("heading", { level: 1, name: "Admin Panel" })).toBeVisible();
  await expect(panel).toHaveURL((url) => url.hash === "#/tradmin/login");
  await expect(page.getByRole("heading", { name: "Welcome back, Ines!" })).toBeVisible();
});

test("View Site leads to the public page, and Back returns", async ({ workspace, page }) => {
  await workspace.open();
  await page.getByRole("link", { name: "View Site" }).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Welcome back, Ines!" })).toBeVisible();
});

test("Reload reads again without losing the page", async ({ workspace, page, site }) => {
  await workspace.open();
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await expect(sidebar.getByText("Ines Valloran")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await site.sql`update personal_info set value = 'Ada L.' where key = 'displayName'`;
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(sidebar.getByText("Ada L.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload" })).toBeEnabled();
  expect(await page.evaluate(() => "stays" in window)).toBe(true);
  await site.sql`update personal_info set value = 'Ines Valloran' where key = 'displayName'`;
});

test("Reload lets itself be pressed again when reading fails", async ({
  workspace,
  page,
  watch,
}) => {
  watch.expectProblem(/^answer: 500/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await workspace.open();
  await expect(page.getByRole("complementary").getByText("Ines Valloran")).toBeVisible();
  await page.route("**/rest/v1/personal_info**", (route) =>
    route.fulfill({ status: 500, json: { message: "no" } }),
  );
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("button", { name: "Reload" })).toBeEnabled();
  await expect(page.getByRole("complementary").getByText("Ines Valloran")).toBeVisible();
});

test("the tab carries the workspace's own icon in cyan, and gives it back", async ({
  workspace,
  page,
  site,
}) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script><path d="M3 3h2" stroke="currentColor"/></svg>`;
  await site.sql`insert into personal_info (key, value) values ('workspaceFaviconSvg', ${svg})
    on conflict (key) do update set value = excluded.value`;
  await workspace.open();
  const icon = page.locator('link[rel="icon"]');
  await expect(icon).toHaveAttribute("href", /^data:image\/svg\+xml,.*M3%203h2.*%2322d3ee/);
  await expect(icon).not.toHaveAttribute("href", /script/);
  await page.evaluate(() => {
    location.hash = "#home";
  });
  await expect(icon).toHaveAttribute("href", "/favicon.svg");
});

test("the colour theme is switched and remembered", async ({ workspace, page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await workspace.open();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.getByRole("button", { name: "Switch colour theme" }).click();
  await expect.poll(background).not.toBe(dark);
  const light = await background();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Welcome back, Ines!" })).toBeVisible();
  expect(await background()).toBe(light);
});

test("the keyboard skips the sidebar", async ({ workspace, page }) => {
  await workspace.open();
  await expect(page.getByRole("heading", { name: "Welcome back, Ines!" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link", { name: "My Notes" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL((url) => url.hash === "#/workspace/notes");
});

test("visitors of the public page load none of the workspace's code", async ({ landing, page }) => {
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname));
  await landing.open();
  await landing.openForm();
  expect(
    files.filter((file) => /main-|first-screens|supabase|workspace-|dashboard-|login-/.test(file)),
  ).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the menu is a drawer: opened by its button, closed by choosing, Escape or beside it", async ({
    workspace,
    page,
  }) => {
    await workspace.open();
    const button = page.getByRole("button", { name: "Menu", exact: true });
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await expect(workspace.sidebar).toBeHidden();
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await drawer.getByRole("link", { name: "Notion Integration" }).click();
    await expect(page.getByRole("heading", { name: "Notion Integration" })).toBeVisible();
    await expect(drawer).toBeHidden();
    await button.press("Enter");
    await expect(drawer).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await page.mouse.click(380, 400);
    await expect(drawer).toBeHidden();
    await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  });

  test("no screen is wider than the phone, whatever the owner is called", async ({
    workspace,
    page,
    site,
  }) => {
    await site.sql`update personal_info set value = ${"Donaudampfschifffahrt".repeat(9)}
      where key = 'displayName'`;
    await workspace.open();
    for (const path of ["", "/notion"]) {
      await page.goto(`/#/workspace${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
    await site.sql`update personal_info set value = 'Ines Valloran' where key = 'displayName'`;
  });
});

for (const width of [390, 1440]) {
  test.describe(`at ${width} pixels in both themes`, () => {
    test.use({
      viewport: { width, height: 900 },
      contextOptions: { reducedMotion: "reduce" },
    });

    test("axe finds nothing on the login, the dashboard and the menu", async ({
      workspace,
      page,
    }) => {
      await page.goto("/#/workspace/login");
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
      expect(await axeViolationsInBothThemes(page)).toEqual([]);
      await workspace.account();
      await workspace.signInByForm();
      await expect(page.getByRole("heading", { name: "Welcome back, Ines!" })).toBeVisible();
      expect(await axeViolationsInBothThemes(page)).toEqual([]);
      if (width > 1000) return;
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
      expect(await axeViolationsInBothThemes(page)).toEqual([]);
    });
  });
}
