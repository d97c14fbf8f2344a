/**
 * Takes screenshots of the built server with the sample content. `npm run screenshots` renews those
 * in docs/screenshots, which are the ones that the README shows.
 * `npm run screenshots -- <folder> [whole] [name …]` takes every screen at every width in both
 * themes; `whole` captures full pages; names such as `admin` or `workspace-files` limit the run to
 * an area or a screen.
 */
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { fillAccount } from "../tests/support/content/account-content.ts";
import { fillAdminSite } from "../tests/support/content/admin-content.ts";
import { fillBackups } from "../tests/support/content/backup-content.ts";
import { fillNotices } from "../tests/support/content/notice-content.ts";
import { fillFiles } from "../tests/support/content/workspace/files.ts";
import { fillNotes } from "../tests/support/content/workspace/notes.ts";
import { fillNotion, fillNotionCache } from "../tests/support/content/workspace/notion.ts";
import { fillTaskBoard } from "../tests/support/content/workspace/tasks.ts";
import { createAccount } from "../tests/support/pages/accounts.ts";
import { AdminPanel } from "../tests/support/pages/admin-panel.ts";
import { WorkspacePanel, workspaceUser } from "../tests/support/pages/workspace-page.ts";
import { startBuiltSite } from "../tests/support/sites/built-site.ts";

const documented = "docs/screenshots";
const [folder = documented, ...choices] = process.argv.slice(2);
const whole = choices.includes("whole");
const wanted = choices.filter((choice) => choice !== "whole");
const readme = await readFile("README.md", "utf8");
const inReadme = [...readme.matchAll(/docs\/screenshots\/([\w-]+)\.png/g)].map(
  ([, name]) => `${name}`,
);
/** @param screen such as `admin-dashboard`. */
const isWanted = (screen: string) => {
  if (folder === documented) return inReadme.some((name) => name.startsWith(`${screen}-`));
  if (wanted.length === 0) return true;
  return wanted.some((choice) => screen === choice || screen.startsWith(`${choice}-`));
};
const widths = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** A screen of a signed-in area: its path, and the element to click once it has loaded. */
interface Screen {
  name: string;
  path: string;
  press?: string;
  /** Whether phones show this element in the header's menu. */
  inMenu?: boolean;
  key?: string;
}

const adminScreens: Screen[] = [
  { name: "admin-dashboard", path: "/tradmin" },
  { name: "admin-inbox", path: "/tradmin/messages" },
  { name: "admin-analytics", path: "/tradmin/analytics" },
  { name: "admin-info", path: "/tradmin/portfolio/info" },
  { name: "admin-experience", path: "/tradmin/portfolio/experience" },
  { name: "admin-education", path: "/tradmin/portfolio/education" },
  { name: "admin-projects", path: "/tradmin/portfolio/projects" },
  { name: "admin-project-editor", path: "/tradmin/portfolio/projects", press: "Edit Slipway" },
  { name: "admin-skills", path: "/tradmin/portfolio/skills" },
  {
    name: "admin-categories",
    path: "/tradmin/portfolio/skills",
    press: "Manage Categories",
    inMenu: true,
  },
  { name: "admin-workspace-user", path: "/tradmin/workspace" },
  { name: "admin-import", path: "/tradmin/import" },
  { name: "admin-notices", path: "/tradmin/notices" },
  { name: "admin-backups", path: "/tradmin/backups" },
  { name: "admin-account", path: "/tradmin/account" },
  { name: "admin-palette", path: "/tradmin", key: "Control+k" },
  { name: "admin-preview", path: "/tradmin/portfolio/info", press: "Preview" },
];

const workspaceScreens: Screen[] = [
  { name: "workspace-dashboard", path: "/workspace" },
  { name: "workspace-notes", path: "/workspace/notes" },
  { name: "workspace-note-editor", path: "/workspace/notes", press: "Talk in Rijeka" },
  { name: "workspace-tasks", path: "/workspace/tasks" },
  {
    name: "workspace-task-form",
    path: "/workspace/tasks",
    press: "Fold partitions in Seqscan's plan view",
  },
  { name: "workspace-files", path: "/workspace/files" },
  { name: "workspace-palette", path: "/workspace", key: "Control+k" },
  { name: "workspace-notion", path: "/workspace/notion" },
  { name: "workspace-account", path: "/workspace/account" },
];

await mkdir(folder, { recursive: true });
const backups = await mkdtemp(join(tmpdir(), "foyer-backups-"));
const site = await startBuiltSite({ FOYER_BACKUP: "daily@03:00", FOYER_BACKUP_TO: backups });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  if (["landing", "admin-login", ...namesOf(adminScreens)].some(isWanted)) {
    await fillAdminSite(site);
    await fillBackups(site, backups);
    await fillNotices(site);
    await fillAccount(site, "admin");
    await inEveryLook(async (context, suffix) => {
      await takeLanding(context, suffix);
      await takeAdmin(context, suffix);
    });
  }
  if (["workspace-login", ...namesOf(workspaceScreens)].some(isWanted)) {
    const { id } = await createAccount(site, "workspace", workspaceUser);
    await fillFiles(site, id);
    await fillNotes(site, id);
    await fillNotionCache(site);
    await fillTaskBoard(site, id);
    await fillAccount(site, "workspace");
    await inEveryLook(takeWorkspace);
  }
} finally {
  await browser.close();
  await site.stop();
  await rm(backups, { recursive: true });
}

/** Runs at each width, in both themes. */
async function inEveryLook(takeAll: (context: BrowserContext, suffix: string) => Promise<void>) {
  for (const viewport of widths) {
    for (const colorScheme of ["dark", "light"] as const) {
      // Reduced motion shows every section and the whole tagline immediately.
      const context = await browser.newContext({
        viewport,
        colorScheme,
        reducedMotion: "reduce",
        baseURL: site.origin,
      });
      await takeAll(context, `${viewport.width}-${colorScheme}`);
      await context.close();
    }
  }
}

function namesOf(screens: Screen[]): string[] {
  return screens.map(({ name }) => name);
}

async function takeLanding(context: BrowserContext, suffix: string) {
  if (!isWanted("landing")) return;
  const page = await context.newPage();
  await page.goto("/");
  await loadPictures(page);
  await take(page, `landing-${suffix}`);
  await page.close();
}

async function takeAdmin(context: BrowserContext, suffix: string) {
  const page = await context.newPage();
  await takeLogin(page, "/tradmin/login", "admin-login", suffix);
  await new AdminPanel(page, site).keepSession();
  await showAsBrowser(page);
  await takeScreens(page, adminScreens, suffix);
  await page.close();
}

async function takeWorkspace(context: BrowserContext, suffix: string) {
  const page = await context.newPage();
  await takeLogin(page, "/workspace/login", "workspace-login", suffix);
  await new WorkspacePanel(page, site).keepSession();
  await showAsBrowser(page);
  await fillNotion(page);
  await takeScreens(page, workspaceScreens, suffix);
  await page.close();
}

/** Shows the session opened by Node as the page's own session, without sessions of earlier runs. */
async function showAsBrowser(page: Page) {
  const browserName = await page.evaluate(() => navigator.userAgent);
  for (const table of ["auth.sessions", "private.sign_ins"]) {
    await site.sql`delete from ${site.sql(table)} where user_agent = ${browserName}`;
    await site.sql`update ${site.sql(table)} set user_agent = ${browserName} where user_agent = 'node'`;
  }
}

async function takeLogin(page: Page, path: string, name: string, suffix: string) {
  if (!isWanted(name)) return;
  await page.goto(`/#${path}`);
  await page.getByRole("button", { name: "Sign In" }).waitFor();
  await take(page, `${name}-${suffix}`);
}

async function takeScreens(page: Page, screens: Screen[], suffix: string) {
  for (const { name, path, press, inMenu, key } of screens) {
    if (!isWanted(name)) continue;
    await page.goto("about:blank");
    await page.goto(`/#${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByText("Loading...").first().waitFor({ state: "hidden" });
    if (press) {
      const menu = page.getByRole("button", { name: "More actions" });
      const isInMenu = inMenu && (await menu.isVisible());
      if (isInMenu) await menu.click();
      const role = isInMenu ? "menuitem" : "button";
      await page.getByRole(role, { name: press }).first().click();
      await page.getByRole("dialog").waitFor();
    }
    if (key) {
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor();
    }
    await page.getByRole("status", { name: "Loading..." }).first().waitFor({ state: "hidden" });
    await page.waitForFunction(() => document.getAnimations().length === 0);
    await loadPictures(page);
    await take(page, `${name}-${suffix}`);
  }
}

async function take(page: Page, name: string) {
  if (folder === documented && !inReadme.includes(name)) return;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: whole });
  console.log(name);
}

/** Lazy images load only near the viewport, but a full-page screenshot needs all of them. */
async function loadPictures(page: Page) {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = "eager";
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
  });
}
