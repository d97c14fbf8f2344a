import { expect, type Route } from "@playwright/test";
import { AreaFrame, filesOf, hostileIcon } from "../../support/pages/area-frame.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin-shell" });

const screens = [
  ["Inbox", "Inbox"],
  ["Analytics", "Analytics"],
  ["General Info", "General Info"],
  ["Experience", "Manage Experience"],
  ["Education", "Manage Education"],
  ["Projects", "Manage Projects"],
  ["Skills", "Manage Skills"],
  ["Volunteering", "Manage Volunteering"],
  ["Certificates", "Manage Certificates"],
  ["Awards", "Manage Awards"],
  ["Publications", "Manage Publications"],
  ["Languages", "Manage Languages"],
  ["Workspace", "Workspace Management"],
  ["Import", "Import"],
  ["Backups", "Backups"],
  ["Account", "Account"],
  ["Dashboard", "Dashboard"],
] as const;

test("every screen is reached from the sidebar, whose Portfolio group collapses, and sets the title", async ({
  admin,
  page,
}) => {
  const frame = new AreaFrame(page, "Dashboard");
  await admin.open();
  await frame.provesItsSkipLink();
  await expect(frame.head.getByText("Ines Valloran")).toBeVisible();
  await expect(frame.head.getByText("Admin Panel")).toBeVisible();
  const group = admin.sidebar.getByRole("button", { name: "Portfolio" });
  await group.click();
  for (const [link, heading] of screens) {
    await admin.sidebar.getByRole("link", { name: link, exact: true }).click();
    await expect(frame.heading(heading)).toBeVisible();
    await expect(page).toHaveTitle(`${heading} · Admin Panel`);
    await expect(admin.sidebar.getByRole("link", { name: link, exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
  }
  await group.press("Enter");
  await expect(admin.sidebar.getByRole("link", { name: "Skills" })).toBeHidden();
  // The group of the current screen is open.
  await page.goto("/#/tradmin/portfolio/projects");
  await page.reload();
  await expect(group).toHaveAttribute("aria-expanded", "true");
});

test("the owner's name and picture are shown with the next response after all first reads failed", async ({
  admin,
  page,
  site,
  watch,
}) => {
  const frame = new AreaFrame(page, "Dashboard");
  await admin.open();
  const picture = frame.head.locator("img");
  await expect(picture).toBeVisible();
  const failing = new Set(["rest", "picture"]);
  const unless = (what: string) => (route: Route) =>
    failing.has(what) ? route.abort("connectionreset") : route.fallback();
  watch.expectProblem(/^failed: /);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.route(/\/rest\/v1\/(?!rpc\/own_role)/, unless("rest"));
  await page.route("**/profile-320.webp", unless("picture"));
  // A picture that is not in the browser's cache, and that no live update can load before the reload.
  await site.sql`update personal_info set value = '/sample/profile-320.webp' where key = 'profilePictureUrl'`;
  await page.reload();
  await expect(page.getByText("Failed to fetch dashboard statistics.")).toBeVisible();
  await expect(frame.head.getByText("Ines Valloran")).toHaveCount(0);

  failing.delete("rest");
  await admin.sidebar.getByRole("link", { name: "Inbox" }).click();
  await expect(frame.head.getByText("Ines Valloran")).toBeVisible();
  // A generated portrait is shown while the stored picture does not load.
  await expect(picture).toHaveCount(0);
  failing.delete("picture");
  await admin.sidebar.getByRole("link", { name: "Analytics" }).click();
  await expect(picture).toBeVisible();
});

test("the theme is switched, View Site opens a new tab, and Logout leaves nothing stored", async ({
  admin,
  context,
  page,
}) => {
  const frame = new AreaFrame(page, "Inbox");
  await admin.open("/tradmin/messages");
  await frame.provesItsThemes();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "View Site" }).click();
  const site = await opened;
  await expect(site.getByRole("heading", { level: 1, name: /Ines Valloran/ })).toBeVisible();
  await expect(frame.heading("Inbox")).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Ines Valloran/ })).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain("foyer-admin");
  await page.goto("/#/tradmin");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the menu is a drawer, and no screen overflows, however long the owner's name is", async ({
    admin,
    page,
    site,
  }) => {
    await site.sql`update personal_info set value = ${"Donaudampfschifffahrt".repeat(9)}
      where key = 'displayName'`;
    await admin.open();
    await new AreaFrame(page, "Dashboard").provesItsDrawer("Inbox", "Inbox");
    for (const path of ["", "/messages", "/portfolio/info", "/portfolio/skills", "/workspace"]) {
      await page.goto(`/#/tradmin${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Loading...")).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
    await site.sql`update personal_info set value = '' where key = 'displayName'`;
    await page.reload();
    await expect(page.getByRole("banner").getByText("Admin Panel")).toBeVisible();
    await site.sql`update personal_info set value = 'Ines Valloran' where key = 'displayName'`;
  });
});

test("the tab has the owner's admin icon, and an unknown URL shows the public page", {
  tag: "@long",
}, async ({ admin, landing, page, site }) => {
  await site.sql`update personal_info set value = ${hostileIcon("M1 1h6")}
    where key = 'adminFaviconSvg'`;
  await admin.open();
  await new AreaFrame(page, "Dashboard").expectOwnIcon("M1 1h6");
  await page.goto("/#/tradmin/nothing/here");
  await expect(landing.hero).toBeVisible();
});

test("code that fails to load is reported and can be retried", { tag: "@long" }, async ({
  admin,
  page,
  watch,
}) => {
  watch.expectProblem(/^failed: GET .*inbox-page/);
  watch.expectProblem(/^console error: .*inbox-page/);
  await admin.open();
  await page.route(/assets\/inbox-page/, (route) => route.abort());
  await admin.sidebar.getByRole("link", { name: "Inbox" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "Unexpected Application Error!The server could not be reached. Check your connection and try again.",
  );
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("alert")).toContainText("Check your connection");
  await page.unroute(/assets\/inbox-page/);
  await admin.sidebar.getByRole("link", { name: "Dashboard" }).click();
  await admin.sidebar.getByRole("link", { name: "Inbox" }).click();
  await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
});

test("visitors of the public page load no code of the panel or the workspace", async ({
  landing,
  page,
}) => {
  const files = filesOf(page);
  await landing.open();
  await landing.openForm();
  const areas =
    /main-|app-entry|frames|logins|shared-screens|forms|-parts|data-client|admin-|workspace-|dashboard-|login-/;
  expect(files.filter((file) => areas.test(file))).toEqual([]);
});
