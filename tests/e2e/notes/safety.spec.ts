import { expect, type Page, type Request, type Route } from "@playwright/test";
import { connect } from "../../../server/database/connect.ts";
import { databaseProcesses, readDatabaseUrl } from "../../lifecycle/server-state.ts";
import { createAccount, forceLogout } from "../../support/pages/accounts.ts";
import {
  addNote,
  failRequests,
  NOTES,
  noteText,
  storedTexts,
  typeInTwoTabs,
  typeWhileTabsClose,
} from "../../support/pages/notes-screen.ts";
import { workspaceUser } from "../../support/pages/workspace-page.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
});

// tests/soak repeats this test and the next one many more times.
test("a tab closed at random moments within the debounce loses nothing", { tag: "@long" }, async ({
  context,
  workspace,
  site,
}) => {
  await workspace.open("/workspace");
  await typeWhileTabsClose({ context, site }, 3);
});

test("two tabs that type in random order overwrite no word silently", async ({
  context,
  workspace,
  page,
  site,
}) => {
  await workspace.open("/workspace");
  await typeInTwoTabs({ context, page, site }, 15);
});

test("a note larger than the limit for requests during unload is saved, too", async ({
  context,
  workspace,
  site,
}) => {
  const id = await addNote(site, "large");
  const page = await context.newPage();
  await workspace.keepSession(page);
  await page.goto(`/#${NOTES}?note=${id}`);
  const large = "0123456789".repeat(20_000);
  await noteText(page).fill(large);
  await page.close();
  const next = await context.newPage();
  await next.goto(`/#${NOTES}`);
  await expect.poll(() => storedTexts(site)).toEqual([`<p>${large}</p>`]);
});

test("text in the box for a new note survives closing the tab", async ({
  context,
  workspace,
  site,
}) => {
  const page = await context.newPage();
  await workspace.keepSession(page);
  await page.goto(`/#${NOTES}`);
  await page.getByPlaceholder("Take a note...").fill("not closed yet");
  await page.close();
  const next = await context.newPage();
  await next.goto(`/#${NOTES}`);
  await expect(next.getByRole("article")).toContainText("not closed yet");
  await expect.poll(() => storedTexts(site)).toEqual(["<p>not closed yet</p>"]);
});

test("a note is saved at once when the tab is hidden, the page left, the editor closed or the user logged out", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  const id = await addNote(site, "flush");
  await page.clock.install();
  await workspace.open(`${NOTES}?note=${id}`);
  await noteText(page).click();
  // The clock is stopped, so that the debounce cannot cause a save.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.type("one");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => storedTexts(site)).toEqual(["<p>one</p>"]);

  await page.keyboard.type(" two");
  await page.keyboard.press("Escape");
  await expect.poll(() => storedTexts(site)).toEqual(["<p>one two</p>"]);
  await page.clock.resume();

  await page.getByRole("button", { name: "flush" }).click();
  await noteText(page).press("Control+End");
  await page.keyboard.type(" three");
  await page.goto("/");
  await expect.poll(() => storedTexts(site)).toEqual(["<p>one two three</p>"]);

  watch.expectProblem(/^failed: PATCH/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.route("**/rest/v1/workspace_notes*", withoutSaves);
  await page.goto(`/#${NOTES}?note=${id}`);
  await noteText(page).press("Control+End");
  await page.keyboard.type(" four");
  await page.keyboard.press("Escape");
  // The closing editor shows the same state.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Offline, kept on this device")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("/");
  expect(await storedTexts(site)).toEqual(["<p>one two three four</p>"]);
});

test("a note typed while the database restarts arrives", { tag: "@long" }, async ({
  workspace,
  page,
  site,
  watch,
}) => {
  const id = await addNote(site, "restart");
  await workspace.open(`${NOTES}?note=${id}`);
  await expect(noteText(page)).toBeVisible();
  watch.expectStatus(503);
  const answers: number[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "PATCH") answers.push(response.status());
  });
  const finishRestart = await beginRestart(site.dataDir);
  await noteText(page).click();
  await page.keyboard.type("typed meanwhile");
  // Waits for the responses to the first attempt and to the retry.
  await expect.poll(() => answers.length).toBeGreaterThan(1);
  await finishRestart();
  await expect.poll(() => storedTexts(site).catch(() => [])).toEqual(["<p>typed meanwhile</p>"]);
  expect(new Set(answers.slice(0, 2))).toEqual(new Set([503]));
});

/** Restarts PostgreSQL, which accepts no connections until the returned function is called. */
async function beginRestart(dataDir: string): Promise<() => Promise<void>> {
  const url = new URL(await readDatabaseUrl(dataDir));
  const name = url.pathname.slice(1);
  url.pathname = "/template1";
  const cluster = connect(url.href, { max: 1 });
  await cluster`alter database ${cluster(name)} with allow_connections false`;
  const [postmaster = 0] = await databaseProcesses(dataDir);
  process.kill(postmaster, "SIGINT");
  await expect.poll(() => databaseProcesses(dataDir)).not.toContain(postmaster);
  return async () => {
    const allow = () =>
      cluster`alter database ${cluster(name)} with allow_connections true`.then(() => true);
    await expect.poll(() => allow().catch(() => false)).toBe(true);
    await cluster.end({ timeout: 1 });
  };
}

test("an open note without unsaved text shows changes from another tab or device", {
  tag: "@long",
}, async ({ context, workspace, page, site }) => {
  const id = await addNote(site, "shared");
  await workspace.open(`${NOTES}?note=${id}`);
  await expect(noteText(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/#${NOTES}?note=${id}`);
  await noteText(other).click();
  await other.keyboard.type("from the other tab");
  await expect(noteText(page)).toHaveText("from the other tab");
  await expect(page.getByRole("alert")).toBeHidden();
  await site.sql`update workspace_notes set content = '<p>from another device</p>'`;
  await expect(noteText(page)).toHaveText("from another device");
});

test("a note changed in two places shows both texts and stores the chosen one", async ({
  workspace,
  page,
  site,
}) => {
  const id = await addNote(site, "contested");
  await workspace.open(`${NOTES}?note=${id}`);
  const alert = page.getByRole("dialog").getByRole("alert");
  for (const [choice, stored, shown] of [
    ["Keep mine", ["<p>mine</p>"], "mine"],
    ["Take theirs", ["<p>theirs</p>"], "theirs"],
    ["Keep both", ["<p>mine</p>", "<p>theirs</p>"], "theirs"],
  ] as const) {
    await noteText(page).press("Control+a");
    await site.sql`update workspace_notes set content = '<p>theirs</p>'`;
    await page.keyboard.type("mine");
    await expect(alert).toContainText(
      "This note was changed in another tab or on another device while you were editing.",
    );
    await expect(alert).toContainText("theirs");
    await expect(noteText(page)).toHaveText("mine");
    expect(await storedTexts(site), "before the choice").toEqual(["<p>theirs</p>"]);
    await page.getByRole("button", { name: choice }).click();
    await expect(alert).toBeHidden();
    await expect.poll(() => storedTexts(site), choice).toEqual(stored);
    await expect(noteText(page)).toHaveText(shown);
    // The next choice starts from different texts on both sides.
    if (choice === "Keep both") break;
    await noteText(page).fill("before");
    await expect.poll(() => storedTexts(site)).toEqual(["<p>before</p>"]);
  }
});

test("text typed into a note deleted in the meantime can be kept as a new note", async ({
  workspace,
  page,
  site,
}) => {
  const id = await addNote(site, "doomed");
  await workspace.open(`${NOTES}?note=${id}`);
  await noteText(page).click();
  await site.sql`delete from workspace_notes`;
  await page.keyboard.type("still wanted");
  await expect(page.getByRole("alert")).toContainText("This note was deleted in the meantime.");
  await page.getByRole("button", { name: "Keep as a new note" }).click();
  await expect.poll(() => storedTexts(site)).toEqual(["<p>still wanted</p>"]);
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("after a forced logout a note's unsaved text stays on the device until the next sign-in", async ({
  workspace,
  page,
  site,
}) => {
  const id = await addNote(site, "forced");
  await page.clock.install();
  await workspace.open(`${NOTES}?note=${id}`);
  await noteText(page).click();
  // The clock is stopped until everything is typed, so that no save or session check comes first.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.type("before the logout");
  const temporary = await forceLogout(site);
  const [logout] = await site.sql`select now() as at`;
  await page.clock.resume();
  await expect(page.getByRole("heading", { name: "Workspace Login" })).toBeVisible();
  expect(await storedTexts(site)).toEqual([""]);
  await workspace.signInByForm(workspaceUser.username, temporary);
  await expect(noteText(page)).toHaveText("before the logout");
  await expect.poll(() => storedTexts(site)).toEqual(["<p>before the logout</p>"]);
  // The login is logged in the background, and not at all once the account has been replaced.
  await expect
    .poll(
      () => site.sql`select from workspace_activity_logs
        where event_type = 'login' and created_at > ${logout?.at}`,
    )
    .toHaveLength(1);
  await createAccount(site, "workspace", workspaceUser);
});

test("text one user leaves on the device is not available to the next", { tag: "@long" }, async ({
  workspace,
  page,
  site,
}) => {
  const id = await addNote(site, "private");
  await page.clock.install();
  await workspace.open(`${NOTES}?note=${id}`);
  await noteText(page).click();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.type("mine alone");
  await forceLogout(site);
  await page.clock.resume();
  await expect(page.getByRole("heading", { name: "Workspace Login" })).toBeVisible();
  const next = await createAccount(site, "workspace");
  await workspace.signInByForm(next.username, next.password);
  await expect(page.getByText("Your workspace is empty")).toBeVisible();
  await page.reload();
  await page.getByPlaceholder("Take a note...").fill("of the next");
  await page.getByRole("heading", { name: "My Notes" }).click();
  await expect.poll(() => storedTexts(site)).toEqual(["<p>of the next</p>"]);
  await expect(page.getByText("mine alone")).toHaveCount(0);
  await createAccount(site, "workspace", workspaceUser);
});

test("signing out with an unsent note asks for confirmation, and the note is saved after the next sign-in", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^failed: PATCH/);
  watch.expectProblem(/^console error: Failed to load resource/);
  const id = await addNote(site, "unsent");
  await workspace.open(`${NOTES}?note=${id}`);
  await typeUnsent(page, "typed without a network");
  await expect(page.getByText("Offline, kept on this device")).toBeVisible();

  watch.expectProblem(new RegExp(`^dialog: ${STAYS.source.slice(1)}`));
  await logOutAndBeAsked(page);
  await expect(page.getByRole("button", { name: "Logout" })).toBeEnabled();
  await expect(page.getByText("Offline, kept on this device")).toBeVisible();

  // The question appears on any screen, even after a reload that has not shown the notes yet.
  await workspace.sidebar.getByRole("link", { name: "Dashboard" }).click();
  await failRequests(page);
  await page.reload();
  watch.acceptDialog(STAYS);
  await logOut(page);
  await page.waitForURL("/");
  expect(await storedTexts(site)).toEqual([""]);
  await page.unrouteAll();
  await page.goto(`/#${NOTES}`);
  await workspace.signInByForm(workspaceUser.username, workspaceUser.password);
  await expect.poll(() => storedTexts(site)).toEqual(["<p>typed without a network</p>"]);
});

test("signing out on another screen sends the drafts of a closed tab without asking", async ({
  context,
  workspace,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^failed: PATCH/);
  watch.expectProblem(/^console error: Failed to load resource/);
  const id = await addNote(site, "left");
  await workspace.open(`${NOTES}?note=${id}`);
  await typeUnsent(page, "left by a closed tab");
  await failRequests(page);
  const next = await context.newPage();
  await workspace.keepSession(next);
  await page.close();
  await next.goto("/#/workspace");
  expect(await storedTexts(site)).toEqual([""]);
  await logOut(next);
  await next.waitForURL("/");
  expect(await storedTexts(site)).toEqual(["<p>left by a closed tab</p>"]);
});

test("without IndexedDB notes are saved, and signing out names the unsaved notes that would be lost", {
  tag: "@long",
}, async ({ workspace, page, site, watch }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
  });
  const id = await addNote(site, "private mode");
  await workspace.open(`${NOTES}?note=${id}`);
  await noteText(page).click();
  await page.keyboard.type("saved all the same");
  await expect.poll(() => storedTexts(site)).toEqual(["<p>saved all the same</p>"]);
  await page.keyboard.press("Escape");
  await page.getByPlaceholder("Take a note...").fill("a new one");
  await page.getByRole("heading", { name: "My Notes" }).click();
  await expect
    .poll(() => storedTexts(site))
    .toEqual(["<p>a new one</p>", "<p>saved all the same</p>"]);

  watch.expectProblem(/^failed: PATCH/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.getByRole("button", { name: "private mode" }).click();
  await typeUnsent(page, " and more");
  await expect(page.getByText("Offline, not saved: keep this tab open")).toBeVisible();
  watch.expectProblem(/^dialog: A note is not saved yet\. Log out and lose what was not saved\?$/);
  await logOutAndBeAsked(page);
  await page.unrouteAll();
  await expect.poll(() => storedTexts(site)).toContain("<p>saved all the same and more</p>");
  await logOut(page);
  await page.waitForURL("/");
});

const STAYS = /^A note is not saved yet and will stay on this device .*\. Log out anyway\?$/;

const logOut = (page: Page) => page.getByRole("button", { name: "Logout" }).click();

/** Logs out and waits for the question, which follows the last attempt to save. */
async function logOutAndBeAsked(page: Page): Promise<void> {
  const asked = page.waitForEvent("dialog");
  await logOut(page);
  await asked;
}

/** Types into the note while its saves get no response. */
async function typeUnsent(page: Page, text: string): Promise<void> {
  await page.route("**/rest/v1/workspace_notes*", withoutSaves);
  await noteText(page).click();
  await page.keyboard.type(text);
  const failed = page.waitForEvent("requestfailed", isSave);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await failed;
}

/** Blocks saves, while all other requests work. */
async function withoutSaves(route: Route): Promise<void> {
  if (isSave(route.request())) await route.abort("internetdisconnected");
  else await route.fallback();
}

function isSave(request: Request): boolean {
  return request.method() === "PATCH" && request.url().includes("/workspace_notes");
}
