import { expect } from "@playwright/test";
import { test } from "./fixtures.ts";

test.use({ siteName: "admin-shell" });

const screens = [
  ["Inbox", "Inbox"],
  ["General Info", "General Info"],
  ["Experience", "Manage Experience"],
  ["Education", "Manage Education"],
  ["Projects", "Manage Projects"],
  ["Skills", "Manage Skills"],
  ["Workspace", "Workspace Management"],
  ["Dashboard", "Dashboard"],
] as const;

test("every screen is reached from the sidebar and names the tab", async ({ admin, page }) => {
  await admin.open();
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await expect(sidebar.getByText("Ines Valloran")).toBeVisible();
  await expect(sidebar.getByText("Admin Panel")).toBeVisible();
  await admin.sidebar.getByRole("button", { name: "Portfolio" }).click();
  for (const [link, heading] of screens) {
    await admin.sidebar.getByRole("link", { name: link, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveTitle(`${heading} · Admin Panel`);
    await expect(admin.sidebar.getByRole("link", { name: link, exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
  }
});

test("the Portfolio group opens and closes, and is open where one is", async ({ admin, page }) => {
  await admin.open("/tradmin/portfolio/projects");
  const group = admin.sidebar.getByRole("button", { name: "Portfolio" });
  await expect(group).toHaveAttribute("aria-expanded", "true");
  await group.click();
  await expect(admin.sidebar.getByRole("link", { name: "Skills" })).toBeHidden();
  await group.press("Enter");
  await admin.sidebar.getByRole("link", { name: "Skills" }).click();
  await expect(page.getByRole("heading", { name: "Manage Skills" })).toBeVisible();
});

test("View Site opens the public page in a new tab", async ({ admin, context, page }) => {
  await admin.open();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "View Site" }).click();
  const site = await opened;
  await expect(site.getByRole("heading", { level: 1, name: /Ines Valloran/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

test("Logout leads to the public page and keeps nothing", async ({ admin, page }) => {
  await admin.open();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Ines Valloran/ })).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain("foyer-admin");
  await page.goto("/#/tradmin");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the menu is a drawer: opened by its button, closed by choosing, Escape or beside it", async ({
    admin,
    page,
  }) => {
    await admin.open();
    const button = page.getByRole("button", { name: "Menu", exact: true });
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await expect(admin.sidebar).toBeHidden();
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await drawer.getByRole("link", { name: "Inbox" }).click();
    await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
    await expect(drawer).toBeHidden();
    await button.press("Enter");
    await expect(drawer).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await page.mouse.click(380, 400);
    await expect(drawer).toBeHidden();
  });

  test("no screen is wider than the phone, whatever the owner is called", async ({
    admin,
    page,
    site,
  }) => {
    await site.sql`update personal_info set value = ${"Donaudampfschifffahrt".repeat(9)}
      where key = 'displayName'`;
    await admin.keepSession();
    for (const path of ["", "/messages", "/portfolio/info", "/portfolio/skills", "/workspace"]) {
      await page.goto(`/#/tradmin${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Loading...")).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
    await site.sql`update personal_info set value = 'Ines Valloran' where key = 'displayName'`;
  });
});

test("the tab carries the owner's admin icon in cyan, and gives it back", async ({
  admin,
  page,
  site,
}) => {
  await site.sql`update personal_info set value =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script><path d="M1 1h6" stroke="currentColor"/></svg>'
    where key = 'adminFaviconSvg'`;
  await admin.open();
  const icon = page.locator('link[rel="icon"]');
  await expect(icon).toHaveAttribute("href", /^data:image\/svg\+xml,.*M1%201h6.*%2322d3ee/);
  await expect(icon).not.toHaveAttribute("href", /script/);
  await page.evaluate(() => {
    location.hash = "#home";
  });
  await expect(icon).toHaveAttribute("href", "/favicon.svg");
});

test("the colour theme is switched and remembered", async ({ admin, page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await admin.open();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.getByRole("button", { name: "Switch colour theme" }).click();
  await expect.poll(background).not.toBe(dark);
  const light = await background();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  expect(await background()).toBe(light);
});

test("an address the panel does not know shows the public page", async ({ admin, landing }) => {
  await admin.open("/tradmin/nothing/here");
  await expect(landing.hero).toBeVisible();
});

test("code that cannot be fetched is told, and fetched again on demand", async ({
  admin,
  page,
  watch,
}) => {
  watch.expectProblem(/^failed: GET .*inbox-page/);
  watch.expectProblem(/^console error: .*inbox-page/);
  await admin.open();
  await page.route(/assets\/inbox-page/, (route) => route.abort());
  await admin.sidebar.getByRole("link", { name: "Inbox" }).click();
  await expect(page.getByRole("alert")).toContainText("Unexpected Application Error!");
  await page.unroute(/assets\/inbox-page/);
  await page.getByRole("button", { name: "Load again" }).click();
  await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
});

test("the keyboard skips the sidebar", async ({ admin, page }) => {
  await admin.open();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("visitors of the public page load none of the panel's code", async ({ landing, page }) => {
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname));
  await landing.open();
  await landing.openForm();
  expect(files.filter((file) => /main-|supabase|admin-|login-/.test(file))).toEqual([]);
});
