import { expect, type Page } from "@playwright/test";
import { INFO } from "../../support/pages/general-info.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin" });

test("a link is added, changed and removed, and the public page follows", async ({
  admin,
  page,
  landing,
  site,
  watch,
}) => {
  await admin.open(INFO);
  const table = page.getByRole("table", { name: "Social links" });
  await page.getByRole("button", { name: "Add Link" }).click();
  await expect(page.getByRole("dialog").getByLabel("Display order")).toHaveValue("0");
  await page.getByRole("dialog").getByLabel("Name").fill("Elsewhere");
  await page.getByRole("dialog").getByLabel("URL").fill("https://example.net/me");
  await page.getByRole("dialog").getByLabel("Icon").selectOption("Telegram");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  // The smallest number comes first, both here and on the site.
  await expect(table.getByRole("row").nth(1)).toContainText("Elsewhere");
  await landing.open();
  const links = landing.section("Get In Touch").getByRole("listitem").getByRole("link");
  await expect(links).toHaveText(["Elsewhere", "GitHub", "LinkedIn", "Telegram"]);

  await page.goto(`/#${INFO}`);
  await page.getByRole("button", { name: "Edit Elsewhere" }).click();
  await page.getByRole("dialog").getByLabel("Display order").fill("9");
  await page.getByRole("dialog").getByLabel("Icon").selectOption("Other");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(table.getByRole("row").last()).toContainText("Elsewhere");
  const [row] = await site.sql`select * from public.social_links where name = 'Elsewhere'`;
  expect(row).toMatchObject({ icon_key: null, display_order: 9, url: "https://example.net/me" });

  watch.acceptDialog(/^Are you sure you want to delete "Elsewhere"\?$/);
  await page.getByRole("button", { name: "Delete Elsewhere" }).click();
  await expect(table).not.toContainText("Elsewhere");
  await expect.poll(async () => (await page.request.get("/")).text()).not.toContain("Elsewhere");
});

test("controls that can be pressed do not move while the screen loads or scrolls", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  await site.sql`insert into public.social_links (name, url, display_order)
    select 'Link ' || n, 'https://example.net/', n from generate_series(1, 8) as n`;
  await recordPlaces(page, "Add Link");
  await admin.open(INFO);
  const last = page.getByRole("button", { name: "Delete Link 8" });
  await last.scrollIntoViewIfNeeded();
  await expect(page.getByRole("textbox", { name: "Bio" })).toBeVisible();
  await expect(last).toBeInViewport();
  const places = await page.evaluate(() => (window as unknown as { places: string[] }).places);
  expect(places).toHaveLength(1);
});

test("two hundred links with hostile names are shown as text and can be searched", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  await site.sql`insert into public.social_links (name, url, display_order)
    select '<img src=x onerror=alert(1)> 🦊 مرحبا ' || repeat('W', 150) || n, 'https://example.net/' || repeat('w', 1500), n
    from generate_series(1, 200) as n`;
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.open(INFO);
  const table = page.getByRole("table", { name: "Social links" });
  await expect(table).toContainText("<img src=x onerror=alert(1)> 🦊 مرحبا");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("searchbox", { name: "Filter by name" }).fill("w200");
  await expect(table.getByRole("row")).toHaveCount(2);
  await site.sql`delete from public.social_links`;
  await page.reload();
  await expect(page.getByRole("heading", { name: "No Social Links" })).toBeVisible();
});

/** Records the button's position and the page's height in `places`, for every frame. */
async function recordPlaces(page: Page, button: string): Promise<void> {
  await page.addInitScript((text) => {
    const places: string[] = [];
    Object.assign(window, { places });
    requestAnimationFrame(function record() {
      const found = [...document.querySelectorAll("button")].find((one) => one.innerText === text);
      if (found) {
        const top = Math.round(found.getBoundingClientRect().top + scrollY);
        const place = `${top} of ${document.documentElement.scrollHeight}`;
        if (places.at(-1) !== place) places.push(place);
      }
      requestAnimationFrame(record);
    });
  }, button);
}
