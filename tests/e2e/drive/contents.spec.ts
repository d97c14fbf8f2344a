import { expect } from "@playwright/test";
import { zipSync } from "fflate";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import {
  contentOf,
  DRIVE,
  seedTree,
  storedTree,
  textFile,
} from "../../support/pages/drive-screen.ts";
import { test } from "./fixtures.ts";

test("pictures, texts, audio, video and PDF files are previewed, and no code in them runs", async ({
  drive,
  page,
  workspace,
  watch,
}) => {
  await workspace.open(DRIVE);
  await drive.choose([
    { name: "1.svg", mimeType: "image/svg+xml", buffer: Buffer.from(EVIL_SVG) },
    { name: "2.html", mimeType: "text/html", buffer: Buffer.from(EVIL_HTML) },
    { name: "3.wav", mimeType: "audio/wav", buffer: silence() },
    { name: "4.pdf", mimeType: "application/pdf", buffer: Buffer.from(PDF) },
    { name: "5.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") },
    { name: "5a.docx", mimeType: DOCX, buffer: Buffer.from("PK\u0003\u0004 word/document.xml") },
    { name: "6.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0, 1, 2]) },
    { name: "7.png", mimeType: "image/png", buffer: Buffer.from("") },
    { name: "8.zip", mimeType: "application/zip", buffer: Buffer.from("no zip at all") },
  ]);
  await expect(drive.item("8.zip")).toBeVisible();
  await drive.item("1.svg").dblclick();
  await expect(drive.dialog).toHaveAccessibleName("Preview: 1.svg");
  const picture = drive.dialog.getByRole("img", { name: "1.svg" });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40);

  await page.keyboard.press("ArrowRight");
  await expect(drive.dialog.locator("pre")).toHaveText(EVIL_HTML);
  await expect(page).toHaveURL(/preview=/);
  await page.reload();
  await expect(drive.dialog.locator("pre")).toHaveText(EVIL_HTML);

  // An expired URL is replaced.
  let refused = 0;
  watch.expectProblem(/^answer: 400 .*object\/sign/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.route(
    "**/object/sign/**token=*",
    (route) => {
      refused += 1;
      return route.fulfill({ status: 400, json: { message: "jwt expired" } });
    },
    { times: 1 },
  );
  await drive.dialog.getByRole("button", { name: "Next" }).click();
  const sound = drive.dialog.getByLabel("3.wav");
  await expect
    .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeCloseTo(1, 1);
  expect(refused).toBe(1);

  await drive.dialog.getByRole("button", { name: "Next" }).click();
  await expect(drive.dialog.locator("iframe[title='4.pdf']")).toHaveAttribute(
    "src",
    /^blob:.*toolbar=1/,
  );
  const inTab = drive.dialog.getByRole("link", { name: "Open in a new tab" });
  await expect(inTab).toHaveAttribute("href", /^blob:/);

  for (const name of ["5.png", "5a.docx", "6.bin"]) {
    await drive.dialog.getByRole("button", { name: "Next" }).click();
    await expect(drive.dialog).toHaveAccessibleName(`Preview: ${name}`);
    await expect(drive.dialog.getByText("This file cannot be shown here.")).toBeVisible();
  }
  const download = page.waitForEvent("download");
  await drive.dialog.getByRole("button", { name: "Download" }).click();
  expect(await contentOf(await download, "hex")).toBe("000102");
  const beside = page.waitForEvent("download");
  await drive.dialog.getByRole("button", { name: "Save file" }).click();
  expect((await beside).suggestedFilename()).toBe("6.bin");
  await drive.dialog.getByRole("button", { name: "Next" }).click();
  await expect(drive.dialog.getByText("This file is empty.")).toBeVisible();
  await drive.dialog.getByRole("button", { name: "Next" }).click();
  const refusal = drive.dialog.getByRole("alert");
  await expect(refusal.getByRole("button", { name: "Save file" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drive.dialog).toHaveCount(0);
  await drive.item("2.html").dblclick();
  await expect(drive.dialog).toHaveAccessibleName("Preview: 2.html");
  await page.keyboard.press("Escape");
  await expect(drive.item("2.html")).toBeFocused();
});

test("Markdown, tables, code, zips and text without an extension each have a suitable preview", async ({
  drive,
  page,
  workspace,
  watch,
}) => {
  const rows = Array.from({ length: 600 }, (_, row) => `"row ${row}","a, b"`);
  const zip = zipSync({ "one.txt": Buffer.from("one"), "in/two.txt": Buffer.from("two") });
  // The CSP reports this while the text is being sanitized.
  watch.expectProblem(/^policy: script-src-attr blocked inline/);
  watch.expectProblem(/^console error: Executing inline event handler/);
  watch.expectProblem(/^third party: https:\/\/pictures\.example\/far\.svg/);
  const asked: string[] = [];
  await page.route("https://pictures.example/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "image/svg+xml",
      body: "<svg xmlns='http://www.w3.org/2000/svg'/>",
    });
  });
  await workspace.open(DRIVE);
  await drive.choose([
    { name: "1.md", mimeType: "", buffer: Buffer.from(MARKDOWN) },
    { name: "2.csv", mimeType: "text/csv", buffer: Buffer.from(["name,tags", ...rows].join("\n")) },
    { name: "3.ts", mimeType: "video/mp2t", buffer: Buffer.from("const a = '<b>';") },
    { name: "4.zip", mimeType: "application/zip", buffer: Buffer.from(zip) },
    { name: "5 LICENSE", mimeType: "", buffer: Buffer.from("Free to use – überall.") },
    { name: "6 core", mimeType: "", buffer: Buffer.from([70, 0, 1]) },
    { name: "7.md", mimeType: "", buffer: Buffer.from(`${"> ".repeat(5000)}deep`) },
    { name: "8.svg", mimeType: "image/svg+xml", buffer: Buffer.from(EVIL_SVG) },
  ]);
  await expect(drive.item("8.svg")).toBeVisible();
  await drive.item("1.md").dblclick();
  const { dialog } = drive;
  await expect(dialog.getByRole("heading", { name: "Title" })).toBeVisible();
  await expect(dialog.getByRole("link")).toHaveText(["link"]);
  await expect(dialog.getByRole("checkbox", { name: "passports" })).not.toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "tickets" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "tickets" })).toBeDisabled();
  await expect(dialog.locator("input")).toHaveCount(2);
  await expect(dialog.locator("ol")).toHaveAttribute("start", "4");
  await expect(dialog.getByRole("img")).toHaveCount(0);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  expect(asked).toEqual([]);
  await dialog.getByRole("button", { name: "Show pictures" }).click();
  await expect(dialog.getByRole("img", { name: "far" })).toBeAttached();
  await expect.poll(() => asked).toEqual(["https://pictures.example/far.svg"]);

  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByText("600 rows")).toBeVisible();
  await expect(dialog.getByRole("row")).toHaveCount(501);
  await expect(dialog.getByRole("cell", { name: "a, b" }).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Show more" }).click();
  await expect(dialog.getByRole("cell", { name: "row 599" })).toBeAttached();

  await page.keyboard.press("ArrowRight");
  await expect(dialog.locator(".hljs-keyword")).toHaveText("const");
  await expect(dialog.locator("pre")).toHaveText("const a = '<b>';");
  expect(await axeViolationsInBothThemes(page)).toEqual([]);

  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByText("2 files, 6 Bytes when unpacked")).toBeVisible();
  await expect(dialog.getByRole("listitem").last()).toHaveText("in/two.txt3 Bytes");
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByText("Free to use – überall.")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByText("This file cannot be shown here.")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.locator("pre")).toContainText("> > > deep");

  await page.keyboard.press("ArrowRight");
  const picture = dialog.getByRole("img", { name: "8.svg" });
  const width = () => picture.evaluate((img) => img.getBoundingClientRect().width);
  await expect(picture).toBeVisible();
  const fitting = await width();
  await page.keyboard.press("+");
  await expect.poll(width).toBeCloseTo(2 * fitting, -1);
  // While the preview is enlarged, arrow keys scroll.
  await page.keyboard.press("ArrowLeft");
  await expect(dialog).toHaveAccessibleName("Preview: 8.svg");
  await page.keyboard.press("0");
  await expect.poll(width).toBeCloseTo(fitting, -1);
  await expect(dialog.getByRole("button", { name: "Zoom out" })).toBeDisabled();
});

test("texts and tables of other systems are read as written, and keep their encoding when edited", async ({
  drive,
  page,
  workspace,
}) => {
  const mark = Buffer.from([0xff, 0xfe]);
  const rows = Array.from({ length: 40_000 }, (_, row) => `row ${row},some more text`);
  await workspace.open(DRIVE);
  await drive.choose([
    { name: "1.txt", buffer: Buffer.from("4772f6df65209620313020800d0a", "hex") },
    { name: "2.csv", buffer: Buffer.concat([mark, Buffer.from("a;b\n1,5;ü\n", "utf16le")]) },
    { name: "3.csv", buffer: Buffer.from(["name,text", ...rows].join("\n")) },
    { name: "4.txt", buffer: Buffer.from("b3f3649f", "hex") },
  ]);
  await expect(drive.item("4.txt")).toBeVisible();
  await drive.item("1.txt").dblclick();
  const { dialog } = drive;
  await expect(dialog.locator("pre")).toHaveText("Größe – 10 €\n");
  await expect(dialog.getByLabel("Encoding")).toHaveValue("windows-1252");
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  await dialog.getByRole("textbox").fill("Größe → 10 €\n");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("“→” cannot be saved in windows-1252.");
  await dialog.getByRole("textbox").fill("Größe 11 €\n");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
  const western = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect(await contentOf(await western, "hex")).toBe("4772f6df6520313120800d0a");
  await dialog.getByLabel("Encoding").selectOption("utf-8");
  await expect(dialog.getByText("Not saved yet")).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
  const unicode = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect(await contentOf(await unicode)).toBe("Größe 11 €\r\n");
  await dialog.getByRole("button", { name: "Close editor" }).click();

  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByRole("row")).toHaveText(["ab", "1,5ü"]);
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByText(/^first 2\d,\d{3} rows$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.locator("pre")).toHaveText("³ódŸ");
  await dialog.getByLabel("Encoding").selectOption("windows-1250");
  await expect(dialog.locator("pre")).toHaveText("łódź");
  // Editing starts from the chosen version.
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(dialog.getByRole("textbox")).toHaveValue("łódź");
});

test("folders are opened, and files selected, moved, trashed and restored by keyboard alone", async ({
  drive,
  page,
  workspace,
  site,
}) => {
  await seedTree(site, ["Box/", "1.txt", "2.txt", "3.txt"]);
  await workspace.open(DRIVE);
  await drive.item("Box").waitFor();
  const { keyboard } = page;
  await page.getByRole("button", { name: "New Folder" }).focus();
  await keyboard.press("Enter");
  await keyboard.type("Attic");
  await keyboard.press("Enter");
  await expect(drive.item("Attic")).toBeVisible();
  await expect(drive.button("New Folder")).toBeFocused();
  await drive.tabToList();
  await keyboard.press("Home");
  await expect(drive.item("Attic")).toBeFocused();
  await keyboard.press("ArrowRight");
  await expect(drive.item("Box")).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByText("This folder is empty")).toBeVisible();
  // Going back returns to the folder, and the keys still work there.
  await page.goBack();
  await expect(drive.item("Box")).toBeFocused();
  await keyboard.press("ArrowLeft");
  await expect(drive.item("Attic")).toBeFocused();
  await keyboard.press("Enter");
  await drive.item("Attic").waitFor({ state: "detached" });
  await page.goBack();
  await keyboard.press("End");
  await expect(drive.item("3.txt")).toBeFocused();
  await keyboard.press(" ");
  await keyboard.press("Shift+ArrowLeft");
  await expect(drive.grid.locator("[aria-selected=true]")).toHaveCount(2);
  await expect(page.getByRole("status").filter({ hasText: "2 selected" })).toBeAttached();
  await keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Download as zip" })).toBeFocused();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(drive.dialog).toHaveAccessibleName("Move 2 items");
  await drive.dialog.getByRole("radio", { name: "Box" }).focus();
  await keyboard.press(" ");
  await keyboard.press("Enter");
  await expect
    .poll(() => storedTree(site))
    .toEqual(["1.txt", "Attic", "Box", "Box > 2.txt", "Box > 3.txt"]);
  await expect(drive.item("1.txt")).toBeFocused();
  await keyboard.press("Delete");
  await expect(drive.item("1.txt")).toHaveCount(0);
  // The neighbor must have the focus before the next key.
  await expect(drive.item("Box")).toBeFocused();
  await keyboard.press("F2");
  await keyboard.type("Chest");
  await keyboard.press("Enter");
  await expect(drive.item("Chest")).toBeVisible();
  await expect
    .poll(() => storedTree(site))
    .toEqual(["Attic", "Chest", "Chest > 2.txt", "Chest > 3.txt"]);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("on a phone a tap opens a file, boxes select files, a visible button opens the menu, and nothing is cut off", {
    tag: "@long",
  }, async ({ drive, page, workspace, site }) => {
    await seedTree(site, ["Box/", "Box/in.txt", "1.txt", `${"long".repeat(60)}.txt`]);
    await workspace.open(DRIVE);
    await drive.item("Box").tap();
    await drive.item("in.txt").getByRole("button", { name: /^More/ }).tap();
    await page.getByRole("menuitem", { name: "Move to trash" }).tap();
    await expect(page.getByText("This folder is empty")).toBeVisible();
    await drive.crumbs.getByRole("link", { name: "My Drive" }).tap();
    await drive.item("1.txt").getByRole("checkbox").tap();
    await drive.item("Box").tap();
    await expect(page.getByRole("toolbar")).toContainText("2 selected");
    // All commands fit in one line.
    const tools = await page.getByRole("toolbar").getByRole("button").all();
    const tops = await Promise.all(tools.map(async (tool) => (await tool.boundingBox())?.y));
    expect(new Set(tops).size).toBe(1);
    const overflow = await page.evaluate(() => document.body.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

test("axe finds nothing in the grid, the list and the dialogs in both themes", async ({
  drive,
  page,
  workspace,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 900 });
  await seedTree(site, ["Box/", "1.txt", "2.txt"]);
  await workspace.open(DRIVE);
  await drive.item("2.txt").click();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Move to..." }).waitFor();
  const found = [await axeViolationsInBothThemes(page)];
  await page.getByRole("menuitem", { name: "Move to..." }).click();
  await drive.dialog.getByRole("radio", { name: "Box" }).waitFor();
  found.push(await axeViolationsInBothThemes(page));
  await page.keyboard.press("Escape");
  await drive.choose([textFile("1.txt", "again")]);
  await drive.dialog.getByRole("button", { name: "Keep both" }).click();
  await expect(drive.uploads).toContainText("1 uploaded");
  await drive.item("2.txt").press("Escape");
  await expect(page.getByRole("button", { name: "Clear selection" })).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await drive.button("List view").click();
  await expect(drive.grid.getByRole("columnheader", { name: "Name" })).toBeVisible();
  found.push(await axeViolationsInBothThemes(page));
  expect(found).toEqual([[], [], []]);
});

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/** Markdown with content that a document must neither run nor load. */
const MARKDOWN = `---
private: front matter
---
# Title

A [link](https://example.com), a [script](javascript:document.title='hit') and
<script>document.title='hit'</script><img src="x" onerror="document.title='hit'">

![far](https://pictures.example/far.svg)

- [ ] passports
- [x] tickets

4. fourth

<input value="typed"><input type="image" src="https://pictures.example/far.svg">

| a | b |
| --- | --- |
| 1 | 2 |
`;

const EVIL_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>alert(1)</script><rect width="40" height="40" onload="alert(2)"/></svg>`;
const EVIL_HTML = `<script>alert(3)</script><img src=x onerror=alert(4)>`;
const PDF = `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj
trailer<</Root 1 0 R>>`;

/** A second of silence as a WAV file. */
function silence(): Buffer {
  const rate = 8000;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + rate, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(rate, 40);
  return Buffer.concat([head, Buffer.alloc(rate, 128)]);
}
