import { expect, type Page } from "@playwright/test";
import { type BuiltSite, owner } from "../support/built-site.ts";
import { createAccount } from "../support/pages/accounts.ts";
import { WorkspacePanel, workspaceUser } from "../support/pages/workspace-page.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "workspace-login" });

const REFUSED = "Invalid username or password.";
const FUNCTION = "**/functions/v1/workspace-sign-in";

const kept = (page: Page) => page.evaluate(() => localStorage.getItem("foyer-workspace"));
const welcome = (page: Page) =>
  page.getByRole("heading", { level: 1, name: "Welcome back, Ines!" });

test.beforeEach(async ({ workspace, site }) => {
  await workspace.account();
  await site.sql`truncate gateway.rate_limits`;
});

test("username and email sign in, in any case; the browser never receives the email", async ({
  workspace,
  page,
}) => {
  const said: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/functions/")) said.push(await response.text());
  });
  await page.goto("/#/workspace/login");
  await expect(page.getByRole("heading", { level: 1, name: "Workspace Login" })).toBeVisible();
  await expect(page).toHaveTitle("Workspace Login");
  await workspace.signInByForm(` ${workspaceUser.username.toUpperCase()} `);
  await expect(welcome(page)).toBeVisible();
  expect(new URL(page.url()).hash).toBe("#/workspace");
  expect(said).toHaveLength(1);
  expect(Object.keys(JSON.parse(said[0] ?? "{}")).sort()).toEqual([
    "access_token",
    "refresh_token",
  ]);
  await page.reload();
  await expect(welcome(page)).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await workspace.signInByForm(workspaceUser.email);
  await expect(welcome(page)).toBeVisible();
});

test("every wrong name and password gets the same words and stores nothing", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^answer: 400/);
  watch.expectProblem(/^console error: Failed to load resource/);
  const stranger = await createAccount(site, null);
  await page.goto("/#/workspace/login");
  for (const [name, password] of [
    [workspaceUser.username, "a wrong password"],
    ["nobody", workspaceUser.password],
    ["nobody@example.com", workspaceUser.password],
    [owner.email, owner.password],
    [stranger.email, stranger.password],
  ] as const) {
    const answered = page.waitForResponse(FUNCTION);
    await workspace.signInByForm(name, password);
    await answered;
    await expect(page.getByRole("alert")).toHaveText(REFUSED);
    await expect(page.getByLabel("Email or Username")).toHaveValue(name);
    await expect(page.getByLabel("Password")).toBeFocused();
  }
  expect(await kept(page)).toBeNull();
  expect(await countSessions(site, stranger.id)).toBe(0);
  expect(await countSessions(site, (await ownerId(site)) ?? "")).toBe(0);
});

test("too many attempts are refused in the same words, with a hint to wait", async ({
  workspace,
  page,
  watch,
}) => {
  watch.expectProblem(/^answer: 400/);
  watch.expectProblem(/^answer: 429/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.goto("/#/workspace/login");
  for (let attempt = 1; attempt <= 10; attempt++) {
    const answered = page.waitForResponse(FUNCTION);
    await workspace.signInByForm("nobody", "wrong");
    await answered;
    await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
  }
  await expect(page.getByRole("alert")).toHaveText(REFUSED);
  await expect(page.getByText("Too many attempts.")).toBeVisible();
});

test("a browser that has signed in before is let in while its address is blocked", async ({
  workspace,
  page,
  site,
  browser,
  extraHTTPHeaders,
}) => {
  await page.goto("/#/workspace/login");
  await workspace.signInByForm();
  await expect(welcome(page)).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  const stranger = await browser.newPage({
    baseURL: site.origin,
    ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}),
  });
  const other = new WorkspacePanel(stranger, site);
  await stranger.goto("/#/workspace/login");
  for (let attempt = 1; attempt <= 10; attempt++) {
    const answered = stranger.waitForResponse(FUNCTION);
    await other.signInByForm(`nobody ${attempt}`, "wrong");
    expect((await answered).status()).toBe(attempt <= 9 ? 400 : 429);
    await expect(stranger.getByRole("button", { name: "Sign In" })).toBeEnabled();
  }
  await stranger.close();
  await page.reload();
  await workspace.signInByForm();
  await expect(welcome(page)).toBeVisible();
});

test("every failure shows the same text and a specific hint, and the next attempt succeeds", async ({
  workspace,
  page,
  watch,
}) => {
  watch.expectProblem(/^console error: Failed to load resource/);
  watch.expectProblem(/^failed: POST .*workspace-sign-in/);
  await page.goto("/#/workspace/login");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Please enter your email or username.")).toBeVisible();
  await expect(page.getByText("Please enter your password.")).toBeVisible();
  await expect(page.getByLabel("Email or Username")).toBeFocused();

  await page.route(FUNCTION, (route) => route.abort(), { times: 1 });
  await workspace.signInByForm();
  await expect(page.getByRole("alert")).toHaveText(REFUSED);
  await expect(page.getByText("The site could not be reached.")).toBeVisible();
  watch.expectProblem(/^answer: 500/);
  for (const answer of [
    { status: 500, json: { error: "Internal server error" } },
    { status: 200, json: {} },
    { status: 200, body: "<html>", contentType: "text/html" },
  ]) {
    await page.route(FUNCTION, (route) => route.fulfill(answer), { times: 1 });
    const answered = page.waitForResponse(FUNCTION);
    await page.getByRole("button", { name: "Sign In" }).click();
    await answered;
    await expect(page.getByRole("alert")).toHaveText(REFUSED);
    await expect(page.getByText("The server has a problem.")).toBeVisible();
  }
  expect(await kept(page)).toBeNull();
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(welcome(page)).toBeVisible();
});

test("the keyboard alone signs in, with one request, and the button shows progress", async ({
  workspace,
  page,
}) => {
  const sent: string[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(FUNCTION, async (route) => {
    sent.push(route.request().postData() ?? "");
    await held;
    await route.continue();
  });
  await page.goto("/#/workspace/login");
  await expect(page.getByLabel("Email or Username")).toBeFocused();
  await page.keyboard.type(workspaceUser.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(workspaceUser.password);
  await page.getByLabel("Password").evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit();
    input.form?.requestSubmit();
  });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
  answer();
  await expect(workspace.sidebar).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("no screen of the workspace is shown without signing in", async ({ page }) => {
  for (const path of ["", "/notes", "/tasks", "/files", "/notion"]) {
    await page.goto("/#/workspace/login");
    await page.goto(`/#/workspace${path}`);
    await expect(page).toHaveURL((url) => url.hash === "#/workspace/login");
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  }
});

test("the login leads back to the requested URL, without showing anything first", async ({
  page,
  workspace,
}) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector("#app nav")) sessionStorage.setItem("flash", "seen");
    }).observe(document, { childList: true, subtree: true });
  });
  await page.route("**/functions/v1/fetch-notion-notes", (route) =>
    route.fulfill({ json: { notes: [] } }),
  );
  await page.goto("/#/workspace/notion?x=1");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  expect(new URL(page.url()).hash).toBe("#/workspace/login");
  expect(await page.evaluate(() => sessionStorage.getItem("flash"))).toBeNull();
  await page.reload();
  await workspace.signInByForm();
  await expect(workspace.sidebar).toBeVisible();
  await expect(page).toHaveURL((url) => url.hash === "#/workspace/notion?x=1");
});

test("Back to Profile and unknown URLs lead to the public page", async ({ page }) => {
  await page.goto("/#/workspace/login");
  await page.getByRole("link", { name: "Back to Profile" }).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  await page.goto("/#/workspace/nothing-here");
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
});

async function countSessions(site: BuiltSite, userId: string): Promise<number> {
  const rows = await site.sql`select from auth.sessions where user_id = ${userId}`;
  return rows.length;
}

async function ownerId(site: BuiltSite): Promise<string | undefined> {
  const [row] = await site.sql<{ user_id: string }[]>`
    select user_id from private.members where role = 'admin'`;
  return row?.user_id;
}
