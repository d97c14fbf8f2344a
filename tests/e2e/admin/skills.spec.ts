import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin" });

const SKILLS = "/tradmin/portfolio/skills";
const CATEGORIES = `${SKILLS}?categories=`;

test.beforeEach(async ({ site }) => {
  await site.sql`delete from skills`;
  await site.sql`delete from skill_categories`;
  await site.sql`insert into skill_categories (name) values ('Web'), ('data')`;
  await site.sql`
    insert into skills (name, level, category_id, icon)
    select entry.name, entry.level, category.id, entry.icon
    from (values ('React', 90, 'Web', 'React'), ('Angular', 40, 'Web', 'Quill'),
      ('Redis', 60, 'data', null), ('Poetry', 85, null, null)) as entry (name, level, category, icon)
    left join skill_categories as category on category.name = entry.category`;
});

const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

test("a new skill starts at 75 in the first category", async ({ admin, page, site }) => {
  await admin.open(SKILLS);
  const headings = page.getByRole("heading", { level: 2 });
  await expect(headings).toHaveText(["data1", "Web2", "Uncategorized1"]);
  await page.getByRole("button", { name: "Add Skill" }).click();
  const level = dialog(page).getByLabel("Level", { exact: false }).first();
  await expect(level).toHaveValue("75");
  await expect(dialog(page).getByLabel("Category")).toHaveValue(/./);
  await expect(dialog(page).getByRole("option", { selected: true }).first()).toHaveText("data");
  await expect(dialog(page).getByRole("radio")).toHaveCount(20);
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByText("Please enter a name.")).toBeVisible();
  await dialog(page).getByLabel("Name").fill(" PostgreSQL ");
  await level.fill("101");
  await expect(dialog(page).getByText("Please enter a whole number from 0 to 100.")).toBeVisible();
  await dialog(page).getByRole("slider").fill("93");
  await expect(level).toHaveValue("93");
  await level.fill("94");
  await expect(dialog(page).getByRole("slider")).toHaveValue("94");
  await dialog(page).getByRole("radio", { name: "PostgreSQL" }).check({ force: true });
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(group(page, "data").getByRole("listitem")).toHaveText(["PostgreSQL94%", "Redis60%"]);
  expect(
    await site.sql`select skills.name, level, icon, skill_categories.name as category from skills
      join skill_categories on skill_categories.id = category_id where level = 94`,
  ).toEqual([{ name: "PostgreSQL", level: 94, icon: "PostgreSQL", category: "data" }]);
});

test("a skill without a category must be given one, and an unknown icon is kept", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  await site.sql`update skills set icon = 'Quill' where name = 'Poetry'`;
  await admin.open(SKILLS);
  await page.getByRole("button", { name: "Edit Poetry" }).click();
  await expect(dialog(page).getByRole("radio", { name: "Quill" })).toBeChecked();
  await dialog(page).getByLabel("Name").fill("Verse");
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByText("Please select a category.")).toBeVisible();
  await dialog(page).getByLabel("Category").selectOption("Web");
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(group(page, "Web").getByRole("listitem").nth(1)).toHaveText("Verse85%");
  expect(await site.sql`select icon from skills where name = 'Verse'`).toEqual([{ icon: "Quill" }]);
});

test("any icon of simple-icons is found, and only the chosen ones reach the page", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  await site.sql`update skills set icon = null`;
  await site.sql`update skills set icon = 'monogram' where name = 'Poetry'`;
  await admin.open(SKILLS);
  await group(page, "data").getByText("Redis").click();
  // The icon is suggested by the skill's name.
  await expect(dialog(page).getByRole("radio", { name: "Redis" })).toBeVisible();
  const search = dialog(page).getByRole("searchbox", { name: "Search all icons" });
  await search.fill("qqzz");
  await expect(dialog(page).getByText("No icon with this name.")).toBeVisible();
  await search.fill("kafka");
  await dialog(page).getByText("Apache Kafka").click();
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await site.sql`select icon from skills where name = 'Redis'`).toEqual([
    { icon: "si:apachekafka" },
  ]);

  const sprite = async () => (await fetch(`${site.origin}/icons.svg`)).text();
  await expect.poll(sprite).toMatch(/^<svg [^>]*><symbol id="apachekafka".{100,5000}<\/svg>$/);
  await page.goto("/");
  const skill = (name: string) => page.locator(".skill").filter({ hasText: name });
  await expect(skill("Redis").locator("use")).toHaveAttribute("href", "/icons.svg#apachekafka");
  await expect(skill("Poetry").locator(".brand-icon")).toHaveText("P");
});

test("the first category is added with the first skill, and remembered for the next one", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  await site.sql`delete from skills`;
  await site.sql`delete from skill_categories`;
  await admin.open(SKILLS);
  await expect(page.getByRole("heading", { name: "No Skills Found" })).toBeVisible();
  await page.getByRole("button", { name: "Add Skill" }).first().click();
  await expect(dialog(page)).toContainText("Every skill needs a category.");
  await dialog(page).getByLabel("New category").fill("Beta");
  await page.keyboard.press("Enter");
  const selected = dialog(page).getByRole("option", { selected: true }).first();
  await expect(selected).toHaveText("Beta");
  await dialog(page).getByRole("button", { name: "Create a new one" }).click();
  await dialog(page).getByLabel("New category").fill("Alpha");
  await page.keyboard.press("Enter");
  await expect(selected).toHaveText("Alpha");
  await dialog(page).getByLabel("Category").selectOption("Beta");

  const name = dialog(page).getByLabel("Name");
  await name.fill("One");
  await dialog(page).getByRole("button", { name: "Save and add another" }).click();
  await expect(name).toHaveValue("");
  await expect(name).toBeFocused();
  await expect(selected).toHaveText("Beta");
  // The editor stays open on the saved entry; the next save closes it.
  await name.fill("Two");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("dialog", { name: "Edit Skill" })).toBeVisible();
  await name.fill("Three");
  await page.keyboard.press("Control+Enter");
  await expect(dialog(page)).toBeHidden();
  await expect(group(page, "Beta").getByRole("listitem")).toHaveText(["One75%", "Three75%"]);

  await group(page, "Beta").getByText("Three").click();
  await expect(name).toHaveValue("Three");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit Three" })).toBeFocused();
});

test("a category deleted in the meantime must be chosen again", { tag: "@long" }, async ({
  admin,
  page,
  context,
  watch,
}) => {
  await admin.open(`${SKILLS}?add`);
  await dialog(page).getByLabel("Name").fill("Kafka");
  const other = await context.newPage();
  await other.goto(`/#${CATEGORIES}`);
  watch.acceptDialog(/^Are you sure you want to delete "data"\?/);
  await dialog(other).getByRole("button", { name: "Delete data" }).click();
  await expect(dialog(page).getByRole("option", { name: "data" })).toHaveCount(0);
  await page.bringToFront();
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByText("Please select a category.")).toBeVisible();
  await expect(dialog(page).getByLabel("Name")).toHaveValue("Kafka");
  await dialog(page).getByLabel("Category").selectOption("Web");
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(group(page, "Web").getByText("Kafka")).toBeVisible();
  await expect(group(page, "Uncategorized").getByText("Redis")).toBeVisible();
});

test("a skill is added, changed and deleted by keyboard alone", async ({
  admin,
  page,
  site,
  watch,
}) => {
  await admin.open(SKILLS);
  const add = page.getByRole("button", { name: "Add Skill" });
  await expect(add).toBeEnabled();
  await add.focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Git");
  await page.keyboard.press("Tab");
  await page.keyboard.type("55");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await expect(dialog(page).getByLabel("Level in words")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("W");
  await page.keyboard.press("Tab");
  await expect(dialog(page).getByRole("button", { name: "Create a new one" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog(page).getByRole("searchbox", { name: "Search all icons" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog(page).getByRole("radio", { name: "None" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(dialog(page).getByRole("radio", { name: "Next.js" })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(group(page, "Web").getByRole("listitem")).toHaveText([
    "React90%",
    "Git56%",
    "Angular40%",
  ]);
  await expect(add).toBeFocused();

  await group(page, "Web").getByRole("button", { name: "Edit Git" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Name")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Mercurial");
  await page.keyboard.press("Enter");
  await expect(group(page, "Web").getByRole("button", { name: "Edit Mercurial" })).toBeFocused();
  await page.keyboard.press("Tab");
  watch.acceptDialog(/^Are you sure you want to delete "Mercurial"\?$/);
  await page.keyboard.press("Enter");
  await expect(group(page, "Web").getByText("Mercurial")).toBeHidden();
  await expect(page.getByRole("button", { name: "Delete Angular" })).toBeFocused();
  await expect.poll(() => site.sql`select from skills where name = 'Mercurial'`).toHaveLength(0);
});

test("hostile names of skills are shown as text and fit the page", { tag: "@long" }, async ({
  admin,
  page,
  site,
}) => {
  const long = "Donaudampfschifffahrt".repeat(9);
  const names = ["<img src=x onerror=alert(1)>", long, "برمجة abc", "🧑‍🚀".repeat(20)];
  const [category] = await site.sql`insert into skill_categories (name) values (${`${long}<b>`})
    returning id`;
  for (const name of names) {
    await site.sql`insert into skills (name, category_id, icon)
      values (${name}, ${category?.id}, '"><script>')`;
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.open(SKILLS);
  const shown = page.getByRole("main");
  for (const name of names) await expect(shown.getByText(name, { exact: true })).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: `Edit ${names[0]}` }).click();
  await expect(dialog(page).getByLabel("Name")).toHaveValue(names[0] ?? "");
  await expect(dialog(page).getByRole("radio", { name: '"><script>' })).toBeChecked();
  expect(await overflow()).toBeLessThanOrEqual(0);
});

test("more than a thousand skills in 200 categories are all listed and can be filtered", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  await site.sql`insert into skill_categories (name)
    select 'Category ' || n from generate_series(1, 200) as n`;
  await site.sql`insert into skills (name, category_id)
    select 'Skill ' || n, (select id from skill_categories where name = 'Category ' || 1 + n % 200)
    from generate_series(1, 1100) as n`;
  await admin.open(SKILLS);
  await expect(page.getByText("1104 entries")).toBeVisible();
  await page.getByRole("searchbox", { name: "Filter by name" }).fill("skill 1099");
  await expect(page.getByText("1 of 1104")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Edit / })).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Filter by name" }).fill("category 7");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Category 76");
  await page.getByRole("button", { name: "Manage Categories" }).click();
  await dialog(page).getByRole("searchbox", { name: "Filter by name" }).fill("category 200");
  const found = dialog(page).getByRole("list", { name: "Categories" }).getByRole("listitem");
  await expect(found).toHaveText(["Category 2005 skills"]);
});
