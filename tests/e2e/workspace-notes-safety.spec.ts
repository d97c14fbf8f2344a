import { expect, type Page } from "@playwright/test";
import type { BuiltSite } from "../support/built-site.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "workspace-notes-safety" });

const NOTES = "/workspace/notes";

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
});

test("a tab closed at random moments within the debounce, 100 times, loses nothing", async ({
  context,
  workspace,
  site,
}) => {
  test.setTimeout(400_000);
  const id = await add(site, "diary");
  await workspace.open("/workspace");
  const random = seeded(4);
  let expected = "";
  for (let round = 0; round < 100; round += 1) {
    const page = await context.newPage();
    await page.goto(`/#${NOTES}?note=${id}`);
    const text = textOf(page);
    await expect(text).toHaveText(expected);
    const word = `w${round} `;
    await text.press("Control+End");
    await page.keyboard.type(word);
    expected = `${expected}${word}`;
    await pause(random() * 1_200);
    await page.close();
  }
  const last = await context.newPage();
  await last.goto(`/#${NOTES}`);
  await expect.poll(() => contents(site)).toEqual([`<p>${expected}</p>`]);
});

test("text larger than a page may send while it goes away is kept, too", async ({
  context,
  workspace,
  site,
}) => {
  const id = await add(site, "large");
  await workspace.open("/workspace");
  const page = await context.newPage();
  await page.goto(`/#${NOTES}?note=${id}`);
  const large = "0123456789".repeat(20_000);
  await textOf(page).fill(large);
  await page.close();
  const next = await context.newPage();
  await next.goto(`/#${NOTES}`);
  await expect.poll(() => contents(site)).toEqual([`<p>${large}</p>`]);
});

test("what stands in the box for a new note outlives the tab", async ({
  context,
  workspace,
  site,
}) => {
  await workspace.open("/workspace");
  const page = await context.newPage();
  await page.goto(`/#${NOTES}`);
  await page.getByPlaceholder("Take a note...").fill("not closed yet");
  await page.close();
  const next = await context.newPage();
  await next.goto(`/#${NOTES}`);
  await expect(next.getByRole("article")).toContainText("not closed yet");
  await expect.poll(() => contents(site)).toEqual(["<p>not closed yet</p>"]);
});

test("typed offline, reloaded, online again: the text is there and stored", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^failed: PATCH/);
  watch.expectProblem(/^console error: Failed to load resource/);
  const id = await add(site, "offline");
  await workspace.open(`${NOTES}?note=${id}`);
  await page.route(/workspace_notes\?id=/, (route) =>
    route.request().method() === "PATCH" ? route.abort("internetdisconnected") : route.fallback(),
  );
  await textOf(page).click();
  await page.keyboard.type("written on the train");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Offline, kept on this device")).toBeVisible();
  await page.reload();
  await expect(textOf(page)).toHaveText("written on the train");
  await expect(dialog.getByText("Offline, kept on this device")).toBeVisible();
  expect(await contents(site)).toEqual([""]);
  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(dialog.getByText("Saved")).toBeVisible();
  expect(await contents(site)).toEqual(["<p>written on the train</p>"]);
});

test("closing the editor, leaving the screen and logging out save at once", async ({
  workspace,
  page,
  site,
}) => {
  const id = await add(site, "flush");
  await workspace.open(`${NOTES}?note=${id}`);
  await textOf(page).click();
  const saved = page.waitForRequest((request) => request.method() === "PATCH", { timeout: 900 });
  await page.keyboard.type("one");
  await page.keyboard.press("Escape");
  await saved;
  await expect.poll(() => contents(site)).toEqual(["<p>one</p>"]);

  await page.goto(`/#${NOTES}?note=${id}`);
  await textOf(page).press("Control+End");
  await page.keyboard.type(" two");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("/");
  expect(await contents(site)).toEqual(["<p>one two</p>"]);
});

test("an open editor without unsaved text follows the other tab, and another device", async ({
  context,
  workspace,
  page,
  site,
}) => {
  const id = await add(site, "shared");
  await workspace.open(`${NOTES}?note=${id}`);
  await expect(textOf(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/#${NOTES}?note=${id}`);
  await textOf(other).click();
  await other.keyboard.type("from the other tab");
  await expect(textOf(page)).toHaveText("from the other tab");
  await expect(page.getByRole("alert")).toBeHidden();
  await site.sql`update workspace_notes set content = '<p>from another device</p>'`;
  await expect(textOf(page)).toHaveText("from another device", { timeout: 15_000 });
});

for (const [choice, stored] of [
  ["Keep mine", ["<p>mine</p>"]],
  ["Take theirs", ["<p>theirs</p>"]],
  ["Keep both", ["<p>mine</p>", "<p>theirs</p>"]],
] as const) {
  test(`changed on both sides: ${choice}`, async ({ workspace, page, site }) => {
    const id = await add(site, "contested");
    await workspace.open(`${NOTES}?note=${id}`);
    await textOf(page).click();
    await site.sql`update workspace_notes set content = '<p>theirs</p>'`;
    await page.keyboard.type("mine");
    const alert = page.getByRole("dialog").getByRole("alert");
    await expect(alert).toContainText("This note was changed elsewhere while you were editing.");
    await expect(alert).toContainText("theirs");
    await expect(textOf(page)).toHaveText("mine");
    expect(await contents(site)).toEqual(["<p>theirs</p>"]);
    await page.getByRole("button", { name: choice }).click();
    await expect(alert).toBeHidden();
    await expect.poll(() => contents(site)).toEqual(stored);
    await expect(textOf(page)).toHaveText(choice === "Keep mine" ? "mine" : "theirs");
  });
}

test("text typed into a note that was deleted elsewhere is kept as a new one", async ({
  workspace,
  page,
  site,
}) => {
  const id = await add(site, "doomed");
  await workspace.open(`${NOTES}?note=${id}`);
  await textOf(page).click();
  await site.sql`delete from workspace_notes`;
  await page.keyboard.type("still wanted");
  await expect(page.getByRole("alert")).toContainText("This note was deleted elsewhere.");
  await page.getByRole("button", { name: "Keep as a new note" }).click();
  await expect.poll(() => contents(site)).toEqual(["<p>still wanted</p>"]);
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("a session ended by the owner leaves the text on the device until the next sign-in", async ({
  workspace,
  page,
  site,
}) => {
  const id = await add(site, "forced");
  const user = await workspace.open(`${NOTES}?note=${id}`);
  await expect(textOf(page)).toBeVisible();
  await page.route(/workspace_notes\?id=/, (route) =>
    route.request().method() === "PATCH" ? route.abort("aborted") : route.fallback(),
  );
  await textOf(page).click();
  await page.keyboard.type("before the logout");
  await page.evaluate(() => {
    const key = "foyer-workspace";
    localStorage.removeItem(key);
    dispatchEvent(new StorageEvent("storage", { key, newValue: null }));
  });
  await expect(page.getByRole("heading", { name: "Workspace Login" })).toBeVisible();
  expect(user).not.toBe("");
  await page.unrouteAll();
  await workspace.signInByForm();
  await expect(textOf(page)).toHaveText("before the logout");
  await expect
    .poll(() => contents(site), { timeout: 40_000 })
    .toEqual(["<p>before the logout</p>"]);
});

test("two tabs, 200 random steps: no word is overwritten in silence", async ({
  context,
  workspace,
  page,
  site,
}) => {
  test.setTimeout(400_000);
  const id = await add(site, "race");
  await workspace.open(`${NOTES}?note=${id}`);
  const other = await context.newPage();
  await other.goto(`/#${NOTES}?note=${id}`);
  const tabs = [page, other] as const;
  for (const tab of tabs) await expect(textOf(tab)).toBeVisible();
  const random = seeded(7);
  const words: string[] = [];
  for (let step = 0; step < 200; step += 1) {
    const tab = tabs[random() < 0.5 ? 0 : 1];
    const dice = random();
    if (dice < 0.6) {
      const word = `x${words.length}. `;
      words.push(word.trim());
      await textOf(tab).press("Control+End");
      await tab.keyboard.type(word);
    } else if (dice < 0.8) await pause(random() * 1_500);
    else await keepBoth(tab);
  }
  for (let round = 0; round < 4; round += 1) {
    await pause(1_500);
    for (const tab of tabs) await keepBoth(tab);
  }
  for (const tab of tabs) {
    await expect(tab.getByRole("dialog").getByText("Saved")).toBeVisible();
  }
  const stored = (await contents(site)).join(" ");
  expect(words.filter((word) => !stored.includes(word))).toEqual([]);
});

async function keepBoth(tab: Page) {
  const button = tab.getByRole("button", { name: "Keep both" });
  if (await button.isVisible()) await button.click();
}

const textOf = (page: Page) => page.getByRole("textbox", { name: "Note text" });

async function add({ sql }: BuiltSite, title: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`insert into workspace_notes (user_id, title)
    select user_id, ${title} from workspace_users returning id`;
  return row?.id as string;
}

async function contents({ sql }: BuiltSite): Promise<string[]> {
  const rows = await sql<
    { content: string }[]
  >`select content from workspace_notes order by content`;
  return rows.map(({ content }) => content);
}

/** When within the debounce a tab dies is what these tests are about. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The same random numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
