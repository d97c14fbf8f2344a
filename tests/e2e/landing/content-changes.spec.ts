import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";

test.use({ siteName: "content-changes" });

test("a change in the database appears on the page at once", async ({ landing, page, site }) => {
  const { sql } = site;
  await landing.open();
  await expect(landing.hero).not.toContainText("Lisbon");

  await sql`update public.personal_info set value = 'Lisbon, Portugal' where key = 'location'`;
  await shows("Lisbon, Portugal");
  await sql`insert into public.experience (title, organization) values ('Newest Role', 'Newest Firm')`;
  await shows("Newest Firm");
  await sql`insert into public.education (title, organization, organization_link)
    values ('Newest Degree', 'Newest School', 'https://example.net/school')`;
  await shows("https://example.net/school");
  const [category] = await sql<{ id: string }[]>`
    insert into public.skill_categories (name) values ('Newest Group') returning id`;
  await sql`insert into public.skills (name, level, category_id, icon)
    values ('Newest Skill', 100, ${category?.id ?? ""}, 'React')`;
  await shows("Newest Skill");
  await sql`insert into public.projects (name, live_link) values ('Newest Project', 'https://example.net')`;
  await shows("Newest Project");
  await sql`insert into public.social_links (name, url, display_order)
    values ('Newest Link', 'mailto:newest@example.net', 0)`;
  await shows("Newest Link");

  await landing.open();
  await expect(landing.hero).toContainText("Lisbon, Portugal");
  const first = (title: string) =>
    landing.section(title).getByRole("heading", { level: 3 }).first();
  await expect(first("Professional Experience")).toHaveText("Newest Role");
  await expect(first("Education")).toHaveText("Newest Degree");
  await expect(first("My Tech Stack")).toHaveText("Newest Group");
  await expect(first("Featured Projects")).toHaveText("Newest Project");
  const card = landing.project("Newest Project");
  await expect(card.getByRole("link", { name: /^Live/ })).toBeVisible();
  await expect(card.getByRole("img")).toHaveCount(0);
  const links = landing.section("Get In Touch").getByRole("listitem").getByRole("link");
  await expect(links).toHaveText(["Newest Link", "GitHub", "LinkedIn", "Telegram"]);
  expect(
    await links
      .locator("use")
      .evaluateAll((icons) => icons.map((icon) => icon.getAttribute("href")?.split("#")[1])),
  ).toEqual(["link", "github", "linkedin", "telegram"]);

  await sql`delete from public.projects where name = 'Newest Project'`;
  await expect.poll(html).not.toContain("Newest Project");
  await sql`update public.social_links set name = 'gItHuB' where name = 'GitHub'`;
  await shows("gItHuB");
  await landing.open();
  await expect(page.getByRole("link", { name: "View All on GitHub" })).toBeVisible();
  await sql`delete from public.social_links where name = 'gItHuB'`;
  await expect.poll(html).not.toContain("View All on GitHub");

  async function html(): Promise<string> {
    return (await page.request.get("/")).text();
  }
  async function shows(text: string): Promise<void> {
    await expect.poll(html).toContain(text);
  }
});
