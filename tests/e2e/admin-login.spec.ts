import { expect, type Page } from "@playwright/test";
import { type BuiltSite, owner } from "../support/built-site.ts";
import { createAccount } from "../support/pages/accounts.ts";
import { AdminPanel } from "../support/pages/admin-panel.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "admin-access" });

const UNKNOWN = "An unknown error occurred.";
const SIGN_IN = "**/auth/v1/token?grant_type=password";

const keptSession = (page: Page) => page.evaluate(() => localStorage.getItem("foyer-admin"));
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("the keyboard alone signs in, with one request, and the owner stays signed in", async ({
  page,
  admin,
}) => {
  const sent: string[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(SIGN_IN, async (route) => {
    sent.push(route.request().url());
    await held;
    await route.continue();
  });
  await page.goto("/#/tradmin/login");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(owner.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(owner.password);
  await page.getByLabel("Password").evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit();
    input.form?.requestSubmit();
  });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
  answer();
  await expect(heading(page, "Dashboard")).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(new URL(page.url()).hash).toBe("#/tradmin");
  await page.reload();
  await expect(heading(page, "Dashboard")).toBeVisible();
  const second = await page.context().newPage();
  await second.goto("/#/tradmin/login");
  await expect(heading(second, "Dashboard")).toBeVisible();
  await expect(admin.sidebar).toBeVisible();
});

test("a browser that has signed in before is let in while its address is blocked", async ({
  page,
  admin,
  site,
  browser,
  extraHTTPHeaders,
}) => {
  await page.goto("/#/tradmin/login");
  await admin.signInByForm(owner);
  await expect(heading(page, "Dashboard")).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).toBe("");
  await page.evaluate(() => localStorage.clear());
  const stranger = await browser.newPage({
    baseURL: site.origin,
    ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}),
  });
  const other = new AdminPanel(stranger, site);
  await stranger.goto("/#/tradmin/login");
  for (let n = 1; n <= 9; n++) {
    await other.signInByForm({ ...owner, password: "wrong" });
    await expect(stranger.getByRole("alert")).toHaveText("Invalid login credentials");
    await expect(stranger.getByRole("button", { name: "Sign In" })).toBeEnabled();
  }
  await other.signInByForm(owner);
  await expect(stranger.getByRole("alert")).toContainText("Too many attempts to sign in.");
  await stranger.close();
  await page.reload();
  await admin.signInByForm(owner);
  await expect(heading(page, "Dashboard")).toBeVisible();
});

test("every failure is shown, keeps the typed text, and the next attempt succeeds", async ({
  page,
  admin,
  watch,
}) => {
  watch.expectProblem(/^console error: (Failed to load resource|TypeError: Failed to fetch)/);
  await page.goto("/#/tradmin/login");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
    "Please enter your email address.",
  );
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(
    "Please enter your password.",
  );
  await expect(page.getByLabel("Email")).toBeFocused();

  watch.expectProblem(/^answer: 400/);
  await admin.signInByForm({ ...owner, password: "not this one" });
  await expect(page.getByRole("alert")).toHaveText("Invalid login credentials");
  await expect(page.getByLabel("Email")).toHaveValue(owner.email);
  await expect(page.getByLabel("Password")).toBeFocused();
  expect(await keptSession(page)).toBeNull();

  for (const [status, body, text] of [
    [
      429,
      '{"code":429,"error_code":"over_request_rate_limit","msg":"Please wait."}',
      "Please wait.",
    ],
    [500, "<h1>Oops</h1>", UNKNOWN],
    [422, '{"msg":"Sign-ins are paused."}', "Sign-ins are paused."],
    [418, "<h1>Oops</h1>", UNKNOWN],
  ] as const) {
    watch.expectProblem(new RegExp(`^answer: ${status}`));
    await page.route(SIGN_IN, (route) => route.fulfill({ status, body }), { times: 1 });
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("alert")).toHaveText(text);
    await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
  }

  watch.expectProblem(/^failed: POST .*token/);
  await page.route(SIGN_IN, (route) => route.abort(), { times: 1 });
  await admin.signInByForm();
  await expect(page.getByRole("alert")).toHaveText(
    "The server could not be reached. Check your connection and try again.",
  );
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(admin.sidebar).toBeVisible();
});

test("the tenth wrong password in a row is told to wait", async ({ page, admin, watch }) => {
  watch.expectProblem(/^answer: 400/);
  watch.expectProblem(/^answer: 429/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.goto("/#/tradmin/login");
  for (let attempt = 0; attempt < 10; attempt++) {
    const answered = page.waitForResponse(SIGN_IN);
    await admin.signInByForm({ email: "guessed@example.com", password: `guess ${attempt}` });
    await answered;
    await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
  }
  await expect(page.getByRole("alert")).toHaveText(
    "Too many attempts to sign in. Please wait a few minutes and try again.",
  );
});

test("everyone but the owner is told so and gets no access", async ({ page, admin, site }) => {
  await page.goto("/#/tradmin/messages");
  for (const role of ["workspace", null] as const) {
    const account = await createAccount(site, role);
    const dropped = page.waitForResponse(/\/auth\/v1\/logout/);
    await admin.signInByForm(account);
    await dropped;
    await expect(page.getByRole("alert")).toHaveText(
      "This account is not the owner's and has no access here.",
    );
    await expect(admin.sidebar).toHaveCount(0);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect(await countSessions(site, account.id)).toBe(0);
  }
});

test("every URL leads to the login without showing anything, and back after signing in", async ({
  page,
  admin,
}) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector("#app nav, #app #main")) sessionStorage.setItem("flash", "seen");
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of [
    "",
    "/messages",
    "/portfolio/info",
    "/portfolio/experience",
    "/portfolio/education",
    "/portfolio/skills",
    "/workspace",
    "/portfolio/projects?add=",
  ]) {
    await page.goto("about:blank");
    await page.goto(`/#/tradmin${path}`);
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    expect(new URL(page.url()).hash).toBe("#/tradmin/login");
    expect(await page.evaluate(() => sessionStorage.getItem("flash")), path).toBeNull();
  }
  await page.reload();
  await admin.signInByForm();
  await expect(page.getByRole("dialog", { name: "Add Project" })).toBeVisible();
  await expect(page).toHaveURL((url) => url.hash === "#/tradmin/portfolio/projects?add=");
});

test("Back to Profile and unknown URLs lead to the public page", async ({ page }) => {
  await page.goto("/#/tradmin/login");
  await page.getByRole("link", { name: "Back to Profile" }).click();
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
  await page.goto("/#/tradmin/nothing-here");
  await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
});

async function countSessions(site: BuiltSite, userId: string): Promise<number> {
  const rows = await site.sql`select from auth.sessions where user_id = ${userId}`;
  return rows.length;
}
