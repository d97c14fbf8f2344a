/**
 * Takes the pictures in docs/screenshots from the built server with the sample content.
 * `npm run screenshots -- [folder] [whole]`; `whole` takes every page from top to bottom.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { fillAdminSite } from "../tests/support/admin-content.ts";
import { startBuiltSite } from "../tests/support/built-site.ts";
import { AdminPanel } from "../tests/support/pages/admin-panel.ts";

const [folder = "docs/screenshots", extent] = process.argv.slice(2);
const widths = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** Each screen of the signed-in areas: its address, and what is pressed once it is there. */
const screens: { name: string; path: string; press?: string; key?: string }[] = [
  { name: "admin-dashboard", path: "/tradmin" },
  { name: "admin-inbox", path: "/tradmin/messages" },
  { name: "admin-info", path: "/tradmin/portfolio/info" },
  { name: "admin-experience", path: "/tradmin/portfolio/experience" },
  { name: "admin-education", path: "/tradmin/portfolio/education" },
  { name: "admin-projects", path: "/tradmin/portfolio/projects" },
  { name: "admin-project-editor", path: "/tradmin/portfolio/projects", press: "Edit Slipway" },
  { name: "admin-skills", path: "/tradmin/portfolio/skills" },
  { name: "admin-categories", path: "/tradmin/portfolio/skills", press: "Manage Categories" },
  { name: "admin-workspace-user", path: "/tradmin/workspace" },
  { name: "admin-palette", path: "/tradmin", key: "Control+k" },
  { name: "admin-preview", path: "/tradmin/portfolio/info", press: "Preview" },
];

await mkdir(folder, { recursive: true });
const site = await startBuiltSite();
await fillAdminSite(site);
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  for (const viewport of widths) {
    for (const colorScheme of ["dark", "light"] as const) {
      // Reduced motion shows every section and the whole tagline at once.
      const context = await browser.newContext({
        viewport,
        colorScheme,
        reducedMotion: "reduce",
        baseURL: site.origin,
      });
      const suffix = `${viewport.width}-${colorScheme}`;
      await takeLanding(context, suffix);
      await takeAdmin(context, suffix);
      await context.close();
    }
  }
} finally {
  await browser.close();
  await site.stop();
}

async function takeLanding(context: BrowserContext, suffix: string) {
  const page = await context.newPage();
  await page.goto("/");
  await loadPictures(page);
  await take(page, `landing-${suffix}`);
  await page.goto("/#/tradmin/login");
  await page.getByRole("button", { name: "Sign In" }).waitFor();
  await take(page, `admin-login-${suffix}`);
  await page.close();
}

async function takeAdmin(context: BrowserContext, suffix: string) {
  const page = await context.newPage();
  await new AdminPanel(page, site).keepSession();
  for (const { name, path, press, key } of screens) {
    await page.goto("about:blank");
    await page.goto(`/#${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByText("Loading...").first().waitFor({ state: "hidden" });
    if (press) {
      await page.getByRole("button", { name: press }).first().click();
      await page.getByRole("dialog").waitFor();
    }
    if (key) {
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor();
    }
    await page.waitForFunction(() => document.getAnimations().length === 0);
    await loadPictures(page);
    await take(page, `${name}-${suffix}`);
  }
  await page.close();
}

async function take(page: Page, name: string) {
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: extent === "whole" });
  console.log(name);
}

/** Lazy pictures below the fold load when they come near; a full-page picture needs them all. */
async function loadPictures(page: Page) {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = "eager";
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
  });
}
