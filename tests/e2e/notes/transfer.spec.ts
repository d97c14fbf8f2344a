import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { strToU8, zipSync } from "fflate";
import sharp from "sharp";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { keepTakeout } from "../../support/content/keep-takeout.ts";
import { addNotes, card, NOTES, openNote } from "../../support/pages/notes-screen.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
  await site.sql`delete from trashed_notes`;
});

const IMPORT = `${NOTES}?import`;

const zip = (files: Record<string, string>) => ({
  name: "notes.zip",
  mimeType: "application/zip",
  buffer: Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  ),
});

async function choose(page: Page, file: Parameters<Page["setInputFiles"]>[1]) {
  await page.getByLabel("Files with notes").setInputFiles(file);
}

/** All exported data of all notes. */
const allNotes = ({ sql }: BuiltSite) => sql`
  select id, title, content, color, is_pinned, is_archived, labels, updated_at::text, false as trashed
  from workspace_notes
  union all
  select id, title, content, color, is_pinned, is_archived, labels, updated_at::text, true
  from trashed_notes
  order by id`;

/** A promise with a function that resolves it. */
function heldBack() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test("notes of Google Keep are reviewed and imported; the same file adds nothing again", async ({
  workspace,
  page,
  site,
}) => {
  const takeout = {
    name: "takeout.zip",
    mimeType: "application/zip",
    buffer: Buffer.from(keepTakeout({ notes: 200, pictures: 0 }, () => new Uint8Array())),
  };
  await workspace.open(NOTES);
  await page.getByRole("button", { name: "More" }).press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Import Notes" })).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await choose(page, takeout);
  await expect(
    page.getByText("takeout.zip, Google Keep: 200 to add, 0 already here."),
  ).toBeVisible();
  expect(await allNotes(site)).toHaveLength(0);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.getByRole("checkbox", { name: "All of Trash" }).uncheck();
  await page.getByRole("button", { name: "Import 196 Notes" }).click();
  await expect(page.getByText("196 notes were imported.")).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);

  await page.getByRole("button", { name: "Import More" }).click();
  await choose(page, takeout);
  await expect(page.getByText("4 to add, 196 already here.")).toBeVisible();
  await page.getByRole("button", { name: "Import 4 Notes" }).click();
  await expect(page.getByText("4 notes were imported.")).toBeVisible();
  const [counts] = await site.sql`
    select count(*)::int as all, count(*) filter (where is_archived)::int as archived,
      count(*) filter (where is_pinned)::int as pinned,
      count(*) filter (where content like '<ul data-type="checklist">%')::int as lists,
      count(distinct color)::int as colors, max(updated_at)::text < '2017' as is_old,
      (select count(*)::int from trashed_notes) as trashed
    from workspace_notes`;
  expect(counts).toEqual({
    all: 196,
    archived: 16,
    pinned: 2,
    lists: 66,
    colors: 9,
    is_old: true,
    trashed: 4,
  });

  await site.sql`delete from workspace_notes where title = 'Note 198'`;
  await page.getByRole("button", { name: "Import More" }).click();
  await choose(page, takeout);
  await expect(page.getByText("0 to add, 199 already here, 1 in your trash.")).toBeVisible();
  await expect(page.getByText("Everything in this file")).toHaveCount(0);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page
    .getByRole("region", { name: "In your trash" })
    .getByRole("checkbox", { name: "Note 198" })
    .check();
  await page.getByRole("button", { name: "Import 1 Note" }).click();
  await expect(page.getByText("1 note was restored from the trash.")).toBeVisible();
  await page.getByRole("link", { name: "My Notes" }).last().click();
  await expect(card(page, "Note 198")).toBeVisible();
  await page.getByLabel("Search notes").fill("Note 101");
  await expect(card(page, "Note 101")).toBeVisible();
});

test("an export is imported as the same notes", async ({ workspace, page, site }) => {
  const content =
    '<p style="text-align:center">a <u>b</u></p><ul data-type="checklist"><li data-checked="true"><p>c</p></li></ul>';
  await addNotes(
    site,
    { title: "Plain", content: "<p>[[x]] *y* </p>" },
    { title: "a/b: c", content, color: "#452121", is_pinned: true, labels: ["Home", "#2"] },
    { title: "Old", content: `<p>${"long ".repeat(2000)}</p>`, is_archived: true },
    { title: "Deleted" },
  );
  await site.sql`delete from workspace_notes where title = 'Deleted'`;
  const before = [...(await allNotes(site))];
  await workspace.open(NOTES);
  await expect(card(page, "Plain")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("export notes");
  await page.getByRole("option", { name: "Export notes" }).click();
  const dialog = page.getByRole("dialog", { name: "Export Notes" });
  await dialog.getByRole("checkbox", { name: "Include the trash" }).check();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^foyer-notes-\d{4}-\d\d-\d\d\.zip$/);
  await expect(page.getByText("4 notes exported.")).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await site.sql`delete from workspace_notes`;
  await site.sql`delete from trashed_notes`;
  await workspace.open(IMPORT);
  await choose(
    page,
    await download
      .path()
      .then(async (path) => ({ name: "n.zip", mimeType: "", buffer: await readFile(path) })),
  );
  await page.getByRole("button", { name: "Import 4 Notes" }).click();
  await expect(page.getByText("4 notes were imported.")).toBeVisible();
  expect([...(await allNotes(site))]).toEqual(before);
});

test("one note is saved as Markdown from its editor", async ({ workspace, page, site }) => {
  await addNotes(site, {
    title: "Recipe",
    content: "<p><strong>butter</strong></p>",
    labels: ["Home"],
  });
  await workspace.open(NOTES);
  await openNote(page, "Recipe");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as Markdown" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("Recipe.md");
  const text = await readFile(await download.path(), "utf8");
  expect(text).toMatch(
    /^---\nfoyer: 2\nid: "[^"]+"\ntitle: "Recipe"\nlabels:\n {2}- "Home"\nupdated: "[^"]+"\n---\n\n\*\*butter\*\*\n$/,
  );
});

test("a note that cannot be imported is shown with the reason, and hostile notes run no code", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  // Chromium reports handlers while they are removed, although the document cannot run them.
  watch.expectProblem(/^console error: Executing inline event handler violates/);
  watch.expectProblem(/^policy: script-src-attr/);
  await workspace.open(IMPORT);
  await choose(page, zip({ "a.pdf": "x" }));
  await expect(page.getByText(/^No notes were found/)).toBeVisible();
  await choose(page, zip({ "a.md": "x".repeat(5_000_000) }));
  await expect(page.getByText(/^This zip would grow more than 100 times/)).toBeVisible();
  const hostile =
    '<p onclick="x()">text<img src=x onerror="document.title=1"><script>document.title=1</script></p>\n\n[a](javascript:document.title=1) <b>bold</b>';
  await choose(page, [
    { name: "evil.md", mimeType: "", buffer: Buffer.from(hostile) },
    { name: "long.md", mimeType: "", buffer: Buffer.from("y".repeat(1024 * 1024)) },
  ]);
  await expect(
    page.getByText(
      "1 to add, 0 already here, 1 can't be imported, 1 with something that is not brought along.",
    ),
  ).toBeVisible();
  await expect(page.getByText("Can't be imported. It is longer than 1.00 MB.")).toBeVisible();
  await page.getByRole("button", { name: "Import 1 Note" }).click();
  await expect(page.getByText("1 note was imported.")).toBeVisible();
  const [note] = await site.sql`select title, content from workspace_notes`;
  expect(note).toEqual({ title: "evil", content: "<p>text</p><p>a <strong>bold</strong></p>" });
});

test("an import of notes can be canceled between its parts, and continued", async ({
  workspace,
  page,
  site,
}) => {
  await workspace.open(IMPORT);
  await choose(
    page,
    zip(Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`${at}.md`, `Text ${at}`]))),
  );
  let parts = 0;
  const { promise: held, resolve: release } = heldBack();
  await page.route("**/rpc/import_notes", async (route) => {
    parts += 1;
    if (parts === 2) await held;
    await route.continue().catch(() => {});
  });
  await page.getByRole("button", { name: "Import 250 Notes" }).click();
  await expect(page.getByText("100 of 250 notes")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Canceled. This list shows what was not imported.")).toBeVisible();
  await expect(page.getByText("150 to add, 100 already here.")).toBeVisible();
  release();
  await page.unroute("**/rpc/import_notes");
  await page.getByRole("button", { name: "Import 150 Notes" }).click();
  await expect(page.getByText("150 notes were imported.")).toBeVisible();
  expect(await allNotes(site)).toHaveLength(250);
});

test("an import of notes that ends with its page continues when the same file is chosen again", async ({
  workspace,
  context,
  page,
  site,
}) => {
  const file = zip(
    Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`${at}.md`, `${at}`])),
  );
  await workspace.open(IMPORT);
  await choose(page, file);
  const { promise: held, resolve: release } = heldBack();
  let parts = 0;
  await page.route("**/rpc/import_notes", async (route) => {
    parts += 1;
    // The second part is stored, but its response never arrives.
    if (parts === 2) await route.fetch().then(() => held);
    await route.continue().catch(() => {});
  });
  await page.getByRole("button", { name: "Import 150 Notes" }).click();
  await expect.poll(async () => (await allNotes(site)).length).toBe(150);
  await page.close();
  release();

  const next = await context.newPage();
  await next.goto(`/#${IMPORT}`);
  await choose(next, file);
  await expect(next.getByText("0 to add, 150 already here.")).toBeVisible();
  await expect(next.getByText("Everything in this file is in your notes already.")).toBeVisible();
});

test("backups, texts and pages of other programs are imported as notes, and omitted parts are named", async ({
  workspace,
  page,
  site,
}) => {
  const info = { "net.shinyfrog.bear": { pinned: 1, modificationDate: "2023-10-11T08:09:57Z" } };
  await workspace.open(IMPORT);
  const files = page.getByLabel("Files with notes");
  await expect(files).toHaveAttribute("accept", /\.txt,\.html,\.htm,\.textbundle,.*\.bear2bk/);
  await choose(page, [
    {
      ...zip({
        "B.bear2bk/Plan.textbundle/text.md": "# Plan\n\n#work/home [a.pdf](assets/a.pdf)",
        "B.bear2bk/Plan.textbundle/info.json": JSON.stringify(info),
        "B.bear2bk/Plan.textbundle/assets/a.pdf": "x",
        "B.bear2bk/photo\u202egpj.exe": "x",
      }),
      name: "B.bear2bk",
    },
    { name: "Größe.txt", mimeType: "", buffer: Buffer.from("Gr\xf6\xdfe in Jahren", "latin1") },
    {
      name: "page.html",
      mimeType: "",
      buffer: Buffer.from("<title>A &amp; B</title><p style='color:red'>text<script>x()</script>"),
    },
  ]);
  await expect(page.getByText("3 files, Bear, Text, Web page: 3 to add")).toBeVisible();
  await expect(page.getByText("Not brought along: the file a.pdf")).toBeVisible();
  await expect(
    page.getByText(/because they are no notes: .*a\.pdf, .*photo\[U\+202E\]gpj\.exe\.$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Import 3 Notes" }).click();
  await expect(page.getByText("3 notes were imported.")).toBeVisible();
  const notes = await site.sql`
    select title, content, labels, is_pinned from workspace_notes order by title`;
  expect([...notes]).toEqual([
    { title: "A & B", content: "<p>text</p>", labels: [], is_pinned: false },
    { title: "Größe", content: "<p>Größe in Jahren</p>", labels: [], is_pinned: false },
    { title: "Plan", content: "<p>#work/home a.pdf</p>", labels: ["work/home"], is_pinned: true },
  ]);
});

test("notes are imported and exported with their pictures", async ({ workspace, page, site }) => {
  const shown = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  const takeout = (pictures: Buffer[]) => ({
    name: "takeout.zip",
    mimeType: "application/zip",
    buffer: Buffer.from(
      keepTakeout({ notes: 4, pictures: 3 }, (index) => pictures[index] as Buffer),
    ),
  });
  const file = takeout([shown, Buffer.from("no picture"), shown]);
  // The signature of the last picture's own header, 30 bytes before its name.
  file.buffer[file.buffer.indexOf("Takeout/Notizen/picture-2.jpg") - 30] = 0;
  await site.sql`delete from workspace_files`;
  await workspace.open(IMPORT);
  await choose(page, file);
  await expect(page.getByText(/^3 pictures with .* will be stored in your drive/)).toBeVisible();
  await page.getByRole("button", { name: "Import 4 Notes" }).click();
  await expect(page.getByText("4 notes were imported.")).toBeVisible();
  for (const reason of [
    "“picture-1.jpg” (It is no picture.)",
    "“picture-2.jpg” (This file in the zip is damaged.)",
  ]) {
    await expect(page.getByText("Not imported: ").filter({ hasText: reason })).toBeVisible();
  }
  const files = () => site.sql`
    select file.id, file.name, file.size, folder.name as folder from workspace_files as file
    join workspace_files as folder on folder.id = file.parent_id`;
  const [stored, ...others] = await files();
  expect(others).toEqual([]);
  expect(stored).toMatchObject({
    name: "picture-0.jpg",
    size: shown.length,
    folder: "Note pictures",
  });
  const before = [...(await allNotes(site))];
  const tag = `<img data-file="${stored?.id}" alt="" width="40" height="30">`;
  expect(before.filter(({ content }) => content.includes("<img"))).toHaveLength(1);
  expect(before.filter(({ content }) => content.startsWith(tag))).toHaveLength(1);

  await workspace.open(`${NOTES}?export`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const buffer = await readFile(await (await downloading).path());
  await site.sql`delete from workspace_notes`;
  await site.sql`delete from trashed_notes`;
  await site.sql`delete from workspace_files`;
  await workspace.open(IMPORT);
  await choose(page, { name: "notes.zip", mimeType: "application/zip", buffer });
  await page.getByRole("button", { name: "Import 4 Notes" }).click();
  await expect(page.getByText("4 notes were imported.")).toBeVisible();
  expect([...(await allNotes(site))]).toEqual(before);
  expect(await files()).toMatchObject([{ id: stored?.id, size: shown.length }]);
});
