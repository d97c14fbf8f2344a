import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { removeWorkspaceUser } from "../../support/pages/accounts.ts";
import { type AreaUnderTest, areas, LoginForm } from "../../support/pages/areas.ts";
import { signIn } from "../../support/pages/sessions.ts";
import { workspaceUser } from "../../support/pages/workspace-page.ts";
import { quickPasswords } from "../../support/quick-passwords.ts";
import { codeOf } from "../../support/second-factor.ts";
import { type BuiltSite, owner } from "../../support/sites/built-site.ts";
import { soakOnly, test } from "../fixtures.ts";

test.use({ siteName: "access" });

const NEW_PASSWORD = "copper lantern walks quietly";

test.beforeEach(async ({ site, workspace }) => {
  await site.sql`truncate gateway.rate_limits`;
  await site.sql`delete from auth.sessions`;
  await workspace.account();
});

for (const area of areas) {
  test.describe(`the account screen of the ${area.area} area`, () => {
    test.afterEach(({ site }) => restoreAccount(site, area));

    test(
      "the account screen changes the password, refuses weak ones, and ends other sessions",
      soakOnly(area.area === "workspace"),
      async ({ admin, workspace, page, site, watch }) => {
        watch.expectStatus(400);
        const account = accountOf(area);
        const otherSession = await signIn(site, account);
        const estimator: string[] = [];
        page.on("request", (request) => {
          if (request.url().includes("/estimate-password")) estimator.push(request.url());
        });
        await (area.area === "admin" ? admin : workspace).open(`${area.path}/account`);
        const sessions = page.getByRole("region", { name: "Sessions" });
        await expect(sessions.getByRole("listitem")).toHaveCount(2);
        await expect(sessions.getByRole("listitem").first()).toContainText("This device");
        expect(await axeViolationsInBothThemes(page)).toEqual([]);

        const form = page.getByRole("form", { name: "Change password" });
        const current = form.getByRole("textbox", { name: "Current password", exact: true });
        const next = form.getByRole("textbox", { name: "New password", exact: true });
        expect(estimator).toEqual([]);
        await current.focus();
        await page.keyboard.type("not this one");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Tab");
        await page.keyboard.type(`${account.email.split("@")[0]}2026!`);
        await page.keyboard.press("Enter");
        await expect(next).toHaveAccessibleDescription(/too easy to guess/);
        expect(estimator).toHaveLength(1);
        await next.fill(NEW_PASSWORD);
        await expect(form.getByRole("status")).toHaveText(/^Strength: strong\./);
        await page.keyboard.press("Enter");
        await expect(current).toHaveAccessibleDescription("Your current password is incorrect.");
        await expect(next).toHaveValue(NEW_PASSWORD);
        await current.fill(account.password);
        await expect(form.getByRole("button", { name: "Change Password" })).toBeEnabled();
        await page.keyboard.press("Enter");
        await expect(page.getByText("Password changed.")).toBeVisible();
        await expect(sessions.getByRole("listitem")).toHaveCount(1);
        expect(await refreshes(site, otherSession.refresh_token)).toBe(false);
        await signIn(site, { ...account, password: NEW_PASSWORD });
      },
    );

    test(
      "the account screen signs out one session or all others with the password, and changes the email",
      soakOnly(area.area === "admin"),
      async ({ admin, workspace, page, site }) => {
        const account = accountOf(area);
        const [first, ...more] = [
          await signIn(site, account),
          await signIn(site, account),
          await signIn(site, account),
        ];
        await (area.area === "admin" ? admin : workspace).open(`${area.path}/account`);
        const sessions = page.getByRole("region", { name: "Sessions" });
        await expect(sessions.getByRole("listitem")).toHaveCount(4);
        await expect(sessions).toContainText(
          "A session ends after 30 days without use, and at the latest 180 days after you signed in.",
        );
        const password = page.getByRole("dialog").getByRole("textbox", { name: "Your password" });
        await sessions
          .getByRole("button", { name: /^Sign Out / })
          .last()
          .focus();
        await page.keyboard.press("Enter");
        await expect(password).toBeFocused();
        expect(await axeViolationsInBothThemes(page)).toEqual([]);
        await page.keyboard.press("Enter");
        await expect(password).toHaveAccessibleDescription("Please enter your password.");
        await page.keyboard.type("not this one");
        await page.keyboard.press("Enter");
        await expect(password).toHaveAccessibleDescription("Your current password is incorrect.");
        await expect(sessions.getByRole("listitem")).toHaveCount(4);
        await password.fill(account.password);
        await page.keyboard.press("Enter");
        await expect(page.getByText("Device signed out.")).toBeVisible();
        await expect(sessions.getByRole("listitem")).toHaveCount(3);
        await sessions.getByRole("button", { name: "Sign Out All Others" }).click();
        await expect(password).toBeFocused();
        await page.keyboard.type(account.password);
        await page.keyboard.press("Enter");
        await expect(page.getByText("All other devices were signed out.")).toBeVisible();
        await expect(sessions.getByRole("listitem")).toHaveCount(1);
        for (const session of [first, ...more]) {
          expect(await refreshes(site, session?.refresh_token ?? "")).toBe(false);
        }

        const form = page.getByRole("form", { name: "Change email" });
        await form.getByRole("textbox", { name: "New email" }).fill("renamed@example.com");
        await form
          .getByRole("textbox", { name: "Current password", exact: true })
          .fill(account.password);
        await page.keyboard.press("Enter");
        await expect(page.getByText("Signed in as renamed@example.com.")).toBeVisible();
        await expect(form.getByRole("textbox", { name: "New email" })).toHaveValue("");
        await page.reload();
        await expect(page.getByText("Signed in as renamed@example.com.")).toBeVisible();
      },
    );

    test(
      "the account screen adds an authenticator app, asks for its code at the next sign-in, and removes it",
      soakOnly(area.area === "workspace"),
      async ({ admin, workspace, page, watch }) => {
        // Caused by a wrong password and a used code.
        for (const status of [400, 422]) watch.expectStatus(status);
        const { password } = accountOf(area);
        const panel = area.area === "admin" ? admin : workspace;
        await panel.open(`${area.path}/account`);
        const phone = await addApp(page, "Phone", password, (dialog) =>
          expect(dialog.getByText("your other devices are signed out")).toBeVisible(),
        );
        const dialog = page.getByRole("dialog", { name: "Recovery codes" });
        await expect(codesIn(dialog)).toHaveCount(10);
        expect(await axeViolationsInBothThemes(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await expect(apps(page)).toHaveText([/^Phone/]);
        await expect(page.getByText("Recovery codes: 10 of 10 left")).toBeVisible();
        await page.getByRole("button", { name: "Logout", exact: true }).click();
        await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();

        const login = new LoginForm(page, area);
        await page.goto(`/#${area.path}/account`);
        await login.signIn();
        const code = page.getByRole("textbox", { name: "Code" });
        await expect(code).toBeFocused();
        await expect(code).toHaveAttribute("autocomplete", "one-time-code");
        expect(await axeViolationsInBothThemes(page)).toEqual([]);
        expect(await page.evaluate((key) => localStorage.getItem(key), area.key)).toBeNull();
        await page.goto(`/#${area.path}`);
        await expect(code).toBeVisible();
        await page.reload();
        await expect(code).toBeFocused();
        await page.keyboard.type("12345");
        await page.keyboard.press("Enter");
        await expect(code).toHaveAccessibleDescription(
          "Please enter the six digits your app shows.",
        );
        // This code was already used to add the app.
        await code.fill(phone.used);
        await page.keyboard.press("Enter");
        await expect(page.getByRole("alert")).toContainText("wrong or was already used");
        await page.getByRole("button", { name: "Back to password" }).click();
        await login.signIn();
        await code.fill(await codeOf(phone.secret));
        await page.keyboard.press("Enter");
        await expect(login.home).toBeVisible();

        await page.goto(`/#${area.path}/account`);
        const tablet = await addApp(page, "Tablet", password);
        await expect(apps(page)).toHaveText([/^Phone/, /^Tablet/]);
        await page.getByRole("button", { name: "Remove Phone" }).click();
        await expect(code).toHaveAccessibleDescription("From “Tablet”, which stays.");
        await code.fill(await codeOf(tablet.secret));
        await page.keyboard.press("Enter");
        await expect(apps(page)).toHaveText([/^Tablet/]);
        await page.getByRole("button", { name: "Remove Tablet" }).click();
        await expect(code).toHaveAccessibleDescription("The six digits the app shows now.");
        await code.fill(await codeOf(tablet.secret, 1));
        await page.keyboard.press("Enter");
        await expect(
          page.getByText("Off. Only your password protects this account."),
        ).toBeVisible();
        await expect(page.getByRole("region", { name: "Sign-in log" })).toContainText("wrong code");
        // The session is still valid, now without a second factor.
        await page.reload();
        await expect(
          page.getByText("Off. Only your password protects this account."),
        ).toBeVisible();
      },
    );

    test(
      "the account screen signs in with a recovery code after a lost device, and sets the second factor up again",
      soakOnly(area.area === "admin"),
      async ({ admin, workspace, page, watch }) => {
        watch.expectStatus(400);
        const { password } = accountOf(area);
        const panel = area.area === "admin" ? admin : workspace;
        await panel.open(`${area.path}/account`);
        await addApp(page, "Lost phone", password);
        const dialog = page.getByRole("dialog", { name: "Recovery codes" });
        await expect(codesIn(dialog)).toHaveCount(10);
        const [code = "", next = ""] = await codesIn(dialog).allTextContents();
        const download = page.waitForEvent("download");
        await dialog.getByRole("button", { name: "Download" }).click();
        const file = await (await download).path();
        expect(await readFile(file, "utf8")).toContain(`${code}\n${next}\n`);
        await page.emulateMedia({ media: "print" });
        await expect(dialog.getByText(next)).toBeVisible();
        await expect(page.getByRole("button", { name: "Logout", exact: true })).toBeHidden();
        await page.emulateMedia({ media: "screen" });
        await dialog.getByRole("button", { name: "Done" }).click();
        await page.getByRole("button", { name: "Logout", exact: true }).click();
        await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();

        const login = new LoginForm(page, area);
        await page.goto(`/#${area.path}`);
        await login.signIn();
        await page.getByRole("button", { name: "Use a recovery code" }).focus();
        await page.keyboard.press("Enter");
        const typed = page.getByRole("textbox", { name: "Recovery code" });
        await expect(typed).toBeFocused();
        await page.keyboard.type("0000-0000-0000-0000");
        await page.keyboard.press("Enter");
        await expect(page.getByRole("alert")).toContainText("wrong or was already used");
        expect(await axeViolationsInBothThemes(page)).toEqual([]);
        await typed.fill(code.toUpperCase());
        await page.keyboard.press("Enter");
        // The app is set up again on this screen.
        await expect(
          page.getByText("Off. Only your password protects this account."),
        ).toBeVisible();
        await expect(page.getByText("Recovery codes: 9 of 10 left")).toBeVisible();
        await expect(page.getByRole("region", { name: "Sign-in log" })).toContainText(
          "Recovery code used",
        );
        const phone = await addApp(page, "New phone", password);
        await expect(page.getByRole("dialog")).toHaveCount(0);
        await page.getByRole("button", { name: "Replace Codes" }).click();
        await page.getByRole("textbox", { name: "Code" }).fill(await codeOf(phone.secret));
        await page.keyboard.press("Enter");
        await expect(codesIn(dialog)).toHaveCount(10);
        await expect(dialog.getByText(next)).toHaveCount(0);
        await dialog.getByRole("button", { name: "Done" }).click();
        await expect(page.getByText("Recovery codes: 10 of 10 left")).toBeVisible();
      },
    );
  });
}

const codesIn = (dialog: Locator) =>
  dialog.getByRole("list", { name: "Codes" }).getByRole("listitem");

const apps = (page: Page) =>
  page.getByRole("region", { name: "Two-factor authentication" }).getByRole("listitem");

/** Adds an authenticator app on the account screen. Returns its secret and the code it used. */
async function addApp(
  page: Page,
  name: string,
  password: string,
  look?: (dialog: Locator) => Promise<void>,
) {
  await page.getByRole("button", { name: "Add Authenticator App" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(name);
  const current = dialog.getByRole("textbox", { name: "Current password", exact: true });
  await current.fill("not this one");
  await page.keyboard.press("Enter");
  await expect(current).toHaveAccessibleDescription("Your current password is incorrect.");
  await expect(dialog.getByRole("button", { name: "Continue" })).toBeEnabled();
  await current.fill(password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const secret = ((await dialog.locator("code").textContent()) ?? "").replace(/ /g, "");
  await look?.(dialog);
  const used = await codeOf(secret, -1);
  await expect(dialog.getByRole("textbox", { name: "Code" })).toBeFocused();
  await page.keyboard.type(used);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add authenticator app" })).toHaveCount(0);
  return { secret, used };
}

function accountOf({ area }: AreaUnderTest) {
  return area === "admin" ? owner : workspaceUser;
}

async function refreshes(site: BuiltSite, refreshToken: string): Promise<boolean> {
  const { publishableKey } = await site.secrets();
  const { ok } = await fetch(`${site.origin}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  return ok;
}

/** Restores the account, because other test files share this site. */
async function restoreAccount(site: BuiltSite, { area }: AreaUnderTest): Promise<void> {
  if (area === "workspace") return removeWorkspaceUser(site);
  const hash = await quickPasswords.hash(owner.password);
  const ids = site.sql`select user_id from private.members where role = 'admin'`;
  await site.sql`delete from auth.mfa_factors where user_id in (${ids})`;
  await site.sql`delete from private.recovery_codes where user_id in (${ids})`;
  await site.sql`update auth.users set email = ${owner.email}, encrypted_password = ${hash}
    where id in (${ids})`;
}
