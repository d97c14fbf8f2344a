import { expect, type Page } from "@playwright/test";
import { createAccount, removeWorkspaceUser } from "../../support/pages/accounts.ts";
import { failRequests, tryAgain } from "../../support/pages/failed-requests.ts";
import { signIn } from "../../support/pages/sessions.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin" });

const PATH = "/tradmin/workspace";
const FUNCTION = "**/functions/v1/workspace-user";

const email = (page: Page) => page.getByLabel("Email");
const username = (page: Page) => page.getByLabel("Username");
const password = (page: Page) => page.getByRole("textbox", { name: "Password", exact: true });
const create = (page: Page) => page.getByRole("button", { name: "Create User" });
const update = (page: Page) => page.getByRole("button", { name: "Update User" });
const force = (page: Page) => page.getByRole("button", { name: "Force Global Logout" });
const log = (page: Page) => page.getByRole("list", { name: "Activity log" });

const account = { email: "back@room.example", username: "backroom", password: "long enough" };

test.beforeEach(({ site }) => removeWorkspaceUser(site));

test("the owner creates and changes the workspace user, and a blank password keeps the current one", async ({
  admin,
  page,
  site,
}) => {
  await admin.open(PATH);
  await email(page).fill(account.email);
  await username(page).fill(account.username);
  await password(page).fill(account.password);
  await create(page).click();
  await expect(page.getByText("User created.")).toBeVisible();
  await expect(update(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: "No activity yet" })).toBeVisible();
  await expect(password(page)).toHaveValue("");
  await signIn(site, account);

  await email(page).fill("new@room.example");
  await update(page).click();
  await expect(page.getByText("User updated.")).toBeVisible();
  await signIn(site, { ...account, email: "new@room.example" });

  await password(page).fill("backroom-2026");
  await update(page).click();
  await expect(password(page)).toHaveAccessibleDescription(/too easy to guess/);
  await password(page).fill("another password");
  await update(page).click();
  await expect(password(page)).toHaveValue("");
  await expect
    .poll(() => works(signIn(site, { email: "new@room.example", password: "another password" })))
    .toBe(true);
  expect(await works(signIn(site, { ...account, email: "new@room.example" }))).toBe(false);
  await page.reload();
  await expect(email(page)).toHaveValue("new@room.example");
  await expect(username(page)).toHaveValue("backroom");
});

test("missing fields are reported once, and nothing is sent", { tag: "@long" }, async ({
  admin,
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/functions/")) sent.push(request.url());
  });
  await admin.open(PATH);
  await username(page).fill("somebody");
  await create(page).click();
  await expect(page.getByText("Email and Username are required.")).toHaveCount(1);
  await expect(page.getByRole("alert")).toHaveText("Email and Username are required.");
  await expect(email(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription("Password is required for a new user.");
  await email(page).fill("a@b.example");
  await username(page).fill("  ");
  await password(page).fill("long enough");
  await create(page).click();
  await expect(page.getByRole("alert")).toHaveText("Email and Username are required.");
  await username(page).fill("some@body");
  await create(page).click();
  await expect(username(page)).toHaveAccessibleDescription(/A username has no @/);
  await email(page).fill("nobody");
  await create(page).click();
  await expect(email(page)).toHaveAccessibleDescription("This is not an email address.");
  expect(sent).toEqual([]);
});

test("a refused save shows the reason and keeps the typed text, and Enter pressed twice saves once", async ({
  admin,
  page,
  watch,
}) => {
  const sent: string[] = [];
  watch.expectProblem(/^console error: Failed to load resource/);
  await admin.open(PATH);
  await email(page).fill(account.email);
  await username(page).fill(account.username);
  await password(page).fill(account.password);
  for (const [answer, text] of [
    [{ status: 500, json: { error: "Internal server error" } }, "Could not create user."],
    [{ status: 409, json: { error: "Taken." } }, "Taken."],
    [null, "Could not create user."],
  ] as const) {
    watch.expectProblem(answer ? new RegExp(`^answer: ${answer.status}`) : /^failed: POST/);
    await page.route(FUNCTION, (route) => (answer ? route.fulfill(answer) : route.abort()), {
      times: 1,
    });
    await create(page).click();
    await expect(page.getByRole("alert")).toHaveText(text);
    await expect(email(page)).toHaveValue(account.email);
    await expect(password(page)).toHaveValue(account.password);
  }

  await password(page).fill("only nine");
  await create(page).click();
  await expect(password(page)).toHaveAccessibleDescription(
    "Password should be at least 10 characters.",
  );
  await password(page).fill(account.password);
  // The message comes from the backend.
  watch.expectProblem(/^answer: 4(00|22)/);
  await email(page).fill("owner@example.com");
  await create(page).click();
  await expect(page.getByRole("alert")).toHaveText(/already been registered/);
  await email(page).fill(account.email);

  page.on("request", (request) => {
    if (request.url().includes("/functions/")) sent.push(request.url());
  });
  await password(page).evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit();
    input.form?.requestSubmit();
  });
  await expect(page.getByText("User created.")).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("a missing user is not an error, however the backend reports it", { tag: "@long" }, async ({
  admin,
  page,
  watch,
}) => {
  watch.expectStatus(406);
  await page.route("**/rest/v1/workspace_users*", (route) =>
    route.fulfill({
      status: 406,
      json: { code: "PGRST116", message: "0 rows", details: "", hint: "" },
    }),
  );
  await admin.open(PATH);
  await expect(create(page)).toBeVisible();
  await expect(force(page)).toHaveCount(0);
});

test("failed reads are reported in place and can be retried", { tag: "@long" }, async ({
  admin,
  page,
  site,
  watch,
}) => {
  watch.expectStatus(500);
  await createAccount(site, "workspace");
  const broken = failRequests("The disk is on fire.");
  await page.route("**/rest/v1/workspace_users*", broken);
  await page.route("**/rest/v1/workspace_activity_logs*", broken);
  await admin.open(PATH);
  await expect(page.getByRole("alert")).toHaveText(/The disk is on fire\./);
  await page.unroute("**/rest/v1/workspace_users*");
  await tryAgain(page);
  await expect(update(page)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText(/The disk is on fire\./);
  await page.unroute("**/rest/v1/workspace_activity_logs*");
  await tryAgain(page);
  await expect(page.getByRole("heading", { name: "No activity yet" })).toBeVisible();
});

test("a forced logout ends the session at once and shows the password once", async ({
  admin,
  page,
  context,
  site,
}) => {
  const user = await createAccount(site, "workspace");
  const session = await signIn(site, user);
  await admin.open(PATH);
  await expect(page.getByRole("heading", { name: "No activity yet" })).toBeVisible();
  const told = takeDialogs(page);
  await force(page).click();
  await expect(log(page).getByRole("listitem")).toHaveText(/^Forced logout/);
  await expect.poll(() => told).toHaveLength(2);
  const [question, alert = ""] = told;
  expect(question).toContain("Log the workspace user out on every device?");
  const temporary = /\b[A-Za-z0-9]{10}$/.exec(alert)?.[0] ?? "";
  expect(temporary).toMatch(/^[A-HJ-NP-Za-km-z2-9]{10}$/);
  const dialog = page.getByRole("dialog", { name: "Temporary password" });
  await expect(dialog.getByText(temporary, { exact: true })).toBeVisible();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy Password" }).click();
  await expect(page.getByText("Password copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(temporary);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.locator("body")).not.toContainText(temporary);
  expect((await site.sql`select from auth.sessions where user_id = ${user.id}`).count).toBe(0);
  expect(await works(signIn(site, user))).toBe(false);
  await signIn(site, { email: user.email, password: temporary });
  const { publishableKey } = await site.secrets();
  const denied = await fetch(`${site.origin}/rest/v1/rpc/own_role`, {
    method: "POST",
    headers: { apikey: publishableKey, authorization: `Bearer ${session.access_token}` },
  });
  expect(await denied.json()).toBeNull();
});

test("a forced logout that is canceled or fails shows no password", { tag: "@long" }, async ({
  admin,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^dialog: Log the workspace user out on every device\?/);
  const user = await createAccount(site, "workspace");
  await admin.open(PATH);
  await force(page).click();
  await expect(force(page)).toBeEnabled();
  await signIn(site, user);

  watch.expectStatus(500);
  watch.acceptDialog(/^Log the workspace user out/);
  await page.route(FUNCTION, (route) =>
    route.fulfill({ status: 500, json: { error: "Internal server error" } }),
  );
  await force(page).click();
  await expect(page.getByRole("alert")).toHaveText("Could not log the user out.");
  await expect(force(page)).toBeEnabled();
});

test("the authenticator apps of a lost device are removed by keyboard, once that is confirmed", async ({
  admin,
  page,
  site,
  watch,
}) => {
  await createAccount(site, "workspace", account);
  await site.sql`insert into auth.mfa_factors
      (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    select gen_random_uuid(), user_id, 'Phone', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now()
    from workspace_users`;
  const factors = () => site.sql`select friendly_name from auth.mfa_factors`;
  await admin.open(PATH);
  const remove = page.getByRole("button", { name: "Remove Authenticator Apps" });
  const question = /^Remove the workspace user's authenticator apps\?/;
  watch.expectProblem(/^dialog: Remove the workspace user's authenticator apps\?/);
  await remove.press("Enter");
  expect(await factors()).toHaveLength(1);

  watch.expectStatus(500);
  await page.route(FUNCTION, (route) =>
    route.fulfill({ status: 500, json: { error: "Internal server error" } }),
  );
  watch.acceptDialog(question);
  await remove.press("Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.unroute(FUNCTION);
  watch.acceptDialog(question);
  await remove.press("Enter");
  await expect(page.getByText("Authenticator apps removed: 1.")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await factors()).toHaveLength(0);

  watch.acceptDialog(question);
  await remove.press("Enter");
  await expect(page.getByText("This user has no authenticator app.")).toBeVisible();
});

test("the log is shown page by page, newest first, as plain text", { tag: "@long" }, async ({
  admin,
  page,
  site,
}) => {
  const user = await createAccount(site, "workspace");
  const hostile = `<img src=x onerror=alert(1)> ${"long".repeat(200)} مرحبا 🎉`;
  await site.sql`insert into workspace_activity_logs (user_id, event_type, device_info, created_at)
    select ${user.id}, 'login', ${hostile}, '2026-03-01T12:00:00Z'::timestamptz - n * interval '1 hour'
    from generate_series(1, 134) n`;
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.open(PATH);
  const range = page.getByRole("navigation", { name: "Activity log pages" }).getByRole("status");
  await expect(range).toHaveText("1–50 of 134");
  await expect(log(page).getByRole("listitem")).toHaveCount(50);
  await expect(log(page).getByRole("listitem").first()).toContainText("<img src=x");
  const times = await log(page)
    .locator("time")
    .evaluateAll((all) => all.map((time) => Date.parse(time.getAttribute("datetime") ?? "")));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  await expect(log(page).locator("time").first()).toHaveText(
    /^(Feb 28|Mar 1), 2026, \d+:00.[AP]M$/,
  );
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wide).toBe(false);
  const older = page.getByRole("button", { name: "Older entries" });
  await older.click();
  await expect(range).toHaveText("51–100 of 134");
  await older.click();
  await expect(range).toHaveText("101–134 of 134");
  await expect(log(page).getByRole("listitem")).toHaveCount(34);
  await expect(older).toBeDisabled();
  await page.getByRole("button", { name: "Newer entries" }).click();
  await expect(range).toHaveText("51–100 of 134");
});

test("a login on another device appears automatically", { tag: "@long" }, async ({
  admin,
  page,
  site,
}) => {
  const user = await createAccount(site, "workspace");
  await page.clock.install();
  await admin.open(PATH);
  await expect(page.getByRole("heading", { name: "No activity yet" })).toBeVisible();
  await site.sql`insert into workspace_activity_logs (user_id, event_type) values (${user.id}, 'login')`;
  await page.clock.runFor(20_000);
  await expect(log(page).getByRole("listitem")).toHaveText(/^LoginUnknown device/);
});

test("another tab shows what this one saved, and keeps the text typed there", {
  tag: "@long",
}, async ({ admin, page, context, site }) => {
  const user = await createAccount(site, "workspace");
  await admin.open(PATH);
  await expect(username(page)).toHaveValue(user.username);
  const second = await context.newPage();
  await second.goto(`/#${PATH}`);
  await username(second).fill("typed in the second tab");
  // A background tab renders rarely, and every key press would wait for a frame.
  await page.bringToFront();
  await email(page).fill("changed@room.example");
  await update(page).click();
  await expect(page.getByText("User updated.")).toBeVisible();
  await expect(email(second), "not touched there, so it follows").toHaveValue(
    "changed@room.example",
  );
  await expect(username(second)).toHaveValue("typed in the second tab");
  await username(page).fill("typed in the first tab");
  await update(page).click();
  await expect(second.getByText("The account was changed in the meantime")).toBeVisible();
  await expect(second.getByRole("table", { name: "Differences" })).toContainText(
    /Username\s*typed in the second tab\s*typed in the first tab/,
  );
  await second.bringToFront();
  await second.getByRole("button", { name: "Take theirs" }).click();
  await expect(username(second)).toHaveValue("typed in the first tab");
  await expect(second.getByText("The account was changed in the meantime")).toHaveCount(0);
});

test("the workspace user can be created, updated and logged out by keyboard alone", async ({
  admin,
  page,
  site,
}) => {
  await admin.open(PATH);
  await email(page).focus();
  await page.keyboard.type(account.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account.password);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(password(page)).toHaveAttribute("type", "text");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(update(page)).toBeVisible();

  await username(page).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("renamed");
  await page.keyboard.press("Enter");
  await expect(page.getByText("User updated.")).toBeVisible();
  const [row] = await site.sql`select username from workspace_users`;
  expect(row?.username).toBe("renamed");

  const told = takeDialogs(page);
  await update(page).focus();
  await page.keyboard.press("Tab");
  await expect(force(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(log(page).getByRole("listitem")).toHaveCount(1);
  await expect.poll(() => told).toHaveLength(2);
});

/** Accepts every dialog from now on and returns their texts. */
function takeDialogs(page: Page): string[] {
  const told: string[] = [];
  page.removeAllListeners("dialog");
  page.on("dialog", (dialog) => {
    told.push(dialog.message());
    void dialog.accept();
  });
  return told;
}

function works(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}
