import { expect } from "@playwright/test";
import { pagesOf } from "../support/pdf.ts";
import { soakOnly, test, withMotion } from "./fixtures.ts";

test.use(withMotion);

for (const colorScheme of ["dark", "light"] as const) {
  test(
    `prints as a clean two-page CV from the ${colorScheme} theme`,
    soakOnly(colorScheme === "light"),
    async ({ landing, page, context }) => {
      await page.emulateMedia({ colorScheme });
      await landing.open();
      // Sections never scrolled to are hidden on screen, and must not be on paper.
      await expect(landing.section("Featured Projects")).toHaveCSS("opacity", "0");
      await page.emulateMedia({ media: "print", colorScheme });
      for (const section of await page.getByRole("main").getByRole("region").all()) {
        if (!(await section.getAttribute("id"))) continue;
        await expect(section).toHaveCSS("opacity", "1");
        await expect(section).toHaveCSS("transform", "none");
      }
      await expect(page.getByRole("heading", { name: "Featured Projects" })).toBeVisible();
      await expect(
        page.getByText("I build quick, quiet software for the web.").last(),
      ).toBeVisible();
      await expect(page.getByRole("link", { name: "ines@example.com" })).toBeVisible();
      await expect(landing.header).toBeHidden();
      await expect(landing.hero.getByRole("link", { name: "Get In Touch" })).toBeHidden();
      const [ink = 255] = await page
        .locator("body")
        .evaluate((node) => getComputedStyle(node).color.match(/\d+/g)?.map(Number) ?? []);
      expect(ink, "dark ink on white paper").toBeLessThan(64);
      expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(2);
      expect(context.pages()).toHaveLength(1);
    },
  );
}

test("does not print the contact form, even when it is open", async ({ landing, page }) => {
  await landing.open();
  await landing.openForm();
  await page.emulateMedia({ media: "print" });
  await expect(landing.form).toBeHidden();
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(2);
});
