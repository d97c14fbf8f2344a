import { expect } from "@playwright/test";
import { EntriesScreen } from "../../support/pages/entries-screen.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { soakOnly, test } from "../fixtures.ts";

// All files that edit the portfolio share one site; each uses only its own tables.
test.use({ siteName: "admin" });

const EXPERIENCE = "/tradmin/portfolio/experience";
const lead = "Lead Engineer, Brackwater Software";

/** The two screens; their entries differ in one field and in the labels of two others. */
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
    published: "href=https://school.example/radio",
  },
] as const;

test.beforeEach(async ({ site }) => {
  await site.sql`delete from experience where organization like 'Test %'`;
  await site.sql`delete from education where organization like 'Test %'`;
});

for (const kind of kinds) {
  test.describe(kind.table, () => {
    test.beforeEach(({ admin }) => admin.open(`/tradmin/portfolio/${kind.table}`));

    test(
      "a new entry needs its names, is listed first and is on the public page",
      soakOnly(kind.table === "education"),
      async ({ page, site }) => {
        const screen = new EntriesScreen(page);
        await expect(screen.rows.first()).toContainText(kind.sample[0]);
        await page.getByRole("button", { name: kind.add }).click();
        await expect(screen.editor).toHaveAccessibleName(kind.add);
        await screen.save();
        const [title, organization] = kind.missing;
        await expect(screen.field(kind.title)).toHaveAccessibleDescription(title);
        await expect(screen.field(kind.title)).toBeFocused();
        await expect(screen.field(kind.organization)).toHaveAccessibleDescription(organization);
        await screen.fill(kind.entry);
        await screen.save();
        await expect(screen.editor).toHaveCount(0);
        await expect(page.getByText("Saved.")).toBeVisible();
        await expect
          .poll(async () => (await page.request.get("/")).text())
          .toContain(kind.published);
        await expect(screen.rows.first()).toContainText(kind.row.title);
        expect(await stored(site, kind.table)).toMatchObject(kind.row);
      },
    );
  });
}

test("a deleted entry disappears before the backend answers", { tag: "@long" }, async ({
  admin,
  page,
  site,
  watch,
}) => {
  await site.sql`insert into experience (title, organization) values ('Cook', 'Test Galley')`;
  await admin.open(EXPERIENCE);
  const screen = new EntriesScreen(page);
  const held = holdRequests("DELETE");
  await page.route("**/rest/v1/experience*", held.route);
  watch.acceptDialog(/^Are you sure/);
  await screen.remove("Cook, Test Galley");
  await expect(screen.row("Cook")).toHaveCount(0);
  expect(await stored(site, "experience")).toMatchObject({ title: "Cook" });
  held.release();
  await expect.poll(() => stored(site, "experience")).toBeUndefined();
});

test("an entry is added, edited and deleted by keyboard alone", { tag: "@long" }, async ({
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
  await expect(page.getByRole("button", { name: "Move Steward, Test Liner" })).toBeFocused();
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
  // The row leaves the screen at once, and is deleted from the database a moment later.
  await expect.poll(() => stored(site, "experience")).toBeUndefined();
});

/** Reads the test's own entry. */
async function stored({ sql }: BuiltSite, table: "experience" | "education") {
  const [row] = await sql`select * from ${sql(table)} where organization like 'Test %'`;
  return row;
}
