import { expect, type Page } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin-setup" });

const email = "first@example.com";
const password = "a fine long password";

async function fill(page: Page, values: { email?: string; password?: string; again?: string }) {
  await page.getByLabel("Email").fill(values.email ?? email);
  await page.getByLabel(/^Password/).fill(values.password ?? password);
  await page.getByLabel("Confirm Password").fill(values.again ?? values.password ?? password);
}

const submit = (page: Page) => page.getByRole("button", { name: "Create Owner" }).click();

test.describe("before there is an owner", () => {
  // The test server starts with an owner, whom these tests must remove.
  test.beforeEach(async ({ site }) => {
    await site.sql`delete from auth.users`;
  });

  test("an incomplete setup link shows a message and no form", { tag: "@long" }, async ({
    page,
  }) => {
    await page.goto("/#/tradmin/setup?token=abc");
    await expect(page.getByRole("alert")).toContainText("This setup link is incomplete.");
    await expect(page.getByLabel("Email")).toBeHidden();
  });

  test("a wrong setup link keeps the typed text and shows what to do", { tag: "@long" }, async ({
    page,
    watch,
  }) => {
    watch.expectStatus(403);
    await page.goto(`/#/tradmin/setup?token=${"x".repeat(43)}`);
    await fill(page, {});
    await submit(page);
    await expect(page.getByRole("alert")).toContainText("This setup link is not valid.");
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel(/^Password/)).toHaveValue(password);
  });

  test("errors of the setup form are shown beside their fields, and the first invalid field gets the focus", async ({
    page,
  }) => {
    await page.goto(`/#/tradmin/setup?token=${"x".repeat(43)}`);
    await fill(page, { email: "nobody", password: "only nine", again: "other" });
    await submit(page);
    await expect(page.getByText("The email is not an email address.")).toBeVisible();
    await expect(page.getByText("The password must have at least 10 characters.")).toBeVisible();
    await expect(page.getByText("The passwords do not match.")).toBeVisible();
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.getByLabel(/^Password/).fill("other");
    await expect(page.getByText("The passwords do not match.")).toBeHidden();
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await axeViolationsInBothThemes(page)).toEqual([]);
  });

  test("an unreachable host is reported and can be retried", { tag: "@long" }, async ({
    page,
    watch,
  }) => {
    watch.expectProblem(/^failed: GET/);
    watch.expectProblem(/^console error: Failed to load resource/);
    await page.route("**/setup/v1/owner", (route) => route.abort());
    await page.goto(`/#/tradmin/setup?token=${"x".repeat(43)}`);
    await expect(page.getByRole("alert")).toContainText("The server could not be reached.");
    await page.unroute("**/setup/v1/owner");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByLabel("Email")).toBeVisible();
  });

  test("on a hosted Supabase the setup screen points to the terminal", async ({ page, site }) => {
    const html = await (await fetch(site.origin)).text();
    const hosted = html.replace('"embedded":true', '"embedded":false');
    expect(hosted).not.toBe(html);
    await page.route(`${site.origin}/`, (route) =>
      route.fulfill({ body: hosted, contentType: "text/html" }),
    );
    await page.goto("/#/tradmin/setup");
    await expect(page.getByRole("heading", { name: "Set up from the terminal" })).toBeVisible();
    await expect(page.getByText("npm run owner")).toBeVisible();
  });
});
