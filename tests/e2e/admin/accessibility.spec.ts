import { expect, type Page } from "@playwright/test";
import { axeViolations, axeViolationsInBothThemes } from "../../support/axe.ts";
import { fillAdminSite } from "../../support/content/admin-content.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin-accessibility" });

/**
 * Every admin screen (education works like experience), with a text that shows it is complete, and
 * the controls that open something on it.
 */
const screens = [
  { path: "/tradmin", complete: "Last 7 Days", open: [] },
  { path: "/tradmin/messages", complete: "Seqscan and partitioned tables", open: [] },
  { path: "/tradmin/analytics", complete: "Show as a table", open: [] },
  { path: "/tradmin/portfolio/info", complete: "Social Links", open: ["Add Link", "History"] },
  { path: "/tradmin/portfolio/experience", complete: "Lead Engineer", open: ["Add Experience"] },
  { path: "/tradmin/portfolio/projects", complete: "Slipway", open: ["Add Project", "Trash"] },
  {
    path: "/tradmin/portfolio/skills",
    complete: "TypeScript",
    open: ["Add Skill", "Manage Categories"],
  },
  { path: "/tradmin/workspace", complete: "Forced logout", open: [] },
  { path: "/tradmin/import", complete: "Export Content", open: [] },
  { path: "/tradmin/notices", complete: "Weekly digest", open: [] },
  { path: "/tradmin/backups", complete: "No backups are scheduled", open: [] },
  { path: "/tradmin/account", complete: "This device", open: ["Add Authenticator App"] },
];

const filled = new WeakSet<BuiltSite>();
test.beforeEach(async ({ site }) => {
  if (filled.has(site)) return;
  filled.add(site);
  await fillAdminSite(site);
});

// Below the medium breakpoint, the sidebar becomes a drawer, and lists and the inbox change their
// layout; colors stay.
test.describe("at 390 pixels", () => {
  test.use({ viewport: { width: 390, height: 900 } });

  test("axe finds nothing on the inbox, a list and the menus", async ({ admin, page }) => {
    await admin.keepSession();
    for (const screen of screens.filter(({ path }) => /messages|skills/.test(path))) {
      await open(page, screen);
      expect(await axeViolations(page), screen.path).toEqual([]);
    }
    for (const name of [/^More for /, "More actions"]) {
      await page.getByRole("button", { name }).first().click();
      await expect(page.getByRole("menu").locator(":focus")).toBeVisible();
      expect(await axeViolations(page), `${name}`).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toHaveCount(0);
    }
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await expect(admin.sidebar).toBeVisible();
    expect(await axeViolations(page), "menu").toEqual([]);
  });
});

test.describe("at 1440 pixels in both themes", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("axe finds nothing on the login screen", async ({ page }) => {
    await page.goto("/#/tradmin/login");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
    expect(await axeViolationsInBothThemes(page)).toEqual([]);
  });

  test("axe finds nothing on any screen", async ({ admin, page }) => {
    await admin.keepSession();
    for (const screen of screens) {
      await open(page, screen);
      expect(await axeViolationsInBothThemes(page), screen.path).toEqual([]);
    }
  });

  test("axe finds nothing in the dialogs of the screens and the palette", {
    tag: "@long",
  }, async ({ admin, page }) => {
    await admin.keepSession();
    for (const screen of screens.filter((screen) => screen.open.length > 0)) {
      await open(page, screen);
      for (const name of screen.open) {
        await page.getByRole("button", { name }).first().click();
        await expect(page.getByRole("dialog")).toBeVisible();
        expect(await axeViolationsInBothThemes(page), `${screen.path}, ${name}`).toEqual([]);
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
      }
    }
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeVisible();
    expect(await axeViolationsInBothThemes(page), "palette").toEqual([]);
  });
});

async function open(page: Page, { path, complete }: (typeof screens)[number]) {
  await page.goto(`/#${path}`);
  // The public page stays in the document, but hidden.
  const shown = page.locator("#app").getByText(complete).filter({ visible: true });
  await expect(shown.first()).toBeVisible();
}
