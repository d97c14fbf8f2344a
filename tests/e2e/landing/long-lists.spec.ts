import { expect, type Page } from "@playwright/test";
import { shiftsOf } from "../../support/pages/layout-shifts.ts";
import { test, withMotion } from "../fixtures.ts";

test.use({ siteName: "long-lists", ...withMotion });

test.beforeEach(async ({ site, page }) => {
  await site.sql`insert into public.experience (title, organization, start_month, end_month)
    select 'Engineer ' || n || repeat(' of something', n % 3 * 5), 'Company ' || n, '2001-01-01', '2002-01-01' from generate_series(1, 200) as n`;
  await site.sql`insert into public.projects (name, description)
    select 'Project ' || n, 'Words of project ' || n from generate_series(1, 200) as n`;
  await expect(async () => {
    await page.goto("/");
    await expect(page.getByRole("list", { name: /26–50$/ })).toHaveCount(2);
  }).toPass();
});

test.afterEach(async ({ site }) => {
  await site.sql`delete from public.experience where organization like 'Company %'`;
  await site.sql`delete from public.projects where name like 'Project %'`;
});

for (const width of [390, 1440]) {
  test(`links lead below long lists, of which only rows near the view are laid out, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const id of ["projects", "contact"]) {
      await page.goto(`/?${id}#${id}`);
      await expectAtTop(page, id);
    }
    const shifts = await shiftsOf(page);
    await page.goto("/");
    expect(await laidOut(page)).toBeLessThan(60);
    for (const id of ["contact", "projects"]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, id);
      await expectAtTop(page, id);
    }
    expect((await shifts()).score).toBeLessThan(0.01);
  });
}

/** Number of rows whose content is laid out. */
function laidOut(page: Page): Promise<number> {
  return page
    .locator(".many > li h3")
    .evaluateAll(
      (titles) =>
        titles.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length,
    );
}

/** The section's title is at the top of the window, or the page at its end. */
async function expectAtTop(page: Page, id: string): Promise<void> {
  const distance = () =>
    page.locator(`#${id}`).evaluate((section) => {
      const { scrollMarginTop } = getComputedStyle(section);
      const { scrollPaddingTop } = getComputedStyle(document.documentElement);
      const top = Number.parseFloat(scrollMarginTop) + Number.parseFloat(scrollPaddingTop);
      const end = document.documentElement.scrollHeight - innerHeight - scrollY;
      return Math.abs(end) < 2 ? 0 : Math.abs(section.getBoundingClientRect().top - top);
    });
  await expect.poll(distance).toBeLessThan(3);
}
