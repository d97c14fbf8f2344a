import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin-toasts" });

const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: /^Notifications/ }).getByText(text);

/** Saves the first project with only its name changed, which shows a toast. */
async function saveProject(page: Page, name: string) {
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

test("toasts use the panel's font and cover no row action", { tag: "@long" }, async ({
  admin,
  page,
}) => {
  await admin.open("/tradmin/portfolio/projects");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await saveProject(page, `Renamed at ${width}`);
    const saved = toast(page, "Saved.").first();
    await expect(saved).toBeVisible();
    await saved.hover();
    const font = (element: Locator) =>
      element.evaluate((node) => getComputedStyle(node).fontFamily);
    expect(await font(saved)).toBe(await font(page.getByRole("main")));
    const actions = await page.getByRole("main").getByRole("button").all();
    expect(actions.length).toBeGreaterThan(10);
    const covered = await boxOf(page.locator("[data-sonner-toast]").first());
    for (const action of actions) expect(overlap(await boxOf(action), covered)).toBe(false);
  }
});

test("a toast stays above a dialog opened meanwhile, and usable in it", async ({ admin, page }) => {
  await admin.open("/tradmin/portfolio/projects");
  await saveProject(page, "Renamed again");
  const saved = toast(page, "Saved.");
  // Hovering keeps it open.
  await saved.hover();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette).toBeVisible();
  await expect(palette.getByText("Saved.")).toBeVisible();
  // Fails if any other element would receive the click.
  await saved.click({ trial: true });
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await expect(saved).toBeVisible();
});

test("the screen keeps working when the code of the toasts cannot be loaded", {
  tag: "@long",
}, async ({ admin, page, watch }) => {
  watch.expectProblem(/^failed: GET .*toaster/);
  watch.tolerate(/^console error: Failed to load resource/);
  await page.route("**/assets/toaster-*.js", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("toaster"));
  await admin.open("/tradmin/portfolio/projects");
  await failed;
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  await page.getByRole("dialog").getByLabel("Name").fill("Typed");
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("Typed");
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not drawn.");
  return box;
}

function overlap(one: Box, other: Box): boolean {
  const beside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  const above = one.y + one.height <= other.y || other.y + other.height <= one.y;
  return !beside && !above;
}
