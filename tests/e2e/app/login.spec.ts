import { expect } from "@playwright/test";
import { areas, LoginForm } from "../../support/pages/areas.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { soakOnly, test } from "../fixtures.ts";

test.use({ siteName: "access" });

/** Responses of the backend, each with the text that the login shows. */
const failures = {
  admin: [
    [{ status: 429, body: '{"code":429,"msg":"Please wait."}' }, "Please wait."],
    [{ status: 422, body: '{"msg":"Sign-ins are paused."}' }, "Sign-ins are paused."],
    [{ status: 500, body: "<h1>Oops</h1>" }, "An unknown error occurred."],
    ["abort", "The server could not be reached. Check your connection and try again."],
  ],
  workspace: [
    [{ status: 429, json: { error: "Please wait." } }, "Too many attempts."],
    [{ status: 500, json: { error: "Internal server error" } }, "The server has a problem."],
    [{ status: 200, body: "<html>", contentType: "text/html" }, "The server has a problem."],
    ["abort", "The site could not be reached."],
  ],
} as const;

const deepUrls = {
  admin: ["/tradmin/messages", "/tradmin/workspace", "/tradmin/portfolio/projects?add="],
  workspace: ["/workspace/notes", "/workspace/notion", "/workspace/files?x=1"],
};

for (const area of areas) {
  test.describe(`the ${area.area} login`, () => {
    test.beforeEach(async ({ workspace, site }) => {
      await workspace.account();
      await site.sql`truncate gateway.rate_limits`;
    });

    test("the login signs in by keyboard alone, with one request, and the session survives a reload", async ({
      page,
    }) => {
      const login = new LoginForm(page, area);
      const held = holdRequests();
      await page.route(area.endpoint, held.route);
      await login.open();
      await expect(login.name).toBeFocused();
      await page.keyboard.type(area.name);
      await page.keyboard.press("Tab");
      await page.keyboard.type(area.password);
      await login.password.evaluate((input: HTMLInputElement) => {
        input.form?.requestSubmit();
        input.form?.requestSubmit();
      });
      await page.keyboard.press("Enter");
      await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
      held.release();
      await expect(login.home).toBeVisible();
      expect(held.count()).toBe(1);
      expect(new URL(page.url()).hash).toBe(`#${area.path}`);
      await page.reload();
      await expect(login.home).toBeVisible();
      await login.open();
      await expect(login.home).toBeVisible();
    });

    test(
      "the login shows every failure, keeps the typed text, and the next attempt succeeds",
      soakOnly(area.area === "workspace"),
      async ({ page, watch }) => {
        const login = new LoginForm(page, area);
        watch.expectProblem(/^console error: (Failed to load resource|TypeError: Failed to fetch)/);
        watch.expectProblem(/^answer: (400|422|429|500)/);
        watch.expectProblem(/^failed: POST/);
        await login.open();
        await login.submit.click();
        await expect(login.name).toHaveAccessibleDescription(/^Please enter your email/);
        await expect(login.password).toHaveAccessibleDescription("Please enter your password.");
        await expect(login.name).toBeFocused();

        await login.signIn("not this one");
        await expect(page.getByRole("alert")).toHaveText(area.refused);
        await expect(login.name).toHaveValue(area.name);
        await expect(login.password).toBeFocused();

        for (const [answer, text] of failures[area.area]) {
          await page.route(
            area.endpoint,
            (route) => (answer === "abort" ? route.abort() : route.fulfill(answer)),
            { times: 1 },
          );
          await login.submit.click();
          await expect(page.getByText(text)).toBeVisible();
          await expect(login.submit).toBeEnabled();
        }
        expect(await page.evaluate((key) => localStorage.getItem(key), area.key)).toBeNull();
        await login.signIn();
        await expect(login.home).toBeVisible();
      },
    );

    test(
      "the login admits a browser that has signed in before although its address is blocked",
      soakOnly(area.area === "admin"),
      async ({ page, site, extraHTTPHeaders }) => {
        const login = new LoginForm(page, area);
        await login.open();
        await login.signIn();
        await expect(login.home).toBeVisible();
        expect(await page.evaluate(() => document.cookie)).toBe("");
        await page.evaluate(() => localStorage.clear());
        const { publishableKey } = await site.secrets();
        const guess = () =>
          fetch(`${site.origin}/auth/v1/token?grant_type=password`, {
            method: "POST",
            headers: { ...extraHTTPHeaders, apikey: publishableKey },
            body: JSON.stringify({ email: "guessed@example.com", password: "wrong" }),
          }).then(({ status }) => status);
        for (let attempt = 1; attempt <= 9; attempt++) expect(await guess()).toBe(400);
        expect(await guess()).toBe(429);
        await page.reload();
        await login.signIn();
        await expect(login.home).toBeVisible();
      },
    );

    test(
      "the login is shown first for every URL, returns to it, and leads back to the public page",
      soakOnly(area.area === "workspace"),
      async ({ page }) => {
        const login = new LoginForm(page, area);
        await login.open();
        await page.getByRole("link", { name: "Back to Profile" }).click();
        await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
        await page.goto(`/#${area.path}/nothing-here`);
        await expect(page.getByRole("link", { name: "View My Work" })).toBeVisible();
        await page.addInitScript(() => {
          new MutationObserver(() => {
            if (document.querySelector("#app nav, #app #main"))
              sessionStorage.setItem("flash", "seen");
          }).observe(document, { childList: true, subtree: true });
        });
        const paths = deepUrls[area.area];
        for (const path of paths) {
          await page.goto("about:blank");
          await page.goto(`/#${path}`);
          await expect(login.submit).toBeVisible();
          expect(new URL(page.url()).hash).toBe(`#${area.path}/login`);
          expect(await page.evaluate(() => sessionStorage.getItem("flash")), path).toBeNull();
        }
        await page.reload();
        await login.signIn();
        await expect(page).toHaveURL((url) => url.hash === `#${paths.at(-1)}`);
      },
    );
  });
}
