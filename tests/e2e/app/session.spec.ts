import { type BrowserContext, expect, type Page } from "@playwright/test";
import { createAccount, forceLogout, removeWorkspaceUser } from "../../support/pages/accounts.ts";
import { AdminPanel } from "../../support/pages/admin-panel.ts";
import { areas, LoginForm } from "../../support/pages/areas.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { signIn } from "../../support/pages/sessions.ts";
import { workspaceUser } from "../../support/pages/workspace-page.ts";
import { type BuiltSite, owner } from "../../support/sites/built-site.ts";
import { soakOnly, test } from "../fixtures.ts";

test.use({ siteName: "access" });

const ENDED = "Your session has ended. Sign in to continue where you left off.";
const LOGGED_OUT =
  "The owner signed you out on all devices and replaced your password. Ask them for the temporary one.";
const [adminArea, workspaceArea] = areas as [(typeof areas)[0], (typeof areas)[0]];

const login = (page: Page) => page.getByRole("button", { name: "Sign In" });
const ended = (page: Page) => page.getByRole("status").filter({ hasText: ENDED });
const publicPage = (page: Page) => page.getByRole("link", { name: "View My Work" });
const logout = (page: Page) => page.getByRole("button", { name: "Logout", exact: true });
const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

test.beforeEach(async ({ site, workspace }) => {
  await site.sql`truncate workspace_activity_logs, gateway.rate_limits`;
  await site.sql`delete from auth.sessions`;
  await workspace.account();
});

for (const [area, other] of [
  [adminArea, workspaceArea],
  [workspaceArea, adminArea],
] as const) {
  test.describe(`a session of the ${area.area} area`, () => {
    test(
      "a session ends in every tab on logout, and leaves the other area's session alone",
      soakOnly(area.area === "admin"),
      async ({ admin, workspace, page, context, site, watch }) => {
        // The second tab may still be reading when the session ends.
        watch.tolerate(/^answer: 40[13]|^console error: Failed to load resource/);
        await admin.keepSession();
        await workspace.keepSession();
        await page.goto(`/#${area.path}`);
        await expect(new LoginForm(page, area).home).toBeVisible();
        const second = await context.newPage();
        await second.goto(`/#${area.path}`);
        await expect(new LoginForm(second, area).home).toBeVisible();
        await logout(page).click();
        await expect(publicPage(page)).toBeVisible();
        expect(new URL(page.url()).pathname).toBe("/");
        await expect(login(second)).toBeVisible();
        await expect(ended(second)).toBeVisible();
        expect(await stored(page, area.key)).toBeNull();
        await expect.poll(() => rolesSignedIn(site)).toEqual([other.area]);
        await page.goBack();
        await expect(login(page)).toBeVisible();
        await page.goto(`/#${other.path}`);
        await expect(new LoginForm(page, other).home).toBeVisible();
      },
    );

    test(
      "a session opens nothing when it belongs to somebody else",
      soakOnly(area.area === "workspace"),
      async ({ context, page, site, watch }) => {
        // The screen may or may not request its data before it is removed.
        watch.tolerate(/^answer: 40[13]|^console error: Failed to load resource/);
        const stranger = area === adminArea ? workspaceUser : owner;
        await keep(context, { [area.key]: await signIn(site, stranger) });
        await page.goto(`/#${area.path}`);
        await expect(login(page)).toBeVisible();
        expect(await stored(page, area.key)).toBeNull();
      },
    );

    test(
      "a session ends on logout without waiting for a hanging backend",
      soakOnly(area.area === "workspace"),
      async ({ admin, workspace, page }) => {
        await (area === adminArea ? admin : workspace).open(`${area.path}/account`);
        await page.route(/workspace_activity_logs|auth\/v1\/logout/, () => {});
        await logout(page).click();
        await expect(publicPage(page)).toBeVisible();
        expect(await stored(page, area.key)).toBeNull();
      },
    );
  });
}

test("a logout cancels reads that the ended session would be refused", async ({ admin, page }) => {
  const [status, logoutCall] = [holdRequests(), holdRequests()];
  await page.route("**/backup/v1/status", status.route);
  await page.route("**/auth/v1/logout**", logoutCall.route);
  const canceled = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/backup/v1/status"),
  );
  const ended = page.waitForResponse("**/auth/v1/logout**");
  await admin.open("/tradmin");
  await expect.poll(status.count).toBeGreaterThan(0);
  await logout(page).click();
  await canceled;
  logoutCall.release();
  // Leaving the page would cancel both.
  expect((await ended).ok()).toBe(true);
  await expect(publicPage(page)).toBeVisible();
});

test("an expired access token is refreshed automatically, once for all tabs", async ({
  context,
  site,
}) => {
  await removeWorkspaceUser(site);
  const before = await signIn(site, owner);
  await keep(context, { [adminArea.key]: { ...before, expires_at: 1 } });
  const pages = await Promise.all(Array.from({ length: 3 }, () => context.newPage()));
  await Promise.all(pages.map((page) => page.goto("/#/tradmin/workspace")));
  for (const page of pages) {
    await expect(page.getByRole("heading", { name: "Create the workspace user" })).toBeVisible();
  }
  const [first] = pages;
  const now = JSON.parse((first && (await stored(first, adminArea.key))) ?? "null");
  expect(now.refresh_token).not.toBe(before.refresh_token);
  expect(now.expires_at).toBeGreaterThan(1);
  expect(await rolesSignedIn(site)).toEqual(["admin"]);
});

for (const area of areas) {
  test(`a clock that is a day wrong requests as many tokens as a correct one in the ${area.area} area`, async ({
    browser,
    site,
  }) => {
    const asked = async (hours: number) => {
      const context = await browser.newContext({ baseURL: site.origin });
      const page = await context.newPage();
      await page.clock.install({ time: Date.now() + hours * 60 * 60 * 1000 });
      const paths: string[] = [];
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname.startsWith("/auth/v1/token"))
          paths.push(String(searchParams.get("grant_type")));
      });
      // The dashboard of the panel would render the public page, too.
      await page.goto(`/#${area.path}/account`);
      const account = page.getByRole("heading", { level: 1, name: "Account" });
      await new LoginForm(page, area).signIn();
      await expect(account).toBeVisible();
      await page.clock.runFor(44_000);
      await page.reload();
      await expect(account).toBeVisible();
      await page.clock.runFor(44_000);
      const { length } = paths;
      // The token is renewed once, before it expires.
      await page.clock.fastForward("58:00");
      await expect.poll(() => paths.length).toBe(length + 1);
      await page.clock.runFor(44_000);
      await context.close();
      return paths;
    };
    const right = await asked(0);
    expect(await asked(24)).toEqual(right);
    expect(await asked(-24)).toEqual(right);
  });
}

test("an expired session leads to the login automatically, and typed text is restored after signing in", async ({
  admin,
  page,
  site,
  watch,
}) => {
  // Advancing the clock may exceed the time limit of a connection that is being opened.
  watch.tolerate(/WebSocket is closed before the connection/);
  await page.clock.install();
  await admin.open("/tradmin/workspace");
  await page.getByLabel("Username").fill("typed before");
  await page.getByRole("textbox", { name: "Password", exact: true }).fill("never to be kept");
  await site.sql`update auth.sessions set created_at = now() - interval '181 days'`;
  await page.clock.runFor(30_000);
  await expect(login(page)).toBeVisible();
  await expect(ended(page)).toBeVisible();
  expect(await stored(page, adminArea.key)).toBeNull();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
    "never to",
  );
  await page.clock.resume();
  await admin.signInByForm();
  await expect(page.getByLabel("Username")).toHaveValue("typed before");
  await expect(page.getByLabel("Email")).toHaveValue(workspaceUser.email);
  await expect(page.getByRole("textbox", { name: "Password", exact: true })).toHaveValue("");
  await expect(page.getByText("Your unsaved changes have been restored. Passwords")).toBeVisible();
});

test("a revoked session leads to the login with the next failing call", { tag: "@long" }, async ({
  admin,
  page,
  site,
  watch,
}) => {
  watch.expectStatus(401);
  // The next call must be the first to detect the end of the session.
  const verified = page.waitForResponse(/rpc\/own_role/);
  await admin.open("/tradmin/workspace");
  await page.getByLabel("Username").fill("newname");
  await verified;
  await site.sql`delete from auth.sessions`;
  await page.getByRole("button", { name: "Update User" }).click();
  await expect(login(page)).toBeVisible();
  await admin.signInByForm();
  await expect(page.getByLabel("Username")).toHaveValue("newname");
});

test("a stored session that was unused for 700 days leads to the login and back", {
  tag: "@long",
}, async ({ admin, context, page, site, watch }) => {
  watch.expectStatus(400);
  const session = await signIn(site, owner);
  await site.sql`update auth.sessions set created_at = now() - interval '800 days',
    refreshed_at = now() - interval '700 days'`;
  await keep(context, { [adminArea.key]: { ...session, expires_at: 1 } });
  await page.goto("/#/tradmin/workspace");
  await expect(login(page)).toBeVisible();
  expect(await stored(page, adminArea.key)).toBeNull();
  await admin.signInByForm();
  await expect(page.getByRole("heading", { name: "Workspace Management" })).toBeVisible();
});

test("a session that cannot be refreshed right now is kept, and no call is sent as anonymous", async ({
  context,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^answer: 503/);
  watch.expectProblem(/^console error/);
  // Advancing the clock may exceed the time limit of a connection that is being opened.
  watch.tolerate(/WebSocket is closed before the connection/);
  const authorizations: (string | null)[] = [];
  page.on("request", (request) => {
    if (!request.url().includes("/rest/v1/")) return;
    authorizations.push(request.headers().authorization ?? null);
  });
  await keep(context, { [adminArea.key]: { ...(await signIn(site, owner)), expires_at: 1 } });
  let down = true;
  await page.route("**/token?grant_type=refresh_token", (route) =>
    down ? route.fulfill({ status: 503, body: "" }) : route.fallback(),
  );
  await page.clock.install();
  await page.goto("/#/tradmin/workspace");
  await expect(page.getByRole("heading", { name: "Workspace Management" })).toBeVisible();
  await page.clock.runFor(60_000);
  expect(await stored(page, adminArea.key)).not.toBeNull();
  down = false;
  // The form is only read with refreshed tokens.
  await expect(async () => {
    await page.clock.runFor(30_000);
    await expect(page.getByRole("main").getByLabel("Email")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const { publishableKey } = await site.secrets();
  expect(authorizations).not.toContain(`Bearer ${publishableKey}`);
});

test("a browser that forbids storage keeps the session for the lifetime of the page", {
  tag: "@long",
}, async ({ page, site }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
  });
  const admin = new AdminPanel(page, site);
  await page.goto("/#/tradmin/workspace");
  await admin.signInByForm();
  await page.getByLabel("Email").fill("typed@example.com");
  await page.getByLabel("Email").fill(workspaceUser.email);
  await admin.sidebar.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await logout(page).click();
  await expect(publicPage(page)).toBeVisible();
  await page.goto("/#/tradmin");
  await expect(login(page)).toBeVisible();
});

test("login and logout are logged with the device and without an address", async ({
  page,
  site,
}) => {
  const form = new LoginForm(page, workspaceArea);
  await form.open();
  const recorded = page.waitForResponse("**/rest/v1/workspace_activity_logs**");
  await form.signIn();
  await expect(form.home).toBeVisible();
  expect((await recorded).status()).toBe(201);
  await page.reload();
  await expect(form.home).toBeVisible();
  await logout(page).click();
  await expect(publicPage(page)).toBeVisible();
  const device_info = await page.evaluate(() => navigator.userAgent);
  expect(await activity(site)).toEqual([
    { device_info, ip_address: null, event_type: "login" },
    { device_info, ip_address: null, event_type: "logout" },
  ]);
});

test("a login whose log entry fails is not delayed", { tag: "@long" }, async ({ page, watch }) => {
  watch.expectProblem(/^answer: 500/);
  watch.expectProblem(/^console error: (Failed to load|The activity could not be recorded)/);
  await page.route("**/rest/v1/workspace_activity_logs**", failRequests("no"));
  const form = new LoginForm(page, workspaceArea);
  await form.open();
  await form.signIn();
  await expect(form.home).toBeVisible();
  await logout(page).click();
  await expect(publicPage(page)).toBeVisible();
  expect(await stored(page, workspaceArea.key)).toBeNull();
});

test("a forced logout shows the login and its reason within five seconds, and signing in restores the typed text", async ({
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
  await expect(page.getByRole("status").filter({ hasText: LOGGED_OUT })).toHaveCount(1);
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

/** Stores these sessions in the browser before any page of the context reads them. */
async function keep(context: BrowserContext, sessions: Record<string, object>): Promise<void> {
  await context.addInitScript((entries) => {
    if (location.protocol === "about:") return;
    // The session is given only once: the next page must not undo a later logout or refresh.
    if (localStorage.getItem("session-given")) return;
    localStorage.setItem("session-given", "yes");
    for (const [key, session] of Object.entries(entries)) {
      localStorage.setItem(key, JSON.stringify(session));
    }
  }, sessions);
}

async function activity(site: BuiltSite) {
  const rows = await site.sql<{ event_type: string }[]>`
    select event_type, device_info, ip_address from workspace_activity_logs order by created_at`;
  return rows.map((row) => ({ ...row }));
}

/** The roles of all open sessions, one entry per session. */
async function rolesSignedIn(site: BuiltSite): Promise<string[]> {
  const rows = await site.sql<{ role: string }[]>`
    select role from auth.sessions join private.members using (user_id) order by role`;
  return rows.map(({ role }) => role);
}

test("another screen opened while the session ends leads to the login, too", async ({
  workspace,
  page,
}) => {
  await workspace.open();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome");
  await page.evaluate(async () => {
    localStorage.clear();
    dispatchEvent(new StorageEvent("storage", { key: null, newValue: null }));
    await new Promise((resolve) => setTimeout(resolve));
    location.hash = "#/workspace/tasks";
  });
  await expect(page.getByRole("heading", { name: "Workspace Login" })).toBeVisible();
});
