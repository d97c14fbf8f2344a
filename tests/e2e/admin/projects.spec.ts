import { expect, type Page } from "@playwright/test";
import type { PageWatch } from "../../support/page-watch.ts";
import { EntriesScreen } from "../../support/pages/entries-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin" });

const path = "/tradmin/portfolio/projects";

test.beforeEach(async ({ admin, site }) => {
  await site.sql`delete from public.projects where name like 'Test %'`;
  await admin.open(path);
});

test("projects are listed newest first with picture, stack and links", async ({ page }) => {
  const { rows } = new EntriesScreen(page);
  await expect(rows).toHaveCount(6);
  const first = rows.first();
  await expect(first).toContainText("Slipway");
  await expect(first).toContainText("TypeScript, React, PostgreSQL, Supabase");
  await expect(first.getByRole("link", { name: "Live: Slipway" })).toHaveAttribute(
    "href",
    "https://example.com/slipway",
  );
  await expect(first.getByRole("link", { name: "Code: Slipway" })).toHaveAttribute(
    "target",
    "_blank",
  );
  const picture = first.locator("img");
  await expect(picture).toHaveAttribute("src", "/sample/slipway-800.webp");
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test("for a project without a picture a screenshot of the live link is stored, and updated with the link", {
  tag: "@long",
}, async ({ page, site, watch }) => {
  const asked = await answerScreenshots(page, watch);
  const screen = new EntriesScreen(page);
  await page.getByRole("button", { name: "Add Project" }).click();
  await screen.fill({ Name: "Test Mole", Stack: "Rust, , Wasm", Description: "Digs." });
  await screen.field("Live Link").pressSequentially("https://mole.example/a?b=c");
  await screen.field("Name").focus();
  const preview = screen.editor.getByRole("img", { name: "Preview of the picture" });
  await expect(preview).toHaveAttribute("src", screenshot("https://mole.example/a?b=c"));
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  await expect.poll(async () => (await page.request.get("/")).text()).toContain("Test Mole");
  await expect(screen.rows.first()).toContainText("Test Mole");
  const stored = () => site.sql`
    select description, image_url, stack, github_link, live_link
    from public.projects where name = 'Test Mole'`;
  expect(await stored()).toEqual([
    {
      description: "Digs.",
      image_url: screenshot("https://mole.example/a?b=c"),
      stack: ["Rust", "Wasm"],
      github_link: null,
      live_link: "https://mole.example/a?b=c",
    },
  ]);

  await screen.edit("Test Mole");
  await expect(screen.field("Picture")).toHaveValue("");
  await screen.fill({ "Live Link": "https://vole.example", Stack: "" });
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  expect(await stored()).toMatchObject([
    { image_url: screenshot("https://vole.example"), stack: null },
  ]);
  // Partly typed URLs request no screenshot.
  expect([...new Set(asked)]).toEqual(
    ["https://mole.example/a?b=c", "https://vole.example"].map(screenshot),
  );
});

test("a project's uploaded picture is shown, or a placeholder if it does not load", {
  tag: "@long",
}, async ({ page, site, watch }) => {
  const screen = new EntriesScreen(page);
  await screen.edit("Slipway");
  const preview = screen.editor.getByRole("img", { name: "Preview of the picture" });
  await expect(preview).toHaveAttribute("src", "/sample/slipway-800.webp");
  watch.expectProblem(/^answer: 404 .*missing\.png/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await screen.field("Picture").fill("/missing.png");
  await screen.field("Name").focus();
  await expect(screen.editor.getByRole("img", { name: "Slipway (no picture)" })).toBeVisible();
  await screen.field("Picture").fill("/sample/quadrat-800.webp");
  await screen.field("Name").focus();
  await expect(preview).toHaveAttribute("src", "/sample/quadrat-800.webp");
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  await expect(screen.row("Slipway").locator("img")).toHaveAttribute(
    "src",
    "/sample/quadrat-800.webp",
  );
  await site.sql`update public.projects set image_url = '/missing.png' where name = 'Slipway'`;
  await page.reload();
  await expect(screen.row("Slipway").locator("svg.generated")).toBeVisible();
  await site.sql`update public.projects set image_url = '/sample/slipway-800.webp' where name = 'Slipway'`;
});

const screenshot = (link: string) =>
  `https://s0.wp.com/mshots/v1/${encodeURIComponent(link)}?w=800&h=600`;

/** Mocks the screenshot service; returns every URL requested from it. */
async function answerScreenshots(page: Page, watch: PageWatch): Promise<string[]> {
  const asked: string[] = [];
  watch.expectProblem(/^third party: https:\/\/s0\.wp\.com\/mshots\//);
  await page.context().route("https://s0.wp.com/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "image/svg+xml",
      headers: { "cross-origin-resource-policy": "cross-origin" },
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>',
    });
  });
  return asked;
}
