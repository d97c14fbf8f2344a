import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type ElementHandle, launch, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAccount } from "../support/pages/accounts.ts";
import { seedTasks, storedBoard } from "../support/pages/task-board.ts";
import { type BuiltSite, owner, startBuiltSite } from "../support/sites/built-site.ts";

/** A screen with a virtual list, one with a form and editors, and one with a table. */
const adminScreens = [
  ["/tradmin/messages", "Inbox"],
  ["/tradmin/portfolio/info", "General Info"],
  ["/tradmin/portfolio/skills", "Manage Skills"],
] as const;

/** The form enforces a minimum time, and a busy machine takes even longer. */
const patience = { timeout: 120_000 };

/**
 * One journey through everything in a second engine; each test continues where the previous one
 * ended.
 */
describe("In Firefox", () => {
  let site: BuiltSite;
  let browser: Browser;
  let page: Page;
  let folder: string;
  let user: Awaited<ReturnType<typeof createAccount>>;
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-firefox-"));
    [site, browser] = await Promise.all([
      startBuiltSite(),
      launch({
        browser: "firefox",
        executablePath: "/usr/bin/firefox-esr",
        headless: true,
        extraPrefsFirefox: { "datareporting.policy.dataSubmissionEnabled": false },
      }),
    ]);
    user = await createAccount(site, "workspace");
    page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    page.setDefaultTimeout(120_000);
    page.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("a visitor reads the page and sends a message", async () => {
    await page.goto(site.origin);
    // The sections above are laid out in turn, which may move the button while it is being pressed.
    await vi.waitFor(async () => {
      await press("here");
      await page.waitForSelector("#contact-form input", { timeout: 10_000 });
    }, patience);
    await fill("Name", "Ada Example");
    await fill("Email Address", "ada@example.com");
    await fill("Subject", "From Firefox");
    await fill("Message", "Is the berth planner open to other harbours?");
    await press("Send Message");
    await expect
      .poll(() => site.sql`select name from messages where subject = 'From Firefox'`, patience)
      .toEqual([{ name: "Ada Example" }]);
  });

  it("the owner signs in and opens a screen of each kind", async () => {
    await openScreen("/tradmin/login");
    await fill("Email", owner.email);
    await fill("Password", owner.password);
    await press("Sign In");
    await heading("Dashboard");
    for (const [path, title] of adminScreens) {
      await openScreen(path);
      await heading(title);
    }
  });

  it("the workspace user creates a note that is stored", async () => {
    await openScreen("/workspace/login");
    await fill("Email or Username", user.username);
    await fill("Password", user.password);
    await press("Sign In");
    await page.waitForSelector("nav[aria-label=Workspace]");
    await openScreen("/workspace/notes");
    const box = await page.waitForSelector("[placeholder='Take a note...']", { visible: true });
    await box?.click();
    await page.keyboard.type("Written in Firefox");
    await press("Close");
    await expect
      .poll(() => site.sql`select content from workspace_notes`, patience)
      .toEqual([{ content: "<p>Written in Firefox</p>" }]);
  });

  it("a task is dragged to another column", async () => {
    await seedTasks(site, user.id, [{ title: "Apple" }, { title: "Xylophone", status: "done" }]);
    await openScreen("/workspace/tasks");
    const card = await page.waitForSelector("::-p-xpath(//main//li/button[contains(., 'Apple')])", {
      visible: true,
    });
    const from = await boxOf(card);
    const onto = await boxOf(await find("region", "In Progress"));
    await page.mouse.move(from.x + from.width / 3, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 3 + 8, from.y + from.height / 2 + 3);
    await page.mouse.move(onto.x + onto.width / 2, onto.y + onto.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect
      .poll(() => storedBoard(site), patience)
      .toEqual(["inprogress 0 Apple", "done 0 Xylophone"]);
  });

  it("a file is uploaded and listed", async () => {
    const file = join(folder, "from firefox.txt");
    await writeFile(file, "uploaded in Firefox");
    await openScreen("/workspace/files");
    await button("Upload File");
    const input = await page.$("input[type=file]:not([webkitdirectory])");
    await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
    await expect
      .poll(() => site.sql`select name, size::int from workspace_files`, patience)
      .toEqual([{ name: "from firefox.txt", size: 19 }]);
    await page.waitForSelector("::-p-text(from firefox.txt)", { visible: true });
  });

  it("nothing was reported to the console", () => {
    expect(complaints).toEqual([]);
  });

  async function openScreen(path: string): Promise<void> {
    await page.goto(`${site.origin}/#${path}`);
  }

  /** The first visible element with this role and accessible name, after waiting for it. */
  async function find(role: string, name: string): Promise<ElementHandle<Element>> {
    const element = await page.waitForSelector(`::-p-aria([name="${name}"][role="${role}"])`, {
      visible: true,
    });
    if (!element) throw new Error(`There is no ${role} “${name}”.`);
    return element;
  }

  async function button(name: string): Promise<ElementHandle<Element>> {
    const path = `//button[normalize-space() = "${name}" or @aria-label = "${name}"]`;
    const found = await page.waitForSelector(`::-p-xpath(${path})`, { visible: true });
    if (!found) throw new Error(`There is no button “${name}”.`);
    return found;
  }

  /**
   * Matches by text, because searching the accessibility tree takes Firefox many seconds on a long
   * page.
   */
  async function heading(title: string): Promise<void> {
    await page.waitForSelector(`::-p-xpath(//h1[normalize-space() = "${title}"])`, {
      visible: true,
    });
  }

  async function press(name: string): Promise<void> {
    // On a busy machine, the button may not be in its final place yet.
    await vi.waitFor(async () => (await button(name)).click(), patience);
  }

  async function fill(label: string, text: string): Promise<void> {
    const field = await page.waitForSelector(`::-p-aria([name="${label}"])`, { visible: true });
    await field?.click();
    await page.keyboard.type(text);
  }

  async function boxOf(element: ElementHandle | null) {
    const box = await element?.boundingBox();
    if (!box) throw new Error("The element is not on the screen.");
    return box;
  }
});
