import { expect } from "@playwright/test";
import { pagesOf } from "../support/pdf.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "cv" });

const summary =
  "Responsible for the platform on which a hundred teams build: its services, its cost, and the people who answer for it at night.";
const achievements = [
  "- Replaced the nightly batch by a stream, so that orders are confirmed within seconds instead of the next morning.",
  "- Led six engineers, introduced reviews and on-call, and halved the number of incidents within a year of joining.",
  "- Moved four hundred services to a new region without an outage that a customer noticed.",
].join("\n");

test("prints twelve jobs on two pages of A4 and of Letter, in the page's typeface", async ({
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
  for (const format of ["A4", "Letter"]) {
    expect(pagesOf(await page.pdf({ format })), format).toBe(2);
  }
  await page.getByRole("link", { name: "Back to the page" }).click();
  await expect(landing.hero).toBeVisible();
});
