import { expect, type Locator, type Page } from "@playwright/test";
import { axeViolations } from "../../support/axe.ts";
import { EntriesScreen } from "../../support/pages/entries-screen.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

// Behavior shared by all lists of entries, tested on experience.
test.use({ siteName: "admin-entries", sampleContent: "off" });

const path = "/tradmin/portfolio/experience";
const name = "Pilot, Harbour";
const DISCARD = /^You have unsaved changes\. Discard them\?$/;

test.beforeEach(async ({ admin, site }) => {
  await site.sql`delete from public.experience`;
  await site.sql`insert into public.experience (title, organization, description)
    values ('Pilot', 'Harbour', 'As stored.')`;
  await admin.open(path);
});

test("a request sent twice, or again after a lost response, makes one row and no conflict", async ({
  page,
  site,
  watch,
}) => {
  const screen = new EntriesScreen(page);
  const stored = () =>
    site.sql`select title, location from public.experience where title <> 'Pilot' order by title`;
  const loseAnswers = (method: string) =>
    page.route("**/rest/v1/experience*", async (route) => {
      if (route.request().method() !== method) return route.fallback();
      await route.fetch();
      await route.abort("connectionreset");
    });
  await startNew(page, "Cook");
  await screen.button("Save").evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(screen.editor).toHaveCount(0);
  await expect(screen.rows).toHaveCount(2);
  expect(await stored()).toEqual([{ title: "Cook", location: null }]);

  await startNew(page, "Mate");
  await loseAnswers("POST");
  watch.expectProblem(/^failed: POST/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await screen.save();
  await expect(screen.editor.getByRole("alert")).toBeVisible();
  expect(await stored()).toHaveLength(2);
  await page.unroute("**/rest/v1/experience*");
  // The draft keeps the id of the new entry, even after a reload.
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(screen.field("Title")).toHaveValue("Mate");
  await screen.fill({ Location: "Galley" });
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  expect((await stored()).at(-1)).toEqual({ title: "Mate", location: "Galley" });

  // Another device changes the entry that was added although its response was lost.
  await startNew(page, "Purser");
  await loseAnswers("POST");
  await screen.save();
  await expect(screen.editor.getByRole("alert")).toBeVisible();
  await page.unroute("**/rest/v1/experience*");
  await site.sql`update public.experience set location = 'Elsewhere' where title = 'Purser'`;
  watch.expectProblem(/^answer: 409/);
  await screen.save();
  await expect(screen.editor.getByRole("alert")).toContainText("changed elsewhere");
  await expect(screen.field("Title")).toHaveValue("Purser");
  expect((await stored()).at(-1)).toEqual({ title: "Purser", location: "Elsewhere" });
  watch.acceptDialog(DISCARD);
  await screen.button("Cancel").click();
  watch.acceptDialog(/^Are you sure you want to delete "Purser, Ship"\?$/);
  await screen.remove("Purser, Ship");
  await expect(screen.row("Purser")).toHaveCount(0);

  await screen.edit("Mate, Ship");
  await screen.fill({ Location: "Koper" });
  await loseAnswers("PATCH");
  watch.expectProblem(/^failed: PATCH/);
  await screen.save();
  await expect(screen.editor.getByRole("alert")).toBeVisible();
  await page.unroute("**/rest/v1/experience*");
  await screen.fill({ Location: "Koper, Slovenia" });
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  expect((await stored()).at(-1)).toEqual({ title: "Mate", location: "Koper, Slovenia" });
});

test("closing an entry's editor in any way asks about unsaved text, which survives a reload", async ({
  page,
  watch,
}) => {
  const screen = new EntriesScreen(page);
  await screen.edit(name);
  // A drag that ends outside does not close the editor.
  await screen.field("Title").hover();
  await page.mouse.down();
  await page.mouse.move(4, 400);
  await page.mouse.up();
  await expect(screen.editor).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(screen.editor).toHaveCount(0);

  await screen.edit(name);
  await screen.field("Description").fill("Half a thought");
  watch.expectProblem(/^dialog: You have unsaved changes/);
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(4, 400),
    () => screen.button("Cancel").click(),
    () => screen.button("Close").click(),
    () => page.goBack(),
  ]) {
    await Promise.all([page.waitForEvent("dialog"), leave()]);
    await expect(screen.field("Description")).toHaveValue("Half a thought");
  }

  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(screen.field("Description")).toHaveValue("Half a thought");
  await expect(screen.editor).toContainText("Your unsaved changes have been restored.");
  await screen.button("Discard").click();
  await expect(screen.field("Description")).toHaveValue("As stored.");
  await expect(screen.editor).not.toContainText("restored");
  await page.reload();
  await expect(screen.field("Description")).toHaveValue("As stored.");

  await screen.field("Description").fill("Another thought");
  watch.acceptDialog(DISCARD);
  await page.mouse.click(4, 400);
  await expect(screen.editor).toHaveCount(0);
  await screen.edit(name);
  await expect(screen.field("Description")).toHaveValue("As stored.");
});

test("a draft of an entry that was changed meanwhile asks about the fields both changed", {
  tag: "@long",
}, async ({ page, site, watch }) => {
  const screen = new EntriesScreen(page);
  await screen.edit(name);
  await screen.fill({ Title: "My Pilot", Description: "Half a thought" });
  await site.sql`update public.experience set title = 'Their Pilot', location = 'Piran'`;
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(screen.editor).toContainText("This entry was changed in another tab");
  await expect(differences(screen)).toHaveText([/^Title\s*My Pilot\s*Their Pilot$/]);
  await expect(screen.button("Save")).toBeDisabled();
  await expect(screen.field("Location"), "only they changed it").toHaveValue("Piran");
  expect(await axeViolations(page)).toEqual([]);
  await screen.button("Take theirs").click();
  await expect(screen.field("Title")).toHaveValue("Their Pilot");
  await expect(screen.field("Description"), "typed, and not disputed").toHaveValue(
    "Half a thought",
  );
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  expect(await stored(site)).toEqual([["Their Pilot", "Piran", "Half a thought"]]);
});

test("each of two tabs shows the other's changes, and conflicting fields offer a choice", async ({
  page,
  site,
  watch,
}) => {
  const [here, there] = [new EntriesScreen(page), await secondTab(page)];
  // An untouched editor shows the change.
  await page.bringToFront();
  await here.edit(name);
  await saveThere({ Title: "Chief Pilot" });
  await expect(here.field("Title")).toHaveValue("Chief Pilot");
  await expect(here.editor).not.toContainText(/in another tab|in the meantime/);

  // Both sides change different fields, which are merged without a question.
  await here.fill({ Description: "Mine." });
  await saveThere({ Location: "Piran" });
  await expect(here.field("Location")).toHaveValue("Piran");
  await expect(here.field("Description")).toHaveValue("Mine.");
  await here.save();
  await expect(here.editor).toHaveCount(0);
  expect(await stored(site)).toEqual([["Chief Pilot", "Piran", "Mine."]]);

  // "Keep mine" overwrites the fields that both sides changed, and no others.
  await expect(there.row("Piran")).toBeVisible();
  await here.edit("Chief Pilot, Harbour");
  await here.fill({ Title: "My Pilot", Description: "Still mine." });
  await saveThere({ Title: "Their Pilot", Location: "Izola" });
  await expect(here.editor).toContainText(
    "This entry was changed in another tab or on another device while you were editing it.",
  );
  await expect(differences(here)).toHaveText([/^Title\s*My Pilot\s*Their Pilot$/]);
  await expect(here.button("Save")).toBeDisabled();
  await here.field("Title").press("End");
  await here.field("Title").pressSequentially("!");
  await expect(differences(here)).toHaveText([/^Title\s*My Pilot!\s*Their Pilot$/]);
  await here.button("Keep mine").click();
  await expect(here.editor).toHaveCount(0);
  await expect(there.row("My Pilot!")).toBeVisible();
  expect(await stored(site)).toEqual([["My Pilot!", "Izola", "Still mine."]]);

  // An entry deleted in the meantime is saved as new or discarded.
  await here.edit("My Pilot!, Harbour");
  await here.field("Title").fill("Back Again");
  watch.acceptDialog(/^Are you sure/);
  await there.remove("My Pilot!, Harbour");
  await expect(here.editor).toContainText("This entry was removed in the meantime.");
  await here.button("Save as new").click();
  await expect(here.editor).toHaveCount(0);
  await expect(there.row("Back Again")).toBeVisible();
  expect(await stored(site)).toEqual([["Back Again", "Izola", "Still mine."]]);
  await here.edit("Back Again, Harbour");
  await here.field("Title").fill("Nobody");
  watch.acceptDialog(/^Are you sure/);
  await there.remove("Back Again, Harbour");
  await expect(here.editor).toContainText("This entry was removed in the meantime.");
  await here.editor.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByRole("heading", { name: "No Experience Entries" })).toBeVisible();
  expect(await stored(site)).toEqual([]);

  // A background tab renders only a few times a second.
  async function saveThere(values: Record<string, string>) {
    await there.page.bringToFront();
    await there.page.getByRole("button", { name: /^Edit / }).click();
    await there.fill(values);
    await there.save();
    await expect(there.editor).toHaveCount(0);
    await page.bringToFront();
  }
});

test("the backend refuses the later save of two browsers, and nothing is overwritten silently", {
  tag: "@long",
}, async ({ page, site, watch }) => {
  // This tab is not notified of another browser's changes before it saves.
  await page.routeWebSocket(/realtime/, (socket) => socket.close());
  await page.reload();
  const here = new EntriesScreen(page);
  watch.expectStatus(409);
  await here.edit(name);
  await here.field("Title").fill("My Pilot");
  await site.sql`update public.experience set location = 'Piran'`;
  await here.save();
  await expect(here.editor).toHaveCount(0);
  expect(await stored(site)).toEqual([["My Pilot", "Piran", "As stored."]]);

  await here.edit("My Pilot, Harbour");
  await here.field("Title").fill("My Captain");
  await site.sql`update public.experience set title = 'Their Pilot', description = 'Theirs.'`;
  await here.save();
  await expect(here.editor).toContainText("This entry was changed in another tab");
  await expect(differences(here)).toHaveText([/^Title\s*My Captain\s*Their Pilot$/]);
  expect(await stored(site)).toEqual([["Their Pilot", "Piran", "Theirs."]]);
  await here.button("Keep mine").click();
  await expect(here.editor).toHaveCount(0);
  expect(await stored(site)).toEqual([["My Captain", "Piran", "Theirs."]]);

  await here.edit("My Captain, Harbour");
  await here.field("Title").fill("Mine again");
  await site.sql`delete from public.experience`;
  await here.save();
  await expect(here.editor).toContainText("This entry was removed in the meantime.");
  await here.button("Save as new").click();
  await expect(here.row("Mine again")).toBeVisible();

  // Deleting an entry that was already deleted succeeds.
  await site.sql`delete from public.experience`;
  watch.acceptDialog(/^Are you sure/);
  await here.remove("Mine again, Harbour");
  await expect(page.getByRole("heading", { name: "No Experience Entries" })).toBeVisible();
});

test("hostile entries are shown as text and found by typing on a phone", { tag: "@long" }, async ({
  page,
  site,
}) => {
  const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  const long = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(6);
  const rtl = "مرحبا \u202eevil\u202c שלום 🧑‍🔬";
  for (const text of [markup, long, rtl]) {
    await site.sql`insert into public.experience (title, organization, location, date_range, skills)
      values (${text}, ${text}, ${text}, ${text.slice(0, 200)}, ${[text.slice(0, 200)]})`;
  }
  await site.sql`insert into public.experience (title, organization, created_at)
    select 'Role ' || n, 'Firm ' || n, '2020-01-01' from generate_series(1, 80) as n`;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const screen = new EntriesScreen(page);
  await expect(screen.rows).toHaveCount(84);
  await expect(screen.row("<img src=x")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // An employer of the same name is not repeated.
  await screen.edit(long);
  await expect(screen.field("Title")).toHaveValue(long);
  expect(await screen.editor.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(
    true,
  );
  await page.keyboard.press("Escape");
  // Behind the open dialog, nothing can be typed.
  await expect(screen.editor).toBeHidden();

  const filter = page.getByRole("searchbox", { name: "Filter by name" });
  await filter.fill("firm 77");
  await expect(screen.rows).toHaveCount(1);
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText("1 of 84");
  await screen.edit("Role 77, Firm 77");
  await screen.field("Title").fill("Role 77b");
  await screen.save();
  await expect(screen.row("Role 77b")).toBeVisible();
  await filter.fill("nothing of the kind");
  await expect(page.getByText("No matching entries")).toBeVisible();
});

test("rows of a long list get their buttons near the view, and are reached by scrolling, keyboard and filter", async ({
  page,
  site,
}) => {
  await site.sql`insert into public.experience (title, organization, created_at)
    select 'Role ' || n, 'Firm', '2020-01-01'::timestamptz - n * interval '1 day'
    from generate_series(1, 300) as n`;
  await page.reload();
  const screen = new EntriesScreen(page);
  await expect(screen.rows).toHaveCount(301);
  const edits = page.getByRole("table").getByRole("button", { name: /^Edit / });
  await expect(edits.first()).toBeVisible();
  expect(await edits.count()).toBeLessThan(80);
  expect(await page.locator("main *").count()).toBeLessThan(4000);
  await expect(screen.row("Role 150")).toHaveText("Role 150, Firm");

  await screen.row("Role 150").scrollIntoViewIfNeeded();
  await screen.edit("Role 150, Firm");
  await expect(screen.field("Title")).toHaveValue("Role 150");
  await page.keyboard.press("Escape");
  await expect(screen.editor).toBeHidden();

  // The last row is there for Shift+Tab, and what is focused brings its neighbors.
  await page.getByRole("button", { name: "More for Role 300, Firm" }).focus();
  await expect(page.getByRole("button", { name: "Edit Role 299, Firm" })).toBeVisible();
  const handle = page.getByRole("button", { name: "Move Role 300, Firm" });
  await handle.press("Space");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await expect(screen.rows.nth(299)).toContainText("Role 300");
  await expect(handle).toBeFocused();
  await page.getByRole("searchbox", { name: "Filter by name" }).fill("role 222");
  await screen.edit("Role 222, Firm");
});

/** The fields that both sides changed, each with its name, mine and theirs. */
function differences(screen: EntriesScreen): Locator {
  return screen.editor.getByRole("table", { name: "Differences" }).locator("tbody tr");
}

async function stored({ sql }: BuiltSite): Promise<(string | null)[][]> {
  const rows = await sql`select title, location, description from public.experience`;
  return rows.map(({ title, location, description }) => [title, location, description]);
}

async function startNew(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "Add Experience" }).click();
  await new EntriesScreen(page).fill({ Title: title, Organization: "Ship" });
}

async function secondTab(page: Page): Promise<EntriesScreen> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  const screen = new EntriesScreen(other);
  await expect(screen.rows).toHaveCount(1);
  return screen;
}
