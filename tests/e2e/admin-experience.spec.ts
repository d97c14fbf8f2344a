import { expect } from "@playwright/test";
import { EntriesScreen } from "../support/pages/entries-screen.ts";
import { test } from "./fixtures.ts";

// One site for all files that edit the portfolio: each uses only its own tables.
test.use({ siteName: "admin-portfolio" });

const path = "/tradmin/portfolio/experience";
const lead = "Lead Engineer, Brackwater Software";

test.beforeEach(async ({ admin, site }) => {
  await site.sql`delete from public.experience where organization like 'Test %'`;
  await admin.open(path);
});

test("roles are listed newest first; a new one is on the public page; emptied fields become null", async ({
  page,
  site,
}) => {
  const screen = new EntriesScreen(page);
  const { rows } = screen;
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText("Lead Engineer");
  await expect(rows.nth(0)).toContainText("Brackwater Software");
  await expect(rows.nth(0)).toContainText("2023 – Present");
  await expect(rows.nth(0)).toContainText("Trieste, Italy");
  await expect(rows.nth(2)).toContainText("Web Developer");

  await page.getByRole("button", { name: "Add Experience" }).click();
  await expect(screen.editor).toHaveAccessibleName("Add Experience");
  await screen.fill({
    Title: "  Harbour Pilot ",
    Organization: "Test Pilots",
    Location: "Koper",
    "Date Range": "2026",
    Description: "First line.\n\nSecond line.",
    Skills: " Tides ,, Radio, ",
  });
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect.poll(async () => (await page.request.get("/")).text()).toContain("Test Pilots");
  await expect(screen.rows.first()).toContainText("Harbour Pilot");
  const [row] = await site.sql`
    select title, location, date_range, description, skills from public.experience
    where organization = 'Test Pilots'`;
  expect(row).toEqual({
    title: "Harbour Pilot",
    location: "Koper",
    date_range: "2026",
    description: "First line.\n\nSecond line.",
    skills: ["Tides", "Radio"],
  });

  await screen.edit("Harbour Pilot, Test Pilots");
  await expect(screen.field("Skills")).toHaveValue("Tides, Radio");
  await screen.fill({ Location: "", "Date Range": " ", Description: "", Skills: " , ," });
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  const [emptied] = await site.sql`
    select location, date_range, description, skills, revision from public.experience
    where organization = 'Test Pilots'`;
  expect(emptied).toEqual({
    location: null,
    date_range: null,
    description: null,
    skills: null,
    revision: 2,
  });
});

test("errors are shown at their field before anything is sent; a failed save keeps all text", async ({
  page,
  site,
  watch,
}) => {
  const screen = new EntriesScreen(page);
  await page.getByRole("button", { name: "Add Experience" }).click();
  await screen.save();
  await expect(screen.field("Title")).toHaveAccessibleDescription("Please enter a title.");
  await expect(screen.field("Title")).toBeFocused();
  await expect(screen.field("Organization")).toHaveAccessibleDescription(
    "Please enter an organization.",
  );
  await screen.fill({
    Title: "a".repeat(301),
    Organization: "Test Mistakes",
    Location: "b".repeat(301),
    "Date Range": "c".repeat(201),
    Description: "d".repeat(20_001),
    Skills: Array(101).fill("e").join(),
  });
  for (const [label, complaint] of [
    ["Title", "Please use at most 300 characters."],
    ["Location", "Please use at most 300 characters."],
    ["Date Range", "Please use at most 200 characters."],
    ["Description", "Please use at most 20,000 characters."],
    ["Skills", "Please enter at most 100 entries; you entered 101."],
  ] as const) {
    await expect(screen.field(label)).toHaveAccessibleDescription(complaint);
  }
  await screen.fill({
    Title: "🧑".repeat(300),
    Location: "",
    "Date Range": "c".repeat(200),
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
  await screen.button("Save").focus();
  await page.keyboard.press("Enter");
  await expect(screen.editor.getByRole("alert")).toHaveText("no space left");
  await expect(screen.field("Skills")).toHaveValue(`${"f".repeat(200)}, g`);
  await expect(screen.button("Save")).toBeFocused();
  await page.unroute("**/rest/v1/experience*");
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  const [row] = await site.sql`
    select char_length(title) as title, char_length(description) as description
    from public.experience where organization = 'Test Mistakes'`;
  expect(row).toEqual({ title: 300, description: 20_000 });
});

test("deleting asks, removes the entry at once, and restores it when refused", async ({
  page,
  site,
  watch,
}) => {
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
  const [count] = await site.sql`select count(*)::int as n from public.experience`;
  expect(count).toEqual({ n: 3 });
  await page.unrouteAll();

  await site.sql`insert into public.experience (title, organization) values ('Cook', 'Test Galley')`;
  await page.reload();
  await expect(screen.row("Cook")).toBeVisible();
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
  const stored = () => site.sql`select from public.experience where title = 'Cook'`;
  expect(await stored()).toHaveLength(1);
  answer();
  await expect.poll(async () => (await stored()).length).toBe(0);
  await expect(screen.rows).toHaveCount(3);
});

test("a list that cannot be read shows the reason and can be retried", async ({ page, watch }) => {
  const refuse = (url: URL) => url.pathname === "/rest/v1/experience";
  await page.route(refuse, (route) =>
    route.fulfill({ status: 500, json: { message: "no such luck" } }),
  );
  watch.expectProblem(/^answer: 500/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.reload();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("no such luck");
  await page.unroute(refuse);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(new EntriesScreen(page).rows).toHaveCount(3);
});

test("the keyboard alone adds, edits and deletes a role", async ({ page, site, watch }) => {
  const { keyboard } = page;
  const screen = new EntriesScreen(page);
  await expect(screen.rows).toHaveCount(3);
  await page.getByRole("button", { name: "Add Experience" }).focus();
  await keyboard.press("Enter");
  await expect(screen.field("Title")).toBeFocused();
  await keyboard.type("Steward");
  await keyboard.press("Tab");
  await keyboard.type("Test Liner");
  await keyboard.press("Enter");
  await expect(screen.editor).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add Experience" })).toBeFocused();
  await expect(screen.rows).toHaveCount(4);

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
  await expect(screen.rows).toHaveCount(3);
  await expect(page.getByRole("button", { name: `Delete ${lead}` })).toBeFocused();
  // The row leaves the screen at once, and the database a moment later.
  await expect
    .poll(() => site.sql`select from public.experience where organization = 'Test Liner'`)
    .toHaveLength(0);
});

test("an empty list of roles is shown as such", async ({ page, site, watch }) => {
  await site.sql`delete from public.experience`;
  await site.sql`insert into public.experience (title, organization) values ('Last', 'Test One')`;
  await page.reload();
  const screen = new EntriesScreen(page);
  watch.acceptDialog(/^Are you sure/);
  await screen.remove("Last, Test One");
  await expect(page.getByRole("heading", { name: "No Experience Entries" })).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add Experience" })).toBeVisible();
});
