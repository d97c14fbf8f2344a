import { expect } from "@playwright/test";
import { LOOK_NAMES, LOOKS } from "../../../shared/looks.ts";
import { pagesOf } from "../../support/pdf.ts";
import { soakOnly, test, withMotion } from "../fixtures.ts";

test.use(withMotion);

for (const colorScheme of ["dark", "light"] as const) {
  test(
    `the page prints as a clean two-page CV from the ${colorScheme} theme`,
    soakOnly(colorScheme === "light"),
    async ({ landing, page, context }) => {
      await page.emulateMedia({ colorScheme });
      await landing.open();
      // Sections that were not scrolled to are hidden on screen, and must be printed.
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

test("the contact form is not printed, even when it is open", async ({ landing, page }) => {
  await landing.open();
  await landing.openForm();
  await page.emulateMedia({ media: "print" });
  await expect(landing.form).toBeHidden();
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(2);
});

test.describe("the CV", () => {
  test.use({ siteName: "cv" });

  test("twelve jobs are printed on two pages of A4 and of Letter, in the typeface of each look", async ({
    landing,
    page,
    site,
  }) => {
    await page.goto("/cv");
    const style = () => page.locator("html").getAttribute("class");
    expect(await style(), "three jobs have room").toBeNull();
    await site.sql`delete from public.experience where true`;
    await site.sql`
      insert into public.experience (title, organization, location, description, skills, start_month, end_month)
      select 'Senior engineer ' || n, 'Employer ' || n, 'Lisbon, Portugal', ${`${summary}\n${achievements}`},
        array['TypeScript', 'PostgreSQL', 'Kubernetes'],
        make_date(2024 - n, 1, 1), make_date(2024 - n, 12, 1)
      from generate_series(1, 12) as n`;
    await expect(async () => {
      await page.goto("/cv");
      await expect(page.getByRole("heading", { name: /^Senior engineer/ })).toHaveCount(12);
    }).toPass();
    expect(await style()).toBe("dense");
    const faces = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === "loaded").map((f) => f.family);
    });
    expect(new Set(faces.map((family) => family.replaceAll('"', "")))).toEqual(
      new Set(["IBM Plex Sans"]),
    );
    for (const look of LOOK_NAMES) {
      await site.sql`insert into public.personal_info (key, value) values ('look', ${look})
        on conflict (key) do update set value = excluded.value`;
      const { family } = LOOKS[look].text;
      await expect(async () => {
        await page.goto("/cv");
        await expect(page.locator("body")).toHaveCSS("font-family", new RegExp(family));
      }).toPass();
      for (const format of ["A4", "Letter"]) {
        expect(pagesOf(await page.pdf({ format })), `${look}, ${format}`).toBe(2);
      }
    }
    await page.getByRole("link", { name: "Back to the page" }).click();
    await expect(landing.hero).toBeVisible();
  });
});

test.describe("lists", () => {
  test.use({ siteName: "cv" });

  test("skills without levels take little space, and periods one line beside the titles", async ({
    landing,
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const [count, most] of [
      [13, 250],
      [60, 900],
    ] as const) {
      await site.sql`delete from public.skills where true`;
      await site.sql`
        insert into public.skills (name, level, category_id)
        select 'Technology ' || n, null, category.id from generate_series(1, ${count}::int) n
        join (select id, row_number() over (order by name) as place from public.skill_categories)
          category on category.place = 1 + n % 3`;
      const skills = landing.section("My Tech Stack");
      await expect(async () => {
        await landing.open();
        await expect(skills.getByRole("listitem")).toHaveCount(count);
      }).toPass();
      expect((await skills.boundingBox())?.height, `${count} skills`).toBeLessThanOrEqual(most);
    }
    for (const media of ["screen", "print"] as const) {
      await page.emulateMedia({ media });
      // A4 without its margins.
      if (media === "print") await page.setViewportSize({ width: 680, height: 900 });
      const rows = await page.locator(".entry > .dates").evaluateAll((nodes) =>
        nodes.map((node) => {
          const words = document.createRange();
          words.selectNodeContents(node);
          const { right, height } = words.getBoundingClientRect();
          const title = node.nextElementSibling?.getBoundingClientRect();
          const isOneLine = height < 2 * Number.parseFloat(getComputedStyle(node).fontSize);
          return isOneLine && right + 8 <= (title?.left ?? 0);
        }),
      );
      expect(rows.length, media).toBeGreaterThan(4);
      expect(rows.every(Boolean), media).toBe(true);
    }
  });
});

const summary =
  "Responsible for the platform on which a hundred teams build: its services, its cost, and the people who answer for it at night.";
const achievements = [
  "- Replaced the nightly batch by a stream, so that orders are confirmed within seconds instead of the next morning.",
  "- Led six engineers, introduced reviews and on-call, and halved the number of incidents within a year of joining.",
  "- Moved four hundred services to a new region without an outage that a customer noticed.",
].join("\n");
