import { expect } from "@playwright/test";
import { test } from "../e2e/fixtures.ts";
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
  watch,
}) => {
  watch.tolerate(/WebSocket is closed before the connection/);
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
}) => {
  await page.goto("about:blank");
  await site.sql`
    insert into workspace_notes (user_id, title, content)
    select user_id, 'Note ' || n, '<p>' || repeat('words of a note ', 38) || '</p><p>number' || n || 'x</p>'
    from workspace_users, generate_series(1, ${NOTES_ON_SERVER}) n`;
  await site.sql`analyze workspace_notes`;
  const reads: { since: number; rows: number }[] = [];
  page.on("response", async (response) => {
    if (!response.url().endsWith("/rpc/note_changes")) return;
    const { since } = response.request().postDataJSON() as { since: number };
    // The body of an answer that a visit did not wait for is not known.
    const read = { since, rows: PART };
    reads.push(read);
    const answer = await response.json().catch(() => undefined);
    if (answer) read.rows = answer.changes.length;
  });
  const begins: number[] = [];
  async function visit(readsUntil: number): Promise<void> {
    const before = reads.length;
    await page.goto(`/#${NOTES}`);
    await expect.poll(() => reads.length, { intervals: [20] }).toBeGreaterThan(before + readsUntil);
    begins.push(reads[before]?.since ?? 0);
  }

  for (const parts of [8, 16]) {
    await visit(parts);
    await page.goto("about:blank");
  }
  await visit(1);
  const search = page.getByLabel("Search notes");
  const found = (n: number) => page.getByRole("button", { name: `Note ${n}`, exact: true });
  for (const network of [true, false]) {
    await context.setOffline(!network);
    if (!network) await page.reload();
    for (const n of [1, 12_345, NOTES_ON_SERVER]) {
      await search.fill(`number${n}x`);
      await expect(found(n)).toBeVisible({ timeout: 120_000 });
    }
  }
  const [first, second = 0, third = 0] = begins;
  expect(first).toBe(-1);
  expect(second).toBeGreaterThan(5 * PART);
  expect(third).toBeGreaterThan(second + 10 * PART);
  // Each visit repeats at most what it had not stored yet, and its first part.
  const rows = reads.reduce((sum, read) => sum + read.rows, 0);
  expect(rows).toBeGreaterThanOrEqual(NOTES_ON_SERVER);
  expect(rows).toBeLessThan(NOTES_ON_SERVER + 6 * PART);
});

const NOTES_ON_SERVER = 50_000;

/** Notes in one answer. */
const PART = 1_000;
