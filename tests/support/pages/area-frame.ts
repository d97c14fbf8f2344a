import { expect, type Locator, type Page } from "@playwright/test";

/**
 * The frame shared by both signed-in areas: the sidebar (a drawer on phones) and the screen beside
 * it.
 */
export class AreaFrame {
  readonly page: Page;
  /** The heading of the area's start screen. */
  readonly home: string;

  constructor(page: Page, home: string) {
    this.page = page;
    this.home = home;
  }

  get head(): Locator {
    return this.page.getByRole("complementary", { name: "Sidebar" });
  }

  heading(name: string): Locator {
    return this.page.getByRole("heading", { level: 1, name });
  }

  /**
   * Checks that a button opens the drawer, and that choosing an item, Escape and a press outside
   * close it.
   */
  async provesItsDrawer(choose: string, heading: string): Promise<void> {
    const { page } = this;
    const button = page.getByRole("button", { name: "Menu", exact: true });
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await expect(this.head).toBeHidden();
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await drawer.getByRole("link", { name: choose }).click();
    await expect(this.heading(heading)).toBeVisible();
    await expect(drawer).toBeHidden();
    await button.press("Enter");
    await expect(drawer).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await page.mouse.click(380, 400);
    await expect(drawer).toBeHidden();
  }

  /** Checks that the first Tab on a page offers to skip the sidebar. */
  async provesItsSkipLink(): Promise<void> {
    const { page } = this;
    await expect(this.heading(this.home)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  }

  /** Checks that the color theme can be switched and is stored. */
  async provesItsThemes(): Promise<void> {
    const { page } = this;
    await page.emulateMedia({ colorScheme: "dark" });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.getByRole("button", { name: "Switch color theme" }).click();
    await expect.poll(background).not.toBe(dark);
    const light = await background();
    await page.reload();
    await expect(this.heading(this.home)).toBeVisible();
    expect(await background()).toBe(light);
  }

  /**
   * Checks that the tab has the area's own icon, cyan and without scripts, until the area is left.
   */
  async expectOwnIcon(path: string): Promise<void> {
    const icon = this.page.locator('link[rel="icon"]');
    await expect(icon).toHaveAttribute(
      "href",
      new RegExp(`^data:image/svg\\+xml,.*${encodeURIComponent(path)}.*%2322d3ee`),
    );
    await expect(icon).not.toHaveAttribute("href", /script/);
    await this.page.evaluate(() => {
      location.hash = "#home";
    });
    await expect(icon).toHaveAttribute("href", "/favicon.svg");
  }
}

/** An icon with this path and a script in it. */
export function hostileIcon(path: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script><path d="${path}" stroke="currentColor"/></svg>`;
}

/** The paths of the files a page requests from now on. */
export function filesOf(page: Page): string[] {
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname));
  return files;
}
