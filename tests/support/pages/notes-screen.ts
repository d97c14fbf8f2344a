import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { seededNumbers } from "../../../src/lib/seeded.ts";
import type { BuiltSite } from "../sites/built-site.ts";

export const NOTES = "/workspace/notes";

/** The open note's text field. */
export function noteText(page: Page): Locator {
  return page.getByRole("textbox", { name: "Note text" });
}

/** Inserts an empty note directly into the database. Returns its id. */
export async function addNote({ sql }: BuiltSite, title: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`insert into workspace_notes (user_id, title)
    select user_id, ${title} from workspace_users returning id`;
  return row?.id as string;
}

/** Inserts notes directly into the database, from oldest to newest. */
export async function addNotes({ sql }: BuiltSite, ...notes: NewNote[]): Promise<void> {
  const [user] = await sql<{ user_id: string }[]>`select user_id from workspace_users`;
  for (const note of notes) await sql`insert into workspace_notes ${sql({ ...user, ...note })}`;
}

interface NewNote {
  title: string;
  content?: string;
  color?: string;
  is_pinned?: boolean;
  is_archived?: boolean;
  labels?: string[];
}

/** The stored texts of all notes, in alphabetical order. */
export async function storedTexts({ sql }: BuiltSite): Promise<string[]> {
  const rows = await sql<{ content: string }[]>`
    select content from workspace_notes order by content`;
  return rows.map(({ content }) => content);
}

/**
 * Fails all requests that the page sends by `fetch`, also while it unloads. Playwright's routing has
 * ended by then, and lets a request through that it holds when the page is closed.
 */
export async function failRequests(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  });
}

/**
 * Repeatedly types a word into a note in a new tab and closes the tab at a random moment within the
 * debounce; the text must contain every word.
 */
export async function typeWhileTabsClose(
  { context, site }: { context: BrowserContext; site: BuiltSite },
  rounds: number,
): Promise<void> {
  const id = await addNote(site, "diary");
  const random = seededNumbers("tabs that close");
  let expected = "";
  for (let round = 0; round < rounds; round += 1) {
    const page = await context.newPage();
    await page.goto(`/#${NOTES}?note=${id}`);
    await expect(noteText(page)).toHaveText(expected);
    const word = `w${round} `;
    await noteText(page).press("Control+End");
    await page.keyboard.type(word);
    expected = `${expected}${word}`;
    await pause(random() * 1_200);
    await page.close();
  }
  const last = await context.newPage();
  await last.goto(`/#${NOTES}`);
  await expect.poll(() => storedTexts(site)).toEqual([`<p>${expected}</p>`]);
}

/**
 * In this many random steps, types into the same note in two tabs, waits, and resolves conflicts
 * with "Keep both"; in the end, every word must be stored.
 */
export async function typeInTwoTabs(
  { context, page, site }: { context: BrowserContext; page: Page; site: BuiltSite },
  steps: number,
): Promise<void> {
  const id = await addNote(site, "race");
  const tabs = [page, await context.newPage()] as const;
  for (const tab of tabs) {
    await tab.goto(`/#${NOTES}?note=${id}`);
    await expect(noteText(tab)).toBeVisible();
  }
  const random = seededNumbers("two tabs");
  const words: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    const tab = tabs[random() < 0.5 ? 0 : 1];
    const dice = random();
    if (dice < 0.6) {
      const word = `x${words.length}. `;
      words.push(word.trim());
      await noteText(tab).press("Control+End");
      await tab.keyboard.type(word);
    } else if (dice < 0.8) await pause(random() * 1_500);
    else await keepBoth(tab);
  }
  for (const tab of tabs) {
    const saved = tab.getByRole("dialog").getByText("Saved");
    await expect(async () => {
      for (const one of tabs) await keepBoth(one);
      await expect(saved).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
  }
  expect(words.length).toBeGreaterThan(steps / 3);
  const lost = async () => {
    const stored = (await storedTexts(site)).join(" ");
    return words.filter((word) => !stored.includes(word));
  };
  await expect.poll(lost).toEqual([]);
}

async function keepBoth(tab: Page): Promise<void> {
  const button = tab.getByRole("button", { name: "Keep both" });
  if (await button.isVisible()) await button.click();
}

/**
 * Uses real time, because the tests vary when, within the debounce, a tab dies or the other tab
 * types.
 */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The card of a note, found by its title or the start of its text. */
export const card = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("button", { name: title, exact: true }) });

/** Titles of all cards, in order. */
export const titles = (page: Page) =>
  page.getByRole("article").getByRole("heading").allTextContents();

export async function openNote(page: Page, title: string) {
  await page.getByRole("button", { name: title, exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

interface Stored {
  title: string;
  content: string;
  color: string;
  is_pinned: boolean;
}

/** The stored notes, the last changed one at the end. */
export async function stored({ sql }: BuiltSite): Promise<Stored[]> {
  return sql<Stored[]>`select title, content, color, is_pinned from workspace_notes
    order by updated_at`;
}
