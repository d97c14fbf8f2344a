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

for (const width of [390, 768, 1440]) {
  test(`Undo covers no header, search field or dialog at ${width} pixels`, async ({
    admin,
    page,
    site,
    watch,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await site.sql`insert into skills (name, category_id) select ${LONG} || n, id
      from skill_categories, generate_series(1, 2) n order by name limit 2`;
    await page.clock.install();
    await admin.open("/tradmin/portfolio/skills");
    for (const n of [1, 2]) {
      watch.acceptDialog(/^Are you sure/);
      await page.getByRole("button", { name: `Delete ${LONG}${n}` }).click();
    }
    await expect(toast(page, "Deleted “")).toHaveCount(2);
    // Stops the clock, so that the notifications stay.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
    const font = (element: Locator) =>
      element.evaluate((node) => getComputedStyle(node).fontFamily);
    expect(await font(toast(page, "Deleted “").last())).toBe(await font(page.getByRole("main")));
    await expect(page.getByRole("searchbox", { name: "Filter by name" })).toBeVisible();
    expect(await covered(page)).toEqual([]);
    // Content behind the toast can be scrolled out from under it.
    await page.keyboard.press("End");
    const last = page.getByRole("main").getByRole("button", { name: "More for " }).last();
    await expect.poll(() => clickable(last)).toBe(true);

    const menu = page.getByRole("button", { name: "Menu", exact: true });
    const openers: [string, () => Promise<unknown>][] = [
      ["Manage Categories", () => openByAddress(page, "/tradmin/portfolio/skills?categories=")],
      ["Add Skill", () => openByAddress(page, "/tradmin/portfolio/skills?add=")],
      ["Command palette", () => page.keyboard.press("ControlOrMeta+k")],
      ...(width < 1024
        ? [["Menu", () => menu.press("Enter")] as [string, () => Promise<void>]]
        : []),
    ];
    for (const [name, open] of openers) {
      await open();
      await page.clock.runFor(100);
      const dialog = page.getByRole("dialog", { name });
      await expect(dialog).toBeVisible();
      expect(await covered(page), name).toEqual([]);
      await dialog.getByRole("button", { name: "Undo" }).first().click({ trial: true });
      // Hovering expands the stack of toasts.
      await page.mouse.move(0, 0);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    }
  });
}

test("a toast stays above a dialog opened meanwhile, and usable in it", async ({ admin, page }) => {
  await admin.open("/tradmin/portfolio/projects");
  await saveProject(page, "Renamed again");
  const saved = toast(page, "Saved.");
  // Hovering keeps the toast open.
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

test("toasts are shown again on the next screen after their code could not be loaded", {
  tag: "@long",
}, async ({ admin, page, watch }) => {
  watch.expectStatus(404);
  // The icon's code is missing too.
  const icon = /\/assets\/sanitize-svg-browser-[^/]*\.js$/;
  const code = /\/assets\/(toaster|shared-screens|sanitize-svg-browser)-[^/]*\.js$/;
  await page.route(code, (route) => route.fulfill({ status: 404 }));
  const failed = Promise.all([
    page.waitForResponse((one) => code.test(one.url()) && !icon.test(one.url())),
    page.waitForResponse(icon),
  ]);
  await admin.open("/tradmin");
  await failed;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.unroute(code);
  await openByAddress(page, "/tradmin/portfolio/projects");
  await saveProject(page, "Renamed after a failure");
  await expect(toast(page, "Saved.")).toBeVisible();
});

/** A name that fills the two lines of a toast on a phone. */
const LONG = "Something with a name that needs two lines on a phone ";

/** Opens a screen or dialog by URL, without the mouse. */
async function openByAddress(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, path);
}

/** Lists headers, search fields and open dialogs that a toast covers. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxesOf = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
    const toasts = boxesOf("[data-sonner-toast]");
    if (toasts.length === 0) return ["no toast is shown"];
    return boxesOf("#app header, #app h1, #app input[type=search], dialog[open]")
      .filter(({ box: one }) =>
        toasts.some(
          ({ box: other }) =>
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        ),
      )
      .map(({ element }) => element.outerHTML.slice(0, 100));
  });
}

/** Whether a click would reach the element. */
function clickable(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}
