import { expect, type Page } from "@playwright/test";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "contact" });

test("the first Tab offers to skip to the content", async ({ landing, page }) => {
  await landing.open();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(landing.hero.getByRole("link", { name: "Get In Touch" })).toBeFocused();
});

test("Tab moves through the page in reading order, always visibly", async ({ landing, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await landing.open();
  await expect(landing.header.getByRole("link", { name: "Ines Valloran" })).toBeVisible();
  const names: string[] = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const focus = await focused(page);
    if (!focus) break;
    // The page scrolls smoothly to elements out of view.
    await expect
      .poll(async () => (await focused(page))?.visible, `${focus.name} has a visible focus`)
      .toBe(true);
    names.push(focus.name);
  }
  expect(names).toEqual([
    "Skip to content",
    "Ines Valloran",
    ...["Home", "About", "Experience", "Skills", "Projects", "Contact"],
    "Switch color theme",
    "Go to Workspace",
    "Get In Touch",
    "View My Work",
    "Download CV",
    ...["GitHub", "LinkedIn", "Telegram"],
    "Northern Adriatic Institute of Technology",
    "View All on GitHub",
    ...["Show More: Slipway", "Live: Slipway", "Code: Slipway"],
    ...["Live: Seqscan", "Code: Seqscan"],
    ...["Show More: Quadrat", "Live: Quadrat", "Code: Quadrat"],
    ...["Live: Patchbay", "Code: Patchbay"],
    ...["Show More: Halfhour", "Live: Halfhour", "Code: Halfhour"],
    ...["Live: Toolshelf", "Code: Toolshelf"],
    "ines@example.com",
    "here",
    ...["GitHub", "LinkedIn", "Telegram"],
    "Download CV",
    "Back to top",
  ]);
});

test("a message is written and sent without a pointer", async ({ landing, page, site }) => {
  await landing.open("/#contact");
  const here = page.getByRole("button", { name: "here" });
  await here.focus();
  await page.keyboard.press("Enter");
  await expect(landing.form.getByLabel("Name")).toBeFocused();
  const subject = `By keyboard ${crypto.randomUUID()}`;
  for (const text of ["Ada Example", "ada@example.com", subject]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(landing.form.getByLabel("Message")).toBeFocused();
  await page.keyboard.type("First line");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Second line");
  await page.keyboard.press("Tab");
  await expect(landing.sendButton).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(landing.form.getByRole("status")).toHaveText(
    "Message sent successfully! I will get back to you soon.",
  );
  // Screen reader users must not be sent back to the top of the page.
  await expect(page.locator("body")).not.toBeFocused();
  expect(await messagesWith(site, subject)).toEqual(["First line\nSecond line"]);
});

test("the mobile menu is opened, navigated and closed by keyboard", async ({ landing, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await landing.open();
  await landing.menuButton.focus();
  await page.keyboard.press("Enter");
  await expect(landing.mobileMenu).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(landing.mobileMenu.getByRole("link", { name: "Workspace" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(landing.mobileMenu.getByRole("link", { name: "About" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(landing.mobileMenu).toBeHidden();
  await expect(page.locator("#about h2")).toBeInViewport();
  await page.keyboard.press("Tab");
  expect((await focused(page))?.name, "the focus went along").toBe(
    "Northern Adriatic Institute of Technology",
  );
});

interface Focused {
  name: string;
  visible: boolean;
}

/** The focused control, or null when the focus has left the page. */
async function focused(page: Page): Promise<Focused | null> {
  return page.evaluate(() => {
    const node = document.activeElement;
    if (!node || node === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(node);
    const { width, height, bottom, top } = node.getBoundingClientRect();
    return {
      name: node.getAttribute("aria-label") ?? node.textContent?.trim() ?? "",
      visible:
        outlineStyle !== "none" &&
        Number.parseFloat(outlineWidth) >= 2 &&
        width > 1 &&
        height > 1 &&
        bottom > 0 &&
        top < innerHeight,
    };
  });
}

async function messagesWith({ sql }: BuiltSite, subject: string): Promise<string[]> {
  const rows = await sql<{ message: string }[]>`
    select message from public.messages where subject = ${subject}`;
  return rows.map(({ message }) => message);
}
