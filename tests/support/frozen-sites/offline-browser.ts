import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import { chromiumFlags, lightChromiumPath } from "../chromium.ts";
import { noteText } from "../pages/notes-screen.ts";

/** A closed browser that lost the network while its user was writing. */
export interface OfflineBrowser {
  /** The site's former origin. */
  origin: string;
  /** The browser's cookies, localStorage and IndexedDB. */
  storage: StorageState;
  /** Texts written into an existing note and into a new one. */
  edited: string;
  added: string;
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

const EDITED = "edited without a network";
const ADDED = "added without a network";

/** Signs in to the workspace, loses the network, and writes into two notes. */
export async function writeOffline(
  origin: string,
  account: { username: string; password: string },
): Promise<OfflineBrowser> {
  return inBrowser({}, async (context, page) => {
    await page.goto(`${origin}/#/workspace/login`);
    await page.getByLabel("Email or Username").fill(account.username);
    await page.getByLabel("Password").fill(account.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.getByRole("link", { name: "My Notes" }).first().click();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect.poll(() => stored(context)).toContain("Day one, later");
    const diary = page.getByRole("button", { name: "Diary", exact: true });
    // Loads the editor.
    await diary.click();
    await noteText(page).press("Escape");
    await expect(noteText(page)).toBeHidden();
    await context.setOffline(true);
    await diary.click();
    await noteText(page).press("Control+End");
    await page.keyboard.type(` ${EDITED}`);
    await page.keyboard.press("Escape");
    // Until it is closed, its own Close button would be found below.
    await expect(noteText(page)).toBeHidden();
    await page.getByPlaceholder("Take a note...").fill(ADDED);
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => stored(context)).toContain(EDITED);
    await expect.poll(() => stored(context)).toContain(ADDED);
    const storage = withoutPictures(await context.storageState({ indexedDB: true }));
    return { origin, storage, edited: EDITED, added: ADDED };
  });
}

/**
 * Opens this browser again at the site's new address.
 * @param sent resolves when the notes have arrived; the browser stays open until then.
 */
export async function returnOnline(
  origin: string,
  { storage, origin: before, edited, added }: OfflineBrowser,
  sent: () => Promise<void>,
): Promise<void> {
  const moved: StorageState = JSON.parse(JSON.stringify(storage).replaceAll(before, origin));
  await inBrowser({ storageState: moved }, async (_context, page) => {
    await page.goto(`${origin}/#/workspace/notes`);
    for (const text of [edited, added]) {
      await expect(page.getByRole("article").filter({ hasText: text })).toBeVisible();
    }
    await sent();
  });
}

/** Removes the copies of pictures, because Playwright stores a Blob as an empty object. */
function withoutPictures(storage: StorageState): StorageState {
  const isKept = ({ key }: { key: unknown }) => !String(key).includes(" picture ");
  const text = JSON.stringify(storage, (name, value) =>
    name === "records" ? value.filter(isKept) : value,
  );
  return JSON.parse(text);
}

/** The browser's storage as text. */
async function stored(context: BrowserContext): Promise<string> {
  return JSON.stringify(await context.storageState({ indexedDB: true }));
}

async function inBrowser<T>(
  options: { storageState?: StorageState },
  work: (context: BrowserContext, page: Page) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({ executablePath: lightChromiumPath, args: chromiumFlags });
  try {
    const context = await browser.newContext(options);
    return await work(context, await context.newPage());
  } finally {
    await browser.close();
  }
}
