import { expect, type Page } from "@playwright/test";
import { type BuiltSite, owner } from "../support/built-site.ts";
import { createAccount, forceLogout } from "../support/pages/accounts.ts";
import { signIn } from "../support/pages/admin-panel.ts";
import { WorkspacePanel, workspaceUser } from "../support/pages/workspace-page.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "workspace-session" });

const KEY = "foyer-workspace";
const ENDED = "Your session has ended. Sign in to continue where you left off.";

const welcome = (page: Page) =>
  page.getByRole("heading", { level: 1, name: "Welcome back, Ines!" });
const login = (page: Page) => page.getByRole("heading", { level: 1, name: "Workspace Login" });
const kept = (page: Page, key = KEY) => page.evaluate((name) => localStorage.getItem(name), key);
const logout = (page: Page) => page.getByRole("button", { name: "Logout" });

test.beforeEach(async ({ site }) => {
  await site.sql`truncate workspace_activity_logs, gateway.rate_limits`;
  await site.sql`delete from auth.sessions`;
});

test("login and logout are logged with the device and without an address", async ({
  workspace,
  page,
  site,
}) => {
  const { id } = await workspace.account();
  await page.goto("/#/workspace/login");
  const recorded = page.waitForResponse("**/rest/v1/workspace_activity_logs**");
  await workspace.signInByForm();
  await expect(welcome(page)).toBeVisible();
  expect((await recorded).status()).toBe(201);
  await page.reload();
  await expect(welcome(page)).toBeVisible();
  await logout(page).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  const device_info = await page.evaluate(() => navigator.userAgent);
  const common = { user_id: id, device_info, ip_address: null };
  expect(await activity(site)).toEqual([
    { ...common, event_type: "login" },
    { ...common, event_type: "logout" },
  ]);
});

test("an activity that cannot be logged delays nothing", async ({ workspace, page, watch }) => {
  watch.expectProblem(/^answer: 500/);
  watch.expectProblem(/^console error: (Failed to load|The activity could not be recorded)/);
  await page.route("**/rest/v1/workspace_activity_logs**", (route) =>
    route.fulfill({ status: 500, json: { message: "no" } }),
  );
  await workspace.account();
  await page.goto("/#/workspace/login");
  await workspace.signInByForm();
  await expect(welcome(page)).toBeVisible();
  await logout(page).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  expect(await kept(page)).toBeNull();
});

test("logging out does not wait for a hanging backend", async ({ workspace, page }) => {
  await workspace.open();
  await page.route(/workspace_activity_logs|auth\/v1\/logout/, () => {});
  await logout(page).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  expect(await kept(page)).toBeNull();
});

test("logging out ends the session in every tab, and Back shows the login", async ({
  workspace,
  page,
  context,
  site,
}) => {
  const id = await workspace.open("/workspace/tasks");
  await expect(workspace.sidebar).toBeVisible();
  const second = await context.newPage();
  await second.goto("/#/workspace");
  await expect(welcome(second)).toBeVisible();
  await logout(page).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
  await expect(login(second)).toBeVisible();
  await expect(second.getByRole("status").filter({ hasText: ENDED })).toBeVisible();
  expect(await sessionsOf(site, id)).toBe(0);
  await page.goBack();
  await expect(login(page)).toBeVisible();
});

test("the owner and the workspace user can be signed in side by side in one browser", async ({
  workspace,
  admin,
  page,
  context,
  site,
}) => {
  await workspace.keepSession();
  await admin.open();
  await expect(admin.sidebar).toBeVisible();
  const second = await context.newPage();
  await second.goto("/#/workspace");
  await expect(welcome(second)).toBeVisible();

  await logout(second).click();
  await expect(second.getByRole("link", { name: "View My Work" })).toBeVisible();
  await page.reload();
  await expect(admin.sidebar).toBeVisible();

  await workspace.account();
  await second.goto("/#/workspace/login");
  await new WorkspacePanel(second, site).signInByForm();
  await expect(welcome(second)).toBeVisible();
  await logout(page).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  await second.reload();
  await expect(welcome(second)).toBeVisible();
  expect(await kept(second, "foyer-admin")).toBeNull();
});

test("the owner's session does not open the workspace, nor the other way round", async ({
  admin,
  page,
  context,
  workspace,
}) => {
  await admin.open();
  await expect(admin.sidebar).toBeVisible();
  await page.goto("/#/workspace");
  await expect(login(page)).toBeVisible();
  await workspace.account();
  await workspace.signInByForm();
  await expect(welcome(page)).toBeVisible();
  const other = await context.browser()?.newContext({ baseURL: new URL(page.url()).origin });
  if (!other) throw new Error("There is no browser.");
  const tab = await other.newPage();
  await workspace.keepSession(tab);
  await tab.goto("/#/tradmin");
  await expect(tab.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect(tab.getByLabel("Email", { exact: true })).toBeVisible();
  await other.close();
});

test("the owner's tokens stored as the workspace's open nothing", async ({ page, site, watch }) => {
  // The screen may or may not request its data before it is removed.
  watch.tolerate(/^answer: 40[13]|^console error: Failed to load resource/);
  const session = await signIn(site, owner);
  await page.addInitScript(
    ([key, value]) => {
      if (sessionStorage.getItem("given")) return;
      sessionStorage.setItem("given", "yes");
      localStorage.setItem(key, value);
    },
    [KEY, JSON.stringify(session)] as const,
  );
  await page.goto("/#/workspace/notes");
  await expect(login(page)).toBeVisible();
  expect(await kept(page)).toBeNull();
});

test("a forced logout shows the login within seconds; signing in restores the typed text", async ({
  workspace,
  page,
  site,
}) => {
  await page.clock.install();
  await workspace.open("/workspace/tasks?add=");
  const title = page.getByRole("dialog").getByLabel("Title");
  await title.fill("Half a thought");
  const temporary = await forceLogout(site);
  await page.clock.runFor(5_000);
  await expect(login(page)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: ENDED })).toBeVisible();
  expect(await kept(page)).toBeNull();
  await page.clock.resume();
  await workspace.signInByForm(workspaceUser.username, temporary);
  await expect(workspace.sidebar).toBeVisible();
  await expect(page).toHaveURL((url) => url.hash === "#/workspace/tasks?add=");
  await expect(title).toHaveValue("Half a thought");
  await expect
    .poll(async () => (await activity(site)).map(({ event_type }) => event_type))
    .toEqual(["logout_forced", "login"]);
  await createAccount(site, "workspace", workspaceUser);
});

test("after a forced logout the very next request is refused", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^answer: 401/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.route("**/functions/v1/fetch-notion-notes", (route) =>
    route.fulfill({ json: { notes: [] } }),
  );
  await workspace.open("/workspace/notion");
  await expect(page.getByRole("heading", { name: "No Notes Found" })).toBeVisible();
  await page.unroute("**/functions/v1/fetch-notion-notes");
  await forceLogout(site);
  await page.getByRole("button", { name: "Refresh Notes" }).click();
  await expect(login(page)).toBeVisible();
  await createAccount(site, "workspace", workspaceUser);
});

async function activity(site: BuiltSite) {
  return [
    ...(await site.sql<{ event_type: string }[]>`
      select user_id, event_type, device_info, ip_address from workspace_activity_logs
      order by created_at`),
  ].map((row) => ({ ...row }));
}

async function sessionsOf(site: BuiltSite, userId: string): Promise<number> {
  const rows = await site.sql`select from auth.sessions where user_id = ${userId}`;
  return rows.length;
}
