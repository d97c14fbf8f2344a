import { expect } from "@playwright/test";
import { axeViolations } from "../support/axe.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "admin-accessibility" });

/** Every admin address, with what shows that it is complete, and what can be opened on it. */
const screens = [
  { path: "/tradmin", complete: "Last 7 Days" },
  { path: "/tradmin/messages", complete: "Second word" },
  { path: "/tradmin/portfolio/info", complete: "Social Links" },
  { path: "/tradmin/portfolio/experience", complete: "Lead Engineer", open: "Add Experience" },
  { path: "/tradmin/portfolio/education", complete: "MSc Computer Science", open: "Add Education" },
  { path: "/tradmin/portfolio/projects", complete: "Slipway", open: "Add Project" },
  { path: "/tradmin/portfolio/skills", complete: "TypeScript", open: "Add Skill" },
  { path: "/tradmin/portfolio/skills", complete: "TypeScript", open: "Manage Categories" },
  { path: "/tradmin/workspace", complete: "Activity" },
];

test.beforeAll(async ({ site }) => {
  await site.sql`insert into messages (name, email, subject, message, is_read) values
    ('Ada Example', 'ada@example.com', 'First word', 'Hello there.', false),
    ('مريم', 'm@example.com', 'Second word', '🧑‍🔬 <b>bold</b>', true)`;
});

for (const colorScheme of ["dark", "light"] as const) {
  for (const width of [390, 1440]) {
    test.describe(`at ${width} pixels in the ${colorScheme} theme`, () => {
      test.use({
        viewport: { width, height: 900 },
        colorScheme,
        contextOptions: { reducedMotion: "reduce" },
      });

      test("axe finds nothing on the login", async ({ page }) => {
        await page.goto("/#/tradmin/login");
        await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
        expect(await axeViolations(page)).toEqual([]);
        await page.getByRole("button", { name: "Sign In" }).click();
        await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
        expect(await axeViolations(page)).toEqual([]);
      });

      for (const { path, complete, open } of screens) {
        test(`axe finds nothing on ${path}${open ? ` with ${open}` : ""}`, async ({
          admin,
          page,
        }) => {
          await admin.open(path);
          await expect(page.getByText(complete).first()).toBeVisible();
          if (open) {
            await page.getByRole("button", { name: open }).first().click();
            await expect(page.getByRole("dialog")).toBeVisible();
          }
          expect(await axeViolations(page)).toEqual([]);
        });
      }

      test("axe finds nothing in the menu and the palette", async ({ admin, page }) => {
        await admin.open("/tradmin");
        await expect(page.getByText("Last 7 Days")).toBeVisible();
        await page.keyboard.press("Control+k");
        await expect(page.getByRole("dialog").getByRole("combobox")).toBeVisible();
        expect(await axeViolations(page)).toEqual([]);
        await page.keyboard.press("Escape");
        if (width > 400) return;
        await page.getByRole("button", { name: "Menu" }).click();
        await expect(admin.sidebar).toBeVisible();
        expect(await axeViolations(page)).toEqual([]);
      });
    });
  }
}
