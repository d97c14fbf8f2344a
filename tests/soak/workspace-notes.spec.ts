import { expect, type Page } from "@playwright/test";
import { test } from "../e2e/fixtures.ts";
import { keptKeys } from "../support/pages/device-storage.ts";
import { NOTES, typeInTwoTabs, typeWhileTabsClose } from "../support/pages/notes-screen.ts";

test.use({ siteName: "soak-notes", trace: "off" });
test.setTimeout(900_000);

test.beforeEach(async ({ site, workspace }) => {
  await workspace.open("/workspace");
  await site.sql`delete from workspace_notes`;
});

test("a tab closed at random moments within the debounce, 100 times, loses nothing", async ({
  context,
  site,
}) => {
  await typeWhileTabsClose({ context, site }, 100);
});

test("two tabs that type in random order, 200 steps, overwrite no word silently", async ({
  context,
  page,
  site,
}) => {
  await typeInTwoTabs({ context, page, site }, 200);
});

test("a first read of 50,000 notes that two visits interrupt is continued, and complete without a network", async ({
  context,
  page,
  site,
  watch,
}) => {
  watch.tolerate(/ERR_INTERNET_DISCONNECTED/);
  await page.close();
  await site.sql`
    insert into workspace_notes (user_id, title, content)
    select user_id, 'Note ' || n, '<p>' || repeat('words of a note ', 38) || '</p><p>number' || n || 'x</p>'
    from workspace_users, generate_series(1, ${NOTES_ON_SERVER}) n`;
  await site.sql`analyze workspace_notes`;
  const reads: { since: number; rows: number }[] = [];
  const begins: number[] = [];
  const rowsRead = () => reads.reduce((sum, read) => sum + read.rows, 0);

  /** Opens the notes and waits until more than this number of parts has arrived. */
  async function visit(parts: number): Promise<Page> {
    const visited = await context.newPage();
    const before = reads.length;
    visited.on("response", async (response) => {
      if (!response.url().endsWith("/rpc/note_changes")) return;
      const { since } = response.request().postDataJSON() as { since: number };
      // The body of an answer that a visit did not wait for is not known.
      const read = { since, rows: PART };
      reads.push(read);
      const answer = await response.json().catch(() => undefined);
      if (answer) read.rows = answer.changes.length;
    });
    await visited.goto(`/#${NOTES}`);
    await expect
      .poll(() => reads.length - before, { intervals: [20], timeout: 60_000 })
      .toBeGreaterThan(parts);
    begins.push(reads[before]?.since ?? 0);
    return visited;
  }

  async function find(opened: Page): Promise<void> {
    for (const n of [1, 12_345, NOTES_ON_SERVER]) {
      await opened.getByLabel("Search notes").fill(`number${n}x`);
      const found = opened.getByRole("button", { name: `Note ${n}`, exact: true });
      await expect(found).toBeVisible({ timeout: 120_000 });
    }
  }

  for (const parts of [8, 16]) await (await visit(parts)).close();
  const last = await visit(1);
  await expect.poll(rowsRead, { timeout: 300_000 }).toBeGreaterThanOrEqual(NOTES_ON_SERVER);
  await find(last);
  const [first, second = 0, third = 0] = begins;
  expect(first).toBe(-1);
  expect(second).toBeGreaterThan(5 * PART);
  expect(third).toBeGreaterThan(second + 10 * PART);
  // Each visit repeats at most what it had not stored yet.
  expect(rowsRead()).toBeLessThan(NOTES_ON_SERVER + 6 * PART);

  // The rows of the last answer are stored when the page has been idle.
  const onDevice = async () => (await keptKeys(last)).filter((key) => key.includes("row ")).length;
  await expect.poll(onDevice, { timeout: 120_000 }).toBe(NOTES_ON_SERVER);
  await last.close();
  await context.route("**/rest/v1/**", (route) => route.abort("internetdisconnected"));
  const offline = await context.newPage();
  await offline.goto(`/#${NOTES}`);
  await find(offline);
});

const NOTES_ON_SERVER = 50_000;

/** Notes in one answer. */
const PART = 1_000;
