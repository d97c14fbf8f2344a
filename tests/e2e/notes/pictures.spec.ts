import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { emptyDrive, storedTree } from "../../support/pages/drive-screen.ts";
import {
  addNote,
  addNotes,
  card,
  NOTES,
  noteText,
  openNote,
  storedTexts,
} from "../../support/pages/notes-screen.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
  await site.sql`delete from trashed_notes`;
  await emptyDrive(site);
});

/** A picture in a single color. */
const pictureOf = (background: string, width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

interface GivenPicture {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Pastes or drops files into the open note, as the browser would. */
async function give(page: Page, how: "paste" | "drop", files: readonly GivenPicture[]) {
  const given = files.map(({ bytes, ...file }) => ({ ...file, text: bytes.toString("base64") }));
  await noteText(page).evaluate(
    (text, { how, given }) => {
      const data = new DataTransfer();
      for (const { name, type, text } of given) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      const { left, top } = text.getBoundingClientRect();
      const options = { bubbles: true, cancelable: true };
      text.dispatchEvent(
        how === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", {
              ...options,
              dataTransfer: data,
              clientX: left + 20,
              clientY: top + 20,
            }),
      );
    },
    { how, given },
  );
}

const png = async (name: string, color: string): Promise<GivenPicture> => ({
  name,
  type: "image/png",
  bytes: await pictureOf(color),
});

const pictures = (page: Page) => noteText(page).getByRole("img");

/** Whether the browser has loaded a picture. */
const isLoaded = (image: ReturnType<typeof pictures>) =>
  expect
    .poll(() => image.evaluate((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)))
    .toBeGreaterThan(0);

const files = ({ sql }: BuiltSite) =>
  sql<{ id: string; name: string }[]>`
    select id, name from workspace_files where not is_folder order by name`;

test("typing after a picture at the end of a text, as in imported notes, continues below the picture", async ({
  workspace,
  page,
  site,
}) => {
  const picture = `<img data-file="${randomUUID()}" alt="Boat" width="64" height="48">`;
  await addNotes(site, { title: "Untitled Note", content: `<p>text</p>${picture}` });
  await workspace.open(NOTES);
  await openNote(page, "text");
  await expect(pictures(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await openNote(page, "text");
  await expect(noteText(page)).toBeFocused();
  await page.keyboard.type("below");
  await expect.poll(() => storedTexts(site)).toEqual([`<p>text</p>${picture}<p>below</p>`]);
  await noteText(page).press("Control+a");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("!");
  await expect.poll(() => storedTexts(site)).toEqual([`<p>text</p>${picture}<p>below!</p>`]);
  // Opening and closing the note saved nothing.
  expect([...(await site.sql`select revision from workspace_notes`)]).toEqual([{ revision: 3 }]);
});

test("pictures are pasted, dropped and chosen, and become files of the drive", {
  tag: "@long",
}, async ({ workspace, page, site, watch }) => {
  // A second file with the same name causes a conflict.
  watch.expectStatus(409);
  await workspace.open(`${NOTES}?note=${await addNote(site, "Trip")}`);
  await noteText(page).click();
  await page.keyboard.type("before");
  await give(page, "paste", [await png("image.png", "red")]);
  await expect(pictures(page)).toHaveCount(1);
  await page.keyboard.type("after");
  await give(page, "drop", [await png("Boat at sea.png", "blue")]);
  await expect(pictures(page)).toHaveCount(2);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add pictures" }).click();
  await (await chooser).setFiles([
    { name: "one.png", mimeType: "image/png", buffer: await pictureOf("green") },
    { name: "Boat at sea.png", mimeType: "image/png", buffer: await pictureOf("gray") },
  ]);
  await expect(pictures(page)).toHaveCount(4);
  await expect
    .poll(() => storedTree(site))
    .toEqual([
      "Note pictures",
      expect.stringMatching(/^Note pictures > Boat at sea \([0-9a-f]{8}\)\.png$/),
      "Note pictures > Boat at sea.png",
      expect.stringMatching(/^Note pictures > Picture [0-9a-f]{8}\.png$/),
      "Note pictures > one.png",
    ]);
  const stored = await files(site);
  await expect.poll(async () => (await storedTexts(site))[0]).toContain("after");
  const [text = ""] = await storedTexts(site);
  expect(text).toContain('alt="Boat at sea" width="64" height="48"');
  expect(text).not.toMatch(/src|blob:|token|http/);
  for (const { id } of stored) expect(text).toContain(`<img data-file="${id}"`);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);

  await page.reload();
  await expect(pictures(page)).toHaveCount(4);
  for (const image of await pictures(page).all()) {
    await image.scrollIntoViewIfNeeded();
    await isLoaded(image);
  }
  expect(await pictures(page).first().getAttribute("src")).toMatch(/\/object\/sign\/.*token=/);
  await page.keyboard.press("Escape");
  await expect(card(page, "Trip").getByRole("img")).toHaveCount(1);
  await isLoaded(card(page, "Trip").getByRole("img"));
  const used = await site.sql`select file_id from note_files where unused_since is null`;
  expect(used).toHaveLength(4);
});

test("a broken picture or a file of another type is refused with a reason", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  watch.tolerate(/ERR_FILE_NOT_FOUND|Failed to load/);
  await workspace.open(`${NOTES}?note=${await addNote(site, "Trip")}`);
  await noteText(page).click();
  const status = page.getByRole("dialog").getByRole("status");
  await give(page, "paste", [
    { name: "broken.png", type: "image/png", bytes: Buffer.from("\x89PNG\r\n\x1a\nbroken") },
  ]);
  await expect(status.filter({ hasText: "“broken.png” is damaged" })).toBeVisible();
  await give(page, "drop", [
    { name: "drawing.svg", type: "image/svg+xml", bytes: Buffer.from("<svg/>") },
  ]);
  await expect(status.filter({ hasText: "“drawing.svg” isn't a picture" })).toBeVisible();
  await expect(pictures(page)).toHaveCount(0);
  expect(await storedTree(site)).toEqual([]);
});

test("a picture added offline is shown, survives a reload, and is uploaded later", {
  tag: "@long",
}, async ({ workspace, page, site, context, watch }) => {
  watch.tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  await workspace.open(`${NOTES}?note=${await addNote(site, "Trip")}`);
  await noteText(page).click();
  // Without a service worker, lazily loaded code must be loaded before the network is cut.
  const isLoading = () =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/note-pictures-"));
  await expect.poll(() => page.evaluate(isLoading)).toBe(true);
  await context.setOffline(true);
  await give(page, "paste", [await png("offline.png", "red")]);
  await isLoaded(pictures(page));
  await expect(page.getByRole("dialog").getByText("Offline, kept on this device")).toBeVisible();
  // The tab dies before the network is available again.
  await context.route("**/storage/v1/**", (route) => route.abort());
  await context.setOffline(false);
  await page.reload();
  await isLoaded(pictures(page));
  expect(await pictures(page).getAttribute("src")).toMatch(/^blob:/);
  expect(await files(site)).toEqual([]);
  await context.unroute("**/storage/v1/**");
  await page.reload();
  await expect
    .poll(async () => (await files(site)).map(({ name }) => name))
    .toEqual(["offline.png"]);
  const [file] = await files(site);
  await expect.poll(async () => (await storedTexts(site))[0]).toContain(file?.id);
  await page.reload();
  await isLoaded(pictures(page));
});

test("a deleted picture is replaced with its alternative text, on the card too", async ({
  workspace,
  page,
  site,
}) => {
  const id = "00000000-0000-4000-8000-00000000000a";
  await addNotes(site, {
    title: "",
    content: `<img data-file="${id}" alt="A boat" width="640" height="480"><p></p>`,
  });
  await workspace.open(NOTES);
  const placeholder = page.getByRole("img", { name: "A boat (not available)" });
  await expect(card(page, "A boat")).toBeVisible();
  await expect(card(page, "A boat").getByRole("img")).toHaveText("A boat");
  await openNote(page, "A boat");
  await expect(page.getByRole("dialog").getByRole("img")).toHaveText("A boat");
  await expect(placeholder.first()).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
});

test("a conflict names the pictures of the other version", async ({ workspace, page, site }) => {
  await workspace.open(`${NOTES}?note=${await addNote(site, "Trip")}`);
  await noteText(page).click();
  const id = "00000000-0000-4000-8000-00000000000a";
  const content = `<p>theirs</p><img data-file="${id}" alt="A boat" width="640" height="480">`;
  await site.sql`update workspace_notes set content = ${content}`;
  await page.keyboard.type("mine");
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText(
    "theirs [Picture: A boat]",
  );
});

test("cards with pictures cause no layout shift, and no address is copied from them", async ({
  context,
  workspace,
  page,
  site,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await workspace.open(`${NOTES}?note=${await addNote(site, "First")}`);
  await noteText(page).click();
  await give(page, "paste", [
    { name: "wide.png", type: "image/png", bytes: await pictureOf("red", 640, 200) },
  ]);
  await expect.poll(async () => (await files(site)).length).toBe(1);
  const [file] = await files(site);
  const content = (width: number, height: number) =>
    `<p>text</p><img data-file="${file?.id}" alt="" width="${width}" height="${height}">`;
  await addNotes(
    site,
    ...Array.from({ length: 12 }, (_, index) => ({
      title: `note ${index}`,
      content: content(300 + 40 * index, 300),
    })),
  );
  await page.addInitScript(() => {
    const total = { shift: 0 };
    Object.assign(window, { total });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        total.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/#${NOTES}`);
  await page.reload();
  const shown = (title: string) => card(page, title).locator("img[src]");
  await isLoaded(shown("note 11"));
  await isLoaded(shown("note 6"));
  const shift = await page.evaluate(
    () => (window as unknown as { total: { shift: number } }).total.shift,
  );
  expect(shift).toBeLessThanOrEqual(0.001);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType("text/html"))?.text();
  });
  expect(copied).toContain("note 11");
  expect(copied).not.toContain("token=");
});
