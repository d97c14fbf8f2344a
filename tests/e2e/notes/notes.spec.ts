import { expect, type Locator, type Page } from "@playwright/test";
import { axeViolations, axeViolationsInBothThemes } from "../../support/axe.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import {
  addNotes,
  card,
  NOTES,
  openNote,
  stored,
  titles,
} from "../../support/pages/notes-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
});

test("a note is created in the box at the top, and stored with a placeholder if it has no title", {
  tag: "@long",
}, async ({ workspace, page, site }) => {
  await workspace.open(NOTES);
  await expect(page.getByText("Your workspace is empty")).toBeVisible();
  await expect(page.getByText("Use the form above to take your first note.")).toBeVisible();
  const box = page.getByRole("region", { name: "New note" });
  await expect(box.getByPlaceholder("Title")).toBeHidden();
  await box.getByPlaceholder("Take a note...").fill("milk\n<b>bread</b>");
  await box.getByPlaceholder("Title").fill("Groceries");
  await box.getByRole("button", { name: "Close" }).click();
  await expect(box.getByPlaceholder("Title")).toBeHidden();
  await expect(card(page, "Groceries")).toContainText("<b>bread</b>");
  await expect
    .poll(() => stored(site))
    .toMatchObject([
      {
        title: "Groceries",
        content: "<p>milk</p><p>&lt;b&gt;bread&lt;/b&gt;</p>",
        color: "#1F2937",
      },
    ]);

  await box.getByPlaceholder("Take a note...").fill("no title");
  await page.getByRole("heading", { level: 1 }).click();
  const untitled = card(page, "no title");
  await expect(untitled.getByRole("heading")).toHaveCount(0);
  await expect
    .poll(async () => (await stored(site)).map(({ title }) => title))
    .toContain("Untitled Note");
  await openNote(page, "no title");
  await expect(page.getByPlaceholder("Title")).toHaveValue("");
  await expect(page.getByRole("textbox", { name: "Note text" })).toBeFocused();
  await page.keyboard.type(", but more");
  await page.keyboard.press("Escape");
  await expect(card(page, "no title, but more")).toBeVisible();
  await box.getByPlaceholder("Take a note...").focus();
  await box.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect.poll(async () => (await stored(site)).length).toBe(2);
});

test("pinned notes come first, each group by last change", async ({ workspace, page, site }) => {
  await addNotes(site, { title: "one" }, { title: "two" }, { title: "three", is_pinned: true });
  await addNotes(site, { title: "hidden", is_archived: true });
  await workspace.open(NOTES);
  await expect.poll(() => titles(page)).toEqual(["three", "two", "one"]);
  await expect(page.getByRole("heading", { name: "Pinned" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Others" })).toBeVisible();
  await card(page, "one").getByTitle("Pin note", { exact: true }).click();
  await leaveWall(page);
  await expect.poll(() => titles(page)).toEqual(["one", "three", "two"]);
  await card(page, "one").getByTitle("Unpin note").click();
  const pinned = async () => (await stored(site)).filter((note) => note.is_pinned);
  await expect.poll(pinned).toHaveLength(1);
  await card(page, "three").getByTitle("Unpin note").click();
  await leaveWall(page);
  await expect.poll(() => titles(page)).toEqual(["three", "one", "two"]);
  await expect(page.getByRole("heading", { name: "Others" })).toBeHidden();
  await expect.poll(pinned).toEqual([]);
});

test("no card moves under the pointer or the focus when a card is changed", async ({
  workspace,
  page,
  site,
}) => {
  const list = '<ul data-type="checklist"><li data-checked="false"><p>milk</p></li></ul>';
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  await addNotes(site, ...names.map((title) => ({ title, content: list })));
  await workspace.open(NOTES);
  await expect.poll(() => titles(page)).toEqual([...names].reverse());
  const places = () =>
    page.getByRole("article").evaluateAll((cards) =>
      cards.map((one) => {
        const { x, y } = one.getBoundingClientRect();
        return [one.querySelector("h2, h3")?.textContent, x, y];
      }),
    );
  const before = await places();
  await card(page, "a").getByRole("checkbox").check();
  await card(page, "b").getByTitle("Pin note", { exact: true }).click();
  await expect(card(page, "b").getByTitle("Unpin note")).toBeVisible();
  await card(page, "h").getByRole("button", { name: "h", exact: true }).focus();
  await page.keyboard.press("e");
  await expect(card(page, "h")).toHaveCount(0);
  await addNotes(site, { title: "from elsewhere" });
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect.poll(() => titles(page)).toContain("from elsewhere");
  const kept = before.filter(([title]) => title !== "h");
  expect((await places()).filter(([title]) => title !== "from elsewhere")).toEqual(kept);
  await leaveWall(page);
  await expect
    .poll(() => titles(page))
    .toEqual(["b", "from elsewhere", "a", "g", "f", "e", "d", "c"]);
});

test("one to five notes are shown side by side, depending on the screen's width", {
  tag: "@long",
}, async ({ workspace, page, site }) => {
  await addNotes(site, ...Array.from({ length: 6 }, (_, index) => ({ title: `note ${index}` })));
  await workspace.open(NOTES);
  await expect(page.getByRole("article")).toHaveCount(6);
  for (const [width, columns] of [
    [390, 1],
    [768, 2],
    [1100, 3],
    [1440, 4],
    [1920, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const besideEachOther = () =>
      page.getByRole("article").evaluateAll((cards) => {
        const tops = cards.map((one) => one.getBoundingClientRect().top);
        return tops.filter((top) => top === tops[0]).length;
      });
    await expect.poll(besideEachOther).toBe(columns);
  }
});

test("the editor saves title and text after 500 and 1000 ms, and the card follows", async ({
  workspace,
  page,
  site,
}) => {
  await addNotes(site, { title: "draft", content: "<p>text</p>" });
  await workspace.open(NOTES);
  const saves: object[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") saves.push(request.postDataJSON());
  });
  await openNote(page, "draft");
  const dialog = page.getByRole("dialog");
  await dialog.getByPlaceholder("Title").fill("final");
  await expect(dialog.getByText("Saving...")).toBeVisible();
  await expect(dialog.getByText("Saved")).toBeVisible();
  expect(saves).toMatchObject([{ title: "final" }]);
  await dialog.getByRole("textbox", { name: "Note text" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" more");
  await expect(dialog.getByText("Saved")).toBeVisible();
  await expect(card(page, "final")).toContainText("text more");
  expect(saves).toHaveLength(2);
  expect(await stored(site)).toMatchObject([{ title: "final", content: "<p>text more</p>" }]);
});

test("all nine colors are chosen by name, stored and shown exactly, and light in the light theme", {
  tag: "@long",
}, async ({ workspace, page, site }) => {
  await addNotes(site, { title: "colorful" });
  await page.emulateMedia({ colorScheme: "dark" });
  await workspace.open(NOTES);
  await openNote(page, "colorful");
  const dialog = page.getByRole("dialog");
  // Once the editor has loaded, the footer moves; a click at that moment would miss its button.
  await expect(dialog.getByRole("textbox", { name: "Note text" })).toBeVisible();
  for (const [name, value] of Object.entries(COLORS)) {
    await dialog.getByRole("button", { name: "Change color" }).click();
    await dialog.getByTitle(name, { exact: true }).click();
    await expect(dialog.getByTitle(name, { exact: true })).toBeHidden();
    await expect.poll(async () => (await stored(site))[0]?.color).toBe(value);
    await expect(card(page, "colorful")).toHaveCSS("background-color", rgb(value));
  }
  await page.emulateMedia({ colorScheme: "light" });
  await expect(card(page, "colorful")).toHaveCSS("background-color", rgb("#f8dde8"));
  await page.emulateMedia({ colorScheme: "dark" });
  await dialog.getByRole("button", { name: "Change color" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog.getByTitle("Teal")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a deleted note disappears at once, and is shown again when the backend refuses", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  await addNotes(site, { title: "doomed", content: "<p>words</p>" });
  await workspace.open(NOTES);
  await openNote(page, "doomed");
  await page.getByRole("dialog").getByTitle("Delete note").click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("article")).toHaveCount(0);
  await expect.poll(() => stored(site)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(page, "doomed")).toContainText("words");
  await expect
    .poll(() => stored(site))
    .toMatchObject([{ title: "doomed", content: "<p>words</p>" }]);

  watch.expectStatus(500);
  await page.route("**/rest/v1/workspace_notes*", failRequests("The disk is full.", "DELETE"));
  await openNote(page, "doomed");
  await page.getByRole("dialog").getByTitle("Delete note").click();
  await expect(page.getByRole("alert")).toHaveText(/The disk is full\./);
  await expect(card(page, "doomed")).toBeVisible();
  // The notification of the first deletion may still be fading out beside that of the second.
  await expect(page.getByText("Note moved to the trash.")).toHaveCount(0);
});

test("the search finds words in a note's title and whole text, and colors filter the notes", async ({
  workspace,
  page,
  site,
}) => {
  await addNotes(
    site,
    { title: "Alpha", content: "<p>some <strong>bo</strong>ld text</p>" },
    {
      title: "Long",
      content: `<p>${"filler ".repeat(400)}needle &amp; thread</p>`,
      color: "#452121",
    },
    { title: "Gamma", content: "<p>plain</p>" },
  );
  await workspace.open(NOTES);
  const box = page.getByLabel("Search notes");
  await expect(card(page, "Alpha")).toBeVisible();
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
  await box.fill("BOLD alp");
  await expect.poll(() => titles(page)).toEqual(["Alpha"]);
  await expect(page.getByText("1 note found")).toBeVisible();
  await expect(card(page, "Alpha").locator("mark")).toHaveText("Alp");
  const marked = () => page.evaluate(() => [...(CSS.highlights.get("found") ?? [])].map(String));
  expect(await marked()).toEqual(["bold"]);
  await box.fill("needle & long");
  await expect.poll(() => titles(page)).toEqual(["Long"]);
  expect(await marked()).toEqual([]);
  await expect(card(page, "Long")).toContainText("…filler filler filler needle & thread");
  await expect(page).toHaveURL(/[?&]q=needle/);
  await page.reload();
  await expect(box).toHaveValue("needle & long");
  await expect.poll(() => titles(page)).toEqual(["Long"]);
  await box.fill("strong");
  await expect(page.getByText("No Notes Found")).toBeVisible();
  await box.press("Escape");
  await page.getByRole("group", { name: "Color" }).getByRole("button", { name: "Red" }).click();
  await expect.poll(() => titles(page)).toEqual(["Long"]);
  await expect(page).toHaveURL(/[?&]color=red/);

  // The list contains only the excerpt, the editor the whole text.
  await openNote(page, "Long");
  await page.getByRole("textbox", { name: "Note text" }).press("Control+End");
  await page.keyboard.type("!");
  await page.keyboard.press("Escape");
  await expect
    .poll(async () => (await stored(site)).map(({ content }) => content))
    .toContain(`<p>${"filler ".repeat(400)}needle &amp; thread!</p>`);
});

test("a search right after opening finds notes that are not loaded yet, in the archive too", async ({
  workspace,
  page,
  site,
}) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
  await site.sql`insert into workspace_notes (user_id, title, content, updated_at, is_archived)
    select user_id, 'Note ' || n, '<p>number' || n || 'x</p>', now() - n * interval '1 minute', n > 280
    from workspace_users, generate_series(1, 300) n`;
  let respond = () => {};
  const held = new Promise<void>((resolve) => (respond = resolve));
  await page.route(/\/rpc\/note_changes/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.route(/workspace_notes\?.*is_archived=eq\.true/, async (route) => {
    await held;
    await route.fallback();
  });
  await workspace.open(NOTES);
  await expect(card(page, "Note 1")).toBeVisible();
  const box = page.getByLabel("Search notes");
  await box.fill("number250x");
  await expect.poll(() => titles(page)).toEqual(["Note 250"]);
  await box.fill("NUMBER290x");
  await expect.poll(() => titles(page)).toEqual(["Note 290"]);
  await box.fill("number999x");
  await expect(page.getByText("No Notes Found")).toBeVisible();
  respond();
  await box.fill("number290");
  await expect.poll(() => titles(page)).toEqual(["Note 290"]);
});

test("checklists are typed as Markdown, ticked on the card, and copied as Markdown", async ({
  workspace,
  context,
  page,
  site,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await addNotes(site, { title: "List" });
  await workspace.open(NOTES);
  await openNote(page, "List");
  await page.getByRole("textbox", { name: "Note text" }).click();
  await page.keyboard.type("### Todo");
  await page.keyboard.press("Enter");
  await page.keyboard.type("[ ] one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("**two** x");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await card(page, "List").getByRole("checkbox", { name: "two x" }).check();
  await expect
    .poll(async () => (await stored(site))[0]?.content)
    .toBe(
      '<h3>Todo</h3><ul data-type="checklist"><li data-checked="false"><p>one</p></li><li data-checked="true"><p><strong>two</strong> x</p></li></ul>',
    );
  await expect(page.getByRole("dialog")).toBeHidden();
  await openNote(page, "List");
  await expect(page.getByRole("dialog").getByRole("checkbox", { name: "two x" })).toBeChecked();
  await page.getByTitle("Copy as Markdown").click();
  await expect(page.getByText("Copied as Markdown.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "# List\n\n### Todo\n\n- [ ] one\n- [x] **two** x\n",
  );
});

test("an archived note is shown in the archive and can be unarchived", { tag: "@long" }, async ({
  workspace,
  page,
  site,
}) => {
  await addNotes(site, { title: "old" }, { title: "new" });
  await workspace.open(NOTES);
  await openNote(page, "old");
  await page.getByRole("dialog").getByTitle("Archive note").click();
  await expect.poll(() => titles(page)).toEqual(["new"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(page)).toEqual(["old", "new"]);
  await openNote(page, "new");
  await page.getByRole("dialog").getByTitle("Archive note").click();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect.poll(() => titles(page)).toEqual(["new"]);
  await openNote(page, "new");
  await page.getByRole("dialog").getByTitle("Unarchive note").click();
  await expect(page.getByText("Your archive is empty")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Archive" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Notes", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My Notes" })).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(["new", "old"]);
});

test("a note is created, opened, changed, pinned and deleted by keyboard alone", async ({
  workspace,
  page,
  site,
}) => {
  await workspace.open(NOTES);
  await expect(page.getByText("Your workspace is empty")).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.type("by hand");
  await page.keyboard.press("Control+Enter");
  const note = card(page, "by hand");
  await tabTo(page, note.getByRole("button", { name: "by hand" }));
  await page.keyboard.press("p");
  await expect(note.getByTitle("Unpin note")).toBeVisible();
  await expect(page.getByRole("button", { name: "by hand" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Note text" })).toBeFocused();
  await tabTo(page, page.getByPlaceholder("Title"));
  await page.keyboard.type("Renamed");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect.poll(() => stored(site)).toMatchObject([{ title: "Renamed", is_pinned: true }]);
  await expect(page.getByRole("button", { name: "Renamed" })).toBeFocused();
  await page.keyboard.press("Delete");
  await expect.poll(() => stored(site)).toEqual([]);
});

test("an untitled note opens with the caret at its end, also if its dialog opens late", async ({
  workspace,
  page,
  site,
}) => {
  // Simulates a busy device, where the editor has requested the focus earlier.
  await page.addInitScript(() => {
    const { showModal } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.showModal = function () {
      setTimeout(() => showModal.call(this), 100);
    };
  });
  await addNotes(site, { title: "Untitled Note", content: "<p>by hand</p>" });
  await workspace.open(NOTES);
  await card(page, "by hand").getByRole("button", { name: "by hand" }).click();
  const text = page.getByRole("textbox", { name: "Note text" });
  await expect(text).toBeFocused();
  await page.keyboard.type("!");
  await expect(text).toHaveText("by hand!");
});

test("axe finds nothing, and nothing is wider than a phone", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  // The CSP reports the blocked handler while the sanitizer parses it.
  watch.expectProblem(/^policy: script-src-attr blocked inline/);
  watch.expectProblem(/^console error: Executing inline event handler/);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  await addNotes(
    site,
    { title: "x".repeat(300), content: `<p>${"y".repeat(500)}</p>`, color: "#442336" },
    {
      title: "מריםم 🧑‍🔬",
      content: '<ul data-type="checklist"><li data-checked="true"><p>a</p></li></ul>',
    },
    {
      title: "<img src=x onerror=alert(1)>",
      content: "<img src=x onerror=alert(1)><p>ok</p>",
      is_pinned: true,
    },
  );
  await workspace.open(NOTES);
  await expect(page.getByRole("article")).toHaveCount(3);
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await openNote(page, "<img src=x onerror=alert(1)>");
  await expect(page.getByRole("textbox", { name: "Note text" })).toBeVisible();
  await page.getByRole("button", { name: "Change color" }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
});

const COLORS = {
  Default: "#1F2937",
  Red: "#452121",
  Orange: "#472d1e",
  Yellow: "#483c1f",
  Green: "#223b2b",
  Teal: "#1d3a3a",
  Blue: "#1e3045",
  Purple: "#362644",
  Pink: "#442336",
};

function rgb(hex: string): string {
  const parts = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  return `rgb(${parts.join(", ")})`;
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(async () => {
    await page.keyboard.press("Tab");
    expect(await target.evaluate((element) => element === document.activeElement)).toBe(true);
  }).toPass({ intervals: [0] });
}

/** Moves pointer and focus away from the cards, which may then move. */
async function leaveWall(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).hover();
  await page.getByLabel("Search notes").focus();
}
