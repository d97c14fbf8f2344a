import { expect } from "@playwright/test";
import type { BuiltSite } from "../support/built-site.ts";
import { EntriesScreen } from "../support/pages/entries-screen.ts";
import { test } from "./fixtures.ts";

// One site for all files that edit the portfolio: each uses only its own tables.
test.use({ siteName: "admin-portfolio" });

const EXPERIENCE = "/tradmin/portfolio/experience";
const lead = "Lead Engineer, Brackwater Software";

/** The two screens, whose entries differ in a field and in the names of two others. */
const kinds = [
  {
    table: "experience",
    add: "Add Experience",
    empty: "No Experience Entries",
    title: "Title",
    organization: "Organization",
    missing: ["Please enter a title.", "Please enter an organization."],
    sample: ["Lead Engineer", "Senior Developer", "Web Developer"],
    entry: {
      Title: "  Harbour Pilot ",
      Organization: "Test Pilots",
      Location: "Koper",
      "Date Range": "2026",
      Description: "First line.\n\nSecond line.",
      Skills: " Tides ,, Radio, ",
    },
    row: {
      title: "Harbour Pilot",
      organization: "Test Pilots",
      location: "Koper",
      date_range: "2026",
      description: "First line.\n\nSecond line.",
      skills: ["Tides", "Radio"],
    },
    published: "Test Pilots",
  },
  {
    table: "education",
    add: "Add Education",
    empty: "No Education Entries",
    title: "Degree/Certificate",
    organization: "Institution",
    missing: ["Please enter the degree or certificate.", "Please enter the institution."],
    sample: ["MSc Computer Science"],
    entry: {
      "Degree/Certificate": "Radio Operator",
      Institution: "Test Harbour School",
      "Institution Website": " https://school.example/radio ",
      Skills: "Morse, Patience",
    },
    row: {
      title: "Radio Operator",
      organization: "Test Harbour School",
      organization_link: "https://school.example/radio",
      location: null,
      date_range: null,
      description: null,
      skills: ["Morse", "Patience"],
    },
    published: 'href="https://school.example/radio"',
  },
] as const;

test.beforeEach(async ({ site }) => {
  await site.sql`delete from experience where organization like 'Test %'`;
  await site.sql`delete from education where organization like 'Test %'`;
});

for (const kind of kinds) {
  test.describe(kind.table, () => {
    test.beforeEach(({ admin }) => admin.open(`/tradmin/portfolio/${kind.table}`));

    test("a new entry is listed first and is on the public page", async ({ page, site }) => {
      const screen = new EntriesScreen(page);
      await expect(screen.rows.first()).toContainText(kind.sample[0]);
      await page.getByRole("button", { name: kind.add }).click();
      await expect(screen.editor).toHaveAccessibleName(kind.add);
      await screen.fill(kind.entry);
      await screen.save();
      await expect(screen.editor).toHaveCount(0);
      await expect(page.getByText("Saved.")).toBeVisible();
      await expect.poll(async () => (await page.request.get("/")).text()).toContain(kind.published);
      await expect(screen.rows.first()).toContainText(kind.row.title);
      expect(await stored(site, kind.table)).toMatchObject(kind.row);
    });

    test("missing names are reported at their fields", async ({ page }) => {
      const screen = new EntriesScreen(page);
      await page.getByRole("button", { name: kind.add }).click();
      await screen.save();
      const [title, organization] = kind.missing;
      await expect(screen.field(kind.title)).toHaveAccessibleDescription(title);
      await expect(screen.field(kind.title)).toBeFocused();
      await expect(screen.field(kind.organization)).toHaveAccessibleDescription(organization);
    });

    test("an empty list is shown as such", async ({ page }) => {
      await page.route(`**/rest/v1/${kind.table}*`, (route) => route.fulfill({ json: [] }));
      await page.reload();
      await expect(page.getByRole("heading", { name: kind.empty })).toBeVisible();
      await expect(page.getByRole("table")).toHaveCount(0);
      await expect(page.getByRole("button", { name: kind.add })).toBeVisible();
    });
  });
}

test("an invalid website of an institution is reported", async ({ admin, page }) => {
  await admin.open("/tradmin/portfolio/education");
  const screen = new EntriesScreen(page);
  await page.getByRole("button", { name: "Add Education" }).click();
  await screen.fill({ "Institution Website": "javascript:alert(1)" });
  await screen.save();
  await expect(screen.field("Institution Website")).toHaveAccessibleDescription(
    "Please enter a full address, such as https://example.com.",
  );
});

test("emptied fields are stored as null", async ({ admin, page, site }) => {
  await site.sql`insert into experience (title, organization, location, date_range, description, skills)
    values ('Pilot', 'Test Pilots', 'Koper', '2026', 'Lines.', '{Tides,Radio}')`;
  await admin.open(EXPERIENCE);
  const screen = new EntriesScreen(page);
  await screen.edit("Pilot, Test Pilots");
  await expect(screen.field("Skills")).toHaveValue("Tides, Radio");
  await screen.fill({ Location: "", "Date Range": " ", Description: "", Skills: " , ," });
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  expect(await stored(site, "experience")).toMatchObject({
    location: null,
    date_range: null,
    description: null,
    skills: null,
    revision: 2,
  });
});

test("too long values are reported before anything is sent, and a failed save keeps all text", async ({
  admin,
  page,
  site,
  watch,
}) => {
  await admin.open(EXPERIENCE);
  const screen = new EntriesScreen(page);
  await page.getByRole("button", { name: "Add Experience" }).click();
  await screen.fill({
    Title: "a".repeat(301),
    Organization: "Test Mistakes",
    Description: "d".repeat(20_001),
    Skills: Array(101).fill("e").join(),
  });
  await screen.save();
  for (const [label, complaint] of [
    ["Title", "Please use at most 300 characters."],
    ["Description", "Please use at most 20,000 characters."],
    ["Skills", "Please enter at most 100 entries; you entered 101."],
  ] as const) {
    await expect(screen.field(label)).toHaveAccessibleDescription(complaint);
  }
  await screen.fill({
    Title: "🧑".repeat(300),
    Description: "d".repeat(20_000),
    Skills: `${"f".repeat(200)}, g`,
  });
  await page.route("**/rest/v1/experience*", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, json: { message: "no space left" } })
      : route.fallback(),
  );
  watch.expectProblem(/^answer: 500/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await screen.button("Save").press("Enter");
  await expect(screen.editor.getByRole("alert")).toHaveText("no space left");
  await expect(screen.field("Skills")).toHaveValue(`${"f".repeat(200)}, g`);
  await expect(screen.button("Save")).toBeFocused();
  await page.unroute("**/rest/v1/experience*");
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  const [row] = await site.sql`
    select char_length(title) as title, char_length(description) as description
    from experience where organization = 'Test Mistakes'`;
  expect(row).toEqual({ title: 300, description: 20_000 });
});

test("a declined deletion removes nothing, and a refused one restores the entry", async ({
  admin,
  page,
  watch,
}) => {
  await admin.open(EXPERIENCE);
  const screen = new EntriesScreen(page);
  const question = `Are you sure you want to delete "${lead}"?`;
  watch.expectProblem(new RegExp(`^dialog: ${question.replace("?", "\\?")}`));
  await screen.remove(lead);
  await expect(screen.row("Lead Engineer")).toBeVisible();

  await page.route("**/rest/v1/experience*", (route) =>
    route.request().method() === "DELETE"
      ? route.fulfill({ status: 500, json: { message: "the disk is full" } })
      : route.fallback(),
  );
  watch.expectProblem(/^answer: 500/);
  watch.expectProblem(/^console error: Failed to load resource/);
  watch.acceptDialog(/^Are you sure/);
  watch.acceptDialog(/^Error deleting entry: the disk is full$/);
  await screen.remove(lead);
  await expect.poll(() => watch.missing()).toEqual([]);
  await expect(screen.rows.first()).toContainText("Lead Engineer");
});

test("a deleted entry disappears before the backend answers", async ({
  admin,
  page,
  site,
  watch,
}) => {
  await site.sql`insert into experience (title, organization) values ('Cook', 'Test Galley')`;
  await admin.open(EXPERIENCE);
  const screen = new EntriesScreen(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/rest/v1/experience*", async (route) => {
    if (route.request().method() === "DELETE") await held;
    await route.fallback();
  });
  watch.acceptDialog(/^Are you sure/);
  await screen.remove("Cook, Test Galley");
  await expect(screen.row("Cook")).toHaveCount(0);
  expect(await stored(site, "experience")).toMatchObject({ title: "Cook" });
  answer();
  await expect.poll(() => stored(site, "experience")).toBeUndefined();
});

test("a list that cannot be read shows the reason and can be retried", async ({
  admin,
  page,
  watch,
}) => {
  const refuse = (url: URL) => url.pathname === "/rest/v1/experience";
  await page.route(refuse, (route) =>
    route.fulfill({ status: 500, json: { message: "no such luck" } }),
  );
  watch.expectProblem(/^answer: 500/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await admin.open(EXPERIENCE);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("no such luck");
  await page.unroute(refuse);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(new EntriesScreen(page).row("Lead Engineer")).toBeVisible();
});

test("the keyboard alone adds, edits and deletes an entry", async ({
  admin,
  page,
  site,
  watch,
}) => {
  await admin.open(EXPERIENCE);
  const { keyboard } = page;
  const screen = new EntriesScreen(page);
  await page.getByRole("button", { name: "Add Experience" }).press("Enter");
  await expect(screen.field("Title")).toBeFocused();
  await keyboard.type("Steward");
  await keyboard.press("Tab");
  await keyboard.type("Test Liner");
  await keyboard.press("Enter");
  await expect(screen.editor).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add Experience" })).toBeFocused();
  await expect(screen.row("Steward")).toBeVisible();

  await keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Edit Steward, Test Liner" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(screen.field("Title")).toBeFocused();
  await keyboard.press("End");
  await keyboard.type("ess");
  await keyboard.press("Enter");
  await expect(screen.editor).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit Stewardess, Test Liner" })).toBeFocused();

  await keyboard.press("Tab");
  watch.acceptDialog(/^Are you sure you want to delete "Stewardess, Test Liner"\?$/);
  await keyboard.press("Enter");
  await expect(screen.row("Stewardess")).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Delete ${lead}` })).toBeFocused();
  // The row leaves the screen at once, and the database a moment later.
  await expect.poll(() => stored(site, "experience")).toBeUndefined();
});

/** The test's own entry. */
async function stored({ sql }: BuiltSite, table: "experience" | "education") {
  const [row] = await sql`select * from ${sql(table)} where organization like 'Test %'`;
  return row;
}
