import { expect } from "@playwright/test";
import { axeViolations } from "../../support/axe.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "first-owner", owner: "off", sampleContent: "off" });

const email = "first@example.com";
const password = "a fine long password";

/** The newest printed link's token. */
async function tokenOf(site: BuiltSite): Promise<string> {
  const read = () => /token=([\w-]{43})\n(?![\s\S]*token=)/.exec(site.output())?.[1] ?? "";
  await expect.poll(read).not.toBe("");
  return read();
}

test("the printed link creates the owner by keyboard alone, signs in, and never opens again", async ({
  page,
  site,
  watch,
}) => {
  watch.expectStatus(410);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const token = await tokenOf(site);
  await page.goto(`/#/tradmin/setup?token=${token}`);
  await expect(page.getByLabel("Email")).toBeFocused();
  for (const text of [email, password, password]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  expect(new URL(page.url()).hash).toBe("#/tradmin");
  // The token is in the fragment and in the body of one request, but in no requested URL.
  expect(requests.filter((url) => url.includes(token))).toEqual([]);

  // The first step is the name, with the page beside it; the zero figures are below.
  const headings = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(headings).toHaveText(["Getting Started", "Site Analytics"]);
  const preview = page.frameLocator("iframe");
  const name = page.getByLabel("Your name");
  await name.focus();
  await page.keyboard.press("Enter");
  await expect(name).toHaveAccessibleDescription("Please enter your name.");
  await page.keyboard.type("Ada Lovelace");
  await expect(preview.getByRole("heading", { level: 1, includeHidden: true })).toContainText(
    "Ada Lovelace",
  );
  // The styles are complete, although the stored page has no greeting.
  await expect(preview.getByText("Hello, I’m")).toHaveCSS("display", "block");
  expect(await site.sql`select from public.personal_info where key = 'displayName'`).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Getting Started" })).toBeFocused();
  await expect(page.getByText("10 steps left")).toBeVisible();
  expect(await site.sql`select value from public.personal_info where key = 'displayName'`).toEqual([
    { value: "Ada Lovelace" },
  ]);
  await page.getByRole("link", { name: "Links", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "Social links", exact: true })).toBeFocused();

  await page.goto(`/#/tradmin/setup?token=${token}`);
  await page.reload();
  await expect(page.getByText("This site already has an owner")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeHidden();
  await page.getByRole("link", { name: "Go to Sign In" }).click();
  // The session is still valid, so the login redirects.
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});
