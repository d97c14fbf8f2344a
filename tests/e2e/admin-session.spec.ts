import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type BuiltSite, owner } from "../support/built-site.ts";
import { createAccount, removeWorkspaceUser } from "../support/pages/accounts.ts";
import { AdminPanel, signIn } from "../support/pages/admin-panel.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "admin-access" });

const KEY = "foyer-admin";
const OTHER_KEY = "foyer-workspace";
const ENDED = "Your session has ended. Sign in to continue where you left off.";

const login = (page: Page) => page.getByRole("button", { name: "Sign In" });
const kept = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

test("an expired access token is refreshed automatically, once for all tabs", async ({
  context,
  site,
}) => {
  await removeWorkspaceUser(site);
  const before = await signIn(site, owner);
  await keep(context, { [KEY]: { ...before, expires_at: 1 } });
  const pages = await Promise.all(Array.from({ length: 3 }, () => context.newPage()));
  await Promise.all(pages.map((page) => page.goto("/#/tradmin/workspace")));
  for (const page of pages) {
    await expect(page.getByRole("heading", { name: "Create the workspace user" })).toBeVisible({
      timeout: 30_000,
    });
  }
  const [first] = pages;
  const now = JSON.parse((first && (await kept(first))) ?? "null");
  expect(now.refresh_token).not.toBe(before.refresh_token);
  expect(now.expires_at * 1000).toBeGreaterThan(Date.now());
  expect(await countSessions(site)).toBeGreaterThan(0);
});

test("a clock that is slow does not end the session", async ({ admin, page, watch }) => {
  watch.expectProblem(/^answer: 401/);
  watch.expectProblem(/^console error: Failed to load resource/);
  let refusals = 1;
  await page.route("**/rpc/own_role", (route) =>
    refusals-- > 0
      ? route.fulfill({ status: 401, json: { code: "PGRST303", message: "JWT expired" } })
      : route.fallback(),
  );
  const refreshed = page.waitForResponse("**/token?grant_type=refresh_token");
  await admin.open("/tradmin/workspace");
  expect((await refreshed).status()).toBe(200);
  await expect(page.getByRole("heading", { name: "Workspace Management" })).toBeVisible();
});

test("logging out ends the session in every tab and leads to the public page", async ({
  admin,
  page,
  context,
  site,
}) => {
  const workspace = await createAccount(site, "workspace");
  const other = JSON.stringify(await signIn(site, workspace));
  await admin.open("/tradmin/workspace");
  const sessions = await countSessions(site);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    OTHER_KEY,
    other,
  ] as const);
  const second = await context.newPage();
  await second.goto("/#/tradmin/portfolio/skills");
  await expect(second.getByRole("heading", { name: "Manage Skills" })).toBeVisible();
  await page.getByRole("button", { name: "Logout", exact: true }).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
  await expect(login(second)).toBeVisible();
  await expect(second.getByRole("status").filter({ hasText: ENDED })).toBeVisible();
  expect(await kept(page)).toBeNull();
  expect(await countSessions(site)).toBe(sessions - 1);
  // The other area's session is unaffected.
  expect(await page.evaluate((key) => localStorage.getItem(key), OTHER_KEY)).toBe(other);
  await page.goBack();
  await expect(login(page)).toBeVisible();
});

test("logging out without a network removes the tokens anyway", async ({ admin, page, watch }) => {
  watch.expectProblem(/^failed: POST .*logout/);
  watch.expectProblem(/^console error: (Failed to load resource|TypeError)/);
  await admin.open("/tradmin/workspace");
  await page.route("**/auth/v1/logout**", (route) => route.abort());
  await page.getByRole("button", { name: "Logout", exact: true }).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  expect(await kept(page)).toBeNull();
});

test("logging out does not wait for a hanging backend", async ({ admin, page }) => {
  await admin.open("/tradmin/workspace");
  await page.route("**/auth/v1/logout**", () => {});
  await page.getByRole("button", { name: "Logout", exact: true }).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  expect(await kept(page)).toBeNull();
});

test("cleared tokens end the session in all other tabs", async ({ admin, page, context }) => {
  await admin.open("/tradmin/workspace");
  await expect(admin.sidebar).toBeVisible();
  const second = await context.newPage();
  await second.goto("/");
  await second.evaluate(() => localStorage.clear());
  await expect(login(page)).toBeVisible();
});

test("a revoked session leads to the login automatically, and the typed text is restored after it", async ({
  admin,
  page,
  site,
}) => {
  await createAccount(site, "workspace", { email: "kept@example.com", username: "kept" });
  await page.clock.install();
  await admin.open("/tradmin/workspace");
  await page.getByLabel("Username").fill("typed before");
  await page.getByRole("textbox", { name: "Password", exact: true }).fill("never to be kept");
  await site.sql`delete from auth.sessions`;
  await page.clock.runFor(30_000);
  await expect(login(page)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: ENDED })).toBeVisible();
  expect(await kept(page)).toBeNull();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
    "never to",
  );
  await page.clock.resume();
  await admin.signInByForm();
  await expect(page.getByLabel("Username")).toHaveValue("typed before");
  await expect(page.getByLabel("Email")).toHaveValue("kept@example.com");
  await expect(page.getByRole("textbox", { name: "Password", exact: true })).toHaveValue("");
  await expect(page.getByText("Your unsaved changes have been restored. Passwords")).toBeVisible();
});

test("a revoked session leads to the login with the next failing call", async ({
  admin,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^answer: 401/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await createAccount(site, "workspace");
  // The next call must be the first to detect it.
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

test("a stored session that ended long ago leads to the login and back", async ({
  context,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^answer: 400/);
  watch.expectProblem(/^console error: Failed to load resource/);
  const session = await signIn(site, owner);
  await site.sql`delete from auth.sessions`;
  await keep(context, { [KEY]: { ...session, expires_at: 1 } });
  await page.goto("/#/tradmin/workspace");
  await expect(login(page)).toBeVisible();
  expect(await kept(page)).toBeNull();
  await new AdminPanel(page, site).signInByForm();
  await expect(page.getByRole("heading", { name: "Workspace Management" })).toBeVisible();
});

test("another role's session stored as the owner's opens nothing", async ({
  context,
  page,
  site,
  watch,
}) => {
  // The screen may or may not request its data before it is removed.
  watch.tolerate(/^answer: 403|^console error: Failed to load resource/);
  const workspace = await createAccount(site, "workspace");
  await keep(context, { [KEY]: await signIn(site, workspace) });
  await page.goto("/#/tradmin/messages");
  await expect(login(page)).toBeVisible();
  await expect(page.getByText("This account is not the owner's")).toBeVisible();
  expect(await kept(page)).toBeNull();
});

test("a session that cannot be refreshed right now is kept, and no call is sent as anonymous", async ({
  context,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^answer: 503/);
  watch.expectProblem(/^console error/);
  const keys: (string | null)[] = [];
  page.on("request", async (request) => {
    if (!request.url().includes("/rest/v1/")) return;
    keys.push(await request.headerValue("authorization"));
  });
  await keep(context, { [KEY]: { ...(await signIn(site, owner)), expires_at: 1 } });
  let down = true;
  await page.route("**/token?grant_type=refresh_token", (route) =>
    down ? route.fulfill({ status: 503, body: "" }) : route.fallback(),
  );
  await page.clock.install();
  await page.goto("/#/tradmin/workspace");
  await expect(page.getByRole("heading", { name: "Workspace Management" })).toBeVisible();
  await page.clock.runFor(60_000);
  expect(await kept(page)).not.toBeNull();
  down = false;
  await page.clock.runFor(90_000);
  await expect(page.getByLabel("Email")).toBeVisible();
  const { publishableKey } = await site.secrets();
  expect(keys).not.toContain(`Bearer ${publishableKey}`);
});

test("a browser that forbids storage keeps the session for the lifetime of the page", async ({
  page,
  site,
}) => {
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
  await expect(page.getByLabel("Email")).toBeVisible();
  await page.getByLabel("Email").fill("typed@example.com");
  await page.getByLabel("Email").fill("");
  await admin.sidebar.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await page.getByRole("button", { name: "Logout", exact: true }).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  await page.goto("/#/tradmin");
  await expect(login(page)).toBeVisible();
});

test("full storage does not prevent signing in", async ({ page, admin }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  });
  await page.goto("/#/tradmin/workspace");
  await admin.signInByForm();
  await expect(page.getByRole("heading", { name: "Workspace Management" })).toBeVisible();
});

/** Stores these sessions in the browser before any page of the context reads them. */
async function keep(context: BrowserContext, sessions: Record<string, object>): Promise<void> {
  await context.addInitScript((entries) => {
    if (location.protocol === "about:") return;
    // Only once: the next page must not undo a later logout or refresh.
    if (localStorage.getItem("session-given")) return;
    localStorage.setItem("session-given", "yes");
    for (const [key, session] of Object.entries(entries)) {
      localStorage.setItem(key, JSON.stringify(session));
    }
  }, sessions);
}

async function countSessions(site: BuiltSite): Promise<number> {
  const rows = await site.sql`select from auth.sessions join private.members using (user_id)
    where role = 'admin'`;
  return rows.length;
}
