import { expect, type Page } from "@playwright/test";
import { AdminPanel } from "../support/pages/admin-panel.ts";
import { EntriesScreen } from "../support/pages/entries-screen.ts";
import { nextAddress, test } from "./fixtures.ts";

// What every list of entries has in common, tried on experience.
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

test("pressing Save twice makes one row", async ({ page, site }) => {
  const screen = await startNew(page);
  await screen.button("Save").evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(screen.editor).toHaveCount(0);
  await expect(screen.rows).toHaveCount(2);
  expect(await site.sql`select from public.experience where title = 'Cook'`).toHaveLength(1);
});

test("a save whose answer was lost can be repeated without a second row", async ({
  page,
  site,
  watch,
}) => {
  const screen = await startNew(page);
  const cooks = () => site.sql`select location from public.experience where title = 'Cook'`;
  await page.route("**/rest/v1/experience*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort("connectionreset");
  });
  watch.expectProblem(/^failed: POST/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await screen.save();
  await expect(screen.editor.getByRole("alert")).toBeVisible();
  expect(await cooks()).toHaveLength(1);
  await page.unroute("**/rest/v1/experience*");

  // The draft knows the id, even after a reload.
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(screen.field("Title")).toHaveValue("Cook");
  await screen.fill({ Location: "Galley" });
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  expect(await cooks()).toEqual([{ location: "Galley" }]);
});

test("a change whose answer was lost is no conflict with oneself", async ({
  page,
  site,
  watch,
}) => {
  const screen = new EntriesScreen(page);
  await screen.edit(name);
  await screen.fill({ Location: "Koper" });
  await page.route("**/rest/v1/experience*", async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    await route.fetch();
    await route.abort("connectionreset");
  });
  watch.expectProblem(/^failed: PATCH/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await screen.save();
  await expect(screen.editor.getByRole("alert")).toBeVisible();
  await page.unroute("**/rest/v1/experience*");
  await screen.fill({ Location: "Koper, Slovenia" });
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  expect(await site.sql`select location from public.experience`).toEqual([
    { location: "Koper, Slovenia" },
  ]);
});

test("unsaved text is asked about however the editor is left, and can be kept", async ({
  page,
  watch,
}) => {
  const screen = new EntriesScreen(page);
  await screen.edit(name);
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

  watch.acceptDialog(DISCARD);
  await page.mouse.click(4, 400);
  await expect(screen.editor).toHaveCount(0);
  await screen.edit(name);
  await expect(screen.field("Description")).toHaveValue("As stored.");
});

test("a drag that ends outside closes nothing", async ({ page }) => {
  const screen = new EntriesScreen(page);
  await screen.edit(name);
  await screen.field("Title").hover();
  await page.mouse.down();
  await page.mouse.move(4, 400);
  await page.mouse.up();
  await expect(screen.editor).toBeVisible();
});

test("typed text outlives a reload and can be thrown away", async ({ page, watch }) => {
  const screen = new EntriesScreen(page);
  await screen.edit(name);
  await screen.field("Description").fill("Half a thought");
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(screen.field("Description")).toHaveValue("Half a thought");
  await expect(screen.editor).toContainText("Your unsaved changes have been restored.");
  await screen.button("Discard").click();
  await expect(screen.field("Description")).toHaveValue("As stored.");
  await expect(screen.editor).not.toContainText("restored");
  await page.reload();
  await expect(screen.field("Description")).toHaveValue("As stored.");
});

test("a draft over an entry that was changed meanwhile overwrites nothing unseen", async ({
  page,
  site,
  watch,
}) => {
  const screen = new EntriesScreen(page);
  await screen.edit(name);
  await screen.field("Description").fill("Half a thought");
  await site.sql`update public.experience set location = 'Elsewhere'`;
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(screen.editor).toContainText("This entry was changed elsewhere");
  await expect(screen.button("Save")).toBeDisabled();
  await screen.button("Take theirs").click();
  await expect(screen.field("Location")).toHaveValue("Elsewhere");
  await expect(screen.field("Description")).toHaveValue("As stored.");
});

test("a session that ended leads to the login and back to the typed text", async ({
  admin,
  page,
  site,
}) => {
  const screen = new EntriesScreen(page);
  await screen.edit(name);
  await screen.field("Description").fill("Half a thought");
  const other = await page.context().newPage();
  await other.goto("/");
  await other.evaluate(() => localStorage.removeItem("foyer-admin"));
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await admin.signInByForm();
  await expect(screen.field("Description")).toHaveValue("Half a thought");
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  expect(await site.sql`select description from public.experience`).toEqual([
    { description: "Half a thought" },
  ]);
});

test.describe("two tabs", () => {
  test("what one saves and deletes, the other shows", async ({ page, watch }) => {
    const [here, there] = [new EntriesScreen(page), await secondTab(page)];
    await here.edit(name);
    await here.field("Title").fill("Chief Pilot");
    await here.save();
    await expect(there.row("Chief Pilot")).toBeVisible();
    watch.acceptDialog(/^Are you sure/);
    await there.remove("Chief Pilot, Harbour");
    await expect(page.getByRole("heading", { name: "No Experience Entries" })).toBeVisible();
  });

  test("an editor nobody has touched follows the other tab", async ({ page }) => {
    const [here, there] = [new EntriesScreen(page), await secondTab(page)];
    await here.edit(name);
    await saveTitle(there, "Chief Pilot");
    await expect(here.field("Title")).toHaveValue("Chief Pilot");
    await expect(here.editor).not.toContainText("elsewhere");
    await here.fill({ Location: "Koper" });
    await here.save();
    await expect(there.row("Koper")).toContainText("Chief Pilot");
  });

  test("a conflict is told at once; mine can be kept", async ({ page, site }) => {
    const [here, there] = [new EntriesScreen(page), await secondTab(page)];
    await here.edit(name);
    await here.field("Title").fill("My Pilot");
    await saveTitle(there, "Their Pilot");
    await expect(here.editor).toContainText(
      "This entry was changed elsewhere while you were editing it.",
    );
    await expect(here.button("Save")).toBeDisabled();
    await here.button("Keep mine").click();
    await expect(here.editor).toHaveCount(0);
    await expect(there.row("My Pilot")).toBeVisible();
    expect(await site.sql`select title from public.experience`).toEqual([{ title: "My Pilot" }]);
  });

  test("a conflict is told at once; theirs can be taken", async ({ page, site }) => {
    const [here, there] = [new EntriesScreen(page), await secondTab(page)];
    await here.edit(name);
    await here.field("Title").fill("My Pilot");
    await saveTitle(there, "Their Pilot");
    await here.button("Take theirs").click();
    await expect(here.field("Title")).toHaveValue("Their Pilot");
    await here.fill({ Location: "Koper" });
    await here.save();
    await expect(here.editor).toHaveCount(0);
    expect(await site.sql`select title, location from public.experience`).toEqual([
      { title: "Their Pilot", location: "Koper" },
    ]);
  });

  test("what was removed elsewhere can be saved as new, or let go", async ({
    page,
    site,
    watch,
  }) => {
    const [here, there] = [new EntriesScreen(page), await secondTab(page)];
    await here.edit(name);
    await here.field("Title").fill("My Pilot");
    watch.acceptDialog(/^Are you sure/);
    await there.remove(name);
    await expect(here.editor).toContainText("This entry was removed elsewhere.");
    await here.button("Save as new").click();
    await expect(here.editor).toHaveCount(0);
    await expect(there.row("My Pilot")).toBeVisible();
    expect(await site.sql`select title, description from public.experience`).toEqual([
      { title: "My Pilot", description: "As stored." },
    ]);

    await here.edit("My Pilot, Harbour");
    await here.field("Title").fill("Nobody");
    watch.acceptDialog(/^Are you sure/);
    await there.remove("My Pilot, Harbour");
    await expect(here.editor).toContainText("This entry was removed elsewhere.");
    await here.editor.getByRole("button", { name: "Close", exact: true }).last().click();
    await expect(here.editor).toHaveCount(0);
    expect(await site.sql`select from public.experience`).toEqual([]);
  });
});

test("two browsers: the backend refuses the later save, and nothing is overwritten unseen", async ({
  browser,
  page,
  site,
  watch,
}) => {
  const context = await browser.newContext({
    baseURL: site.origin,
    extraHTTPHeaders: { "x-forwarded-for": nextAddress() },
  });
  const otherPage = await context.newPage();
  await new AdminPanel(otherPage, site).open(path);
  const [here, there] = [new EntriesScreen(page), new EntriesScreen(otherPage)];
  await here.edit(name);
  await here.field("Title").fill("My Pilot");
  await saveTitle(there, "Their Pilot");
  watch.expectProblem(/^answer: 409/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await here.save();
  await expect(here.editor).toContainText("This entry was changed elsewhere");
  expect(await site.sql`select title from public.experience`).toEqual([{ title: "Their Pilot" }]);
  await here.button("Keep mine").click();
  await expect(here.editor).toHaveCount(0);
  expect(await site.sql`select title from public.experience`).toEqual([{ title: "My Pilot" }]);

  await here.edit("My Pilot, Harbour");
  await here.field("Title").fill("Mine again");
  await site.sql`delete from public.experience`;
  await here.save();
  await expect(here.editor).toContainText("This entry was removed elsewhere.");
  await here.button("Save as new").click();
  await expect(here.row("Mine again")).toBeVisible();
  await context.close();
});

test("what somebody else deleted first is simply gone", async ({ page, site, watch }) => {
  await expect(new EntriesScreen(page).rows).toHaveCount(1);
  await site.sql`delete from public.experience`;
  watch.acceptDialog(/^Are you sure/);
  await new EntriesScreen(page).remove(name);
  await expect(page.getByRole("heading", { name: "No Experience Entries" })).toBeVisible();
});

test("1,200 entries are all there, found by typing, and edited", async ({ page, site }) => {
  await site.sql`insert into public.experience (title, organization, created_at)
    select 'Role ' || n, 'Firm ' || n, '2020-01-01' from generate_series(1, 1200) as n`;
  await page.reload();
  const screen = new EntriesScreen(page);
  await expect(screen.rows).toHaveCount(1201);
  const filter = page.getByRole("searchbox", { name: "Filter by name" });
  await filter.fill("firm 777");
  await expect(screen.rows).toHaveCount(1);
  await expect(page.getByRole("main").getByRole("status")).toHaveText("1 of 1201");
  await screen.edit("Role 777, Firm 777");
  await screen.field("Title").fill("Role 777b");
  await screen.save();
  await expect(screen.row("Role 777b")).toBeVisible();
  await filter.fill("nothing of the kind");
  await expect(page.getByText("Nothing matches this filter.")).toBeVisible();
});

test("hostile text is text and stays inside a phone's screen", async ({ page, site }) => {
  const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  const long = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(6);
  const rtl = "مرحبا \u202eevil\u202c שלום 🧑‍🔬";
  for (const text of [markup, long, rtl]) {
    await site.sql`insert into public.experience (title, organization, location, date_range, skills)
      values (${text}, ${text}, ${text}, ${text.slice(0, 200)}, ${[text.slice(0, 200)]})`;
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const screen = new EntriesScreen(page);
  await expect(screen.rows).toHaveCount(4);
  await expect(screen.row("<img src=x")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await screen.edit(`${long}, ${long}`);
  await expect(screen.field("Title")).toHaveValue(long);
  expect(await screen.editor.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(
    true,
  );
});

async function startNew(page: Page): Promise<EntriesScreen> {
  const screen = new EntriesScreen(page);
  await page.getByRole("button", { name: "Add Experience" }).click();
  await screen.fill({ Title: "Cook", Organization: "Ship" });
  return screen;
}

async function saveTitle(screen: EntriesScreen, title: string): Promise<void> {
  await screen.edit(name);
  await screen.field("Title").fill(title);
  await screen.save();
  await expect(screen.row(title)).toBeVisible();
}

async function secondTab(page: Page): Promise<EntriesScreen> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  const screen = new EntriesScreen(other);
  await expect(screen.rows).toHaveCount(1);
  return screen;
}
