import { expect } from "@playwright/test";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "hostile", sampleContent: "off" });

const markup = '<img src=x onerror="alert(1)"><b>bold</b></script><script>alert(2)</script>';
const rtl = "مرحبا بالعالم ‮evil‬ שלום 🧑‍🔬";
const long = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(4);

// A worker replaced after a failure brings a fresh database.
test.beforeEach(async ({ site, page }) => {
  const [stored] = await site.sql`select count(*)::int as projects from public.projects`;
  if (stored?.projects === 0) await fill(site);
  await expect.poll(async () => (await page.request.get("/")).text()).toContain("Last project");
});

test("200 skills, 200 projects and very long words fit on every screen", async ({
  landing,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await landing.open();
  const projects = landing.section("Featured Projects");
  await expect(projects.locator(".project")).toHaveCount(9);
  await expect(projects.getByRole("list", { name: "More projects" }).locator("h3")).toHaveCount(
    191,
  );
  await projects.locator("summary").last().click();
  await expect(projects.getByRole("link", { name: /^Live/ })).toHaveCount(10);
  await expect(landing.section("My Tech Stack").getByRole("progressbar")).toHaveCount(200);
  await landing.openForm();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const { scrollWidth, sticking } = await page.evaluate((width) => {
      const wide = [...document.querySelectorAll("body *")].filter((node) => {
        if (node.closest(".sr-only, .skip")) return false;
        return node.getBoundingClientRect().right > width + 1 && node.clientWidth > 1;
      });
      return {
        scrollWidth: document.documentElement.scrollWidth,
        sticking: wide.slice(0, 5).map((node) => `${node.tagName}.${node.className}`),
      };
    }, width);
    expect(scrollWidth, sticking.join(" ")).toBe(width);
    await landing.header.evaluate((node) => scrollTo(0, node.ownerDocument.body.scrollHeight));
    await expect(landing.footer).toBeInViewport();
  }
  await page.emulateMedia({ media: "print" });
  // Rows that are collapsed on screen are printed.
  await expect(projects.locator(".index-body").last()).toBeVisible();
});

test("markup in text fields is shown as text, and none of it runs", async ({ landing, page }) => {
  await page.addInitScript(() => {
    for (const name of ["alert", "confirm", "prompt"] as const) {
      window[name] = () => {
        throw new Error("a field was executed");
      };
    }
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await landing.open();
  for (const part of [
    page.getByRole("heading", { level: 1 }),
    landing.hero.locator(".tagline"),
    landing.section("Education"),
    landing.section("Professional Experience"),
    landing.section("My Tech Stack"),
    landing.section("Featured Projects"),
    landing.section("Get In Touch"),
    landing.footer,
  ]) {
    await expect(part).toContainText(markup);
  }
  // Long lists contain empty blocks of data, at which the parser pauses.
  const scripts = "script:not([type='text/plain']:empty)";
  await expect(page.locator(`#root :is(${scripts}, img[src=x], [onerror])`)).toHaveCount(0);
  await expect(landing.hero.locator(".rich b")).toHaveText(["bold"]);
  await expect(page).toHaveTitle(/<img src=x onerror/);
  // Right-to-left text stays inside its own line.
  const card = landing.project(rtl).first();
  await card.scrollIntoViewIfNeeded();
  await expect(card.getByRole("heading")).toContainText(rtl);
  await expect(card.getByRole("link", { name: /^Live/ })).toBeVisible();
});

/** Fills the site in one transaction, so that the server renders the page only once. */
async function fill(site: BuiltSite): Promise<void> {
  const info = {
    displayName: markup,
    tagline: `${markup} ${long}`,
    location: long,
    bio: `<p>${markup}</p><p>${long}</p><p>${rtl}</p>`,
    personalStatement: `<ul><li>${long}</li></ul><p onclick="alert(1)">${markup}</p>`,
    email: `${"a".repeat(60)}@${"b".repeat(60)}.example`,
  };
  const texts = [markup, long, rtl];
  const words = [...texts, ...Array.from({ length: 40 }, (_, index) => `word ${index}`)];
  const entry = { location: long, date_range: markup, description: long.repeat(8), skills: words };
  const entries = texts.map((title) => ({ ...entry, title, organization: markup }));
  const organization_link = `https://example.com/${"x".repeat(500)}`;
  const items = Array.from({ length: 200 }, (_, index) => ({
    index,
    name: [...texts, `Skill ${index}`][index % 4] ?? "",
  }));
  await site.sql.begin(async (sql) => {
    const rows = Object.entries(info).map(([key, value]) => ({ key, value }));
    await sql`insert into public.personal_info ${sql(rows)}`;
    const jobs = entries.map((one) => ({ ...one, organization: long }));
    await sql`insert into public.experience ${sql(jobs)}`;
    await sql`insert into public.education
      ${sql(entries.map((one) => ({ ...one, organization_link })))}`;
    const categories = await sql<{ id: string }[]>`insert into public.skill_categories
      ${sql(texts.map((name) => ({ name })))} returning id`;
    const skills = items.map(({ name, index }) => ({
      name,
      level: index % 101,
      category_id: categories[index % 4]?.id ?? null,
      icon: name.slice(0, 100),
    }));
    await sql`insert into public.skills ${sql(skills)}`;
    const links = items.map(({ name, index }) => ({
      name,
      url: `https://example.com/${index}`,
      icon_key: "x",
    }));
    await sql`insert into public.social_links ${sql(links)}`;
    // Each project needs its own date, because otherwise it is random which nine are shown as
    // cards.
    const projects = items.map(({ name, index }) => ({
      created_at: new Date(Date.UTC(2026, 0, 1) - index * 60_000),
      name: index === 199 ? "Last project" : name,
      description: index % 2 ? long.repeat(5) : `${markup} ${rtl} `.repeat(10),
      stack: words,
      live_link: "https://example.com",
      github_link: "https://example.com/code",
    }));
    await sql`insert into public.projects ${sql(projects)}`;
  });
}
