import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { contentOf, DRIVE, DriveScreen, textFile } from "../../support/pages/drive-screen.ts";
import { LiveWindow } from "../../support/pages/live-window.ts";
import { WorkspacePanel } from "../../support/pages/workspace-page.ts";
import { nextAddress } from "../fixtures.ts";
import { test } from "./fixtures.ts";

test("a new text file is created under a free name and edited at once, and an empty file is named as such", async ({
  drive,
  page,
  workspace,
  watch,
}) => {
  await workspace.open(DRIVE);
  const { dialog } = drive;
  await drive.choose([textFile("plan.md", "taken")]);
  await expect(drive.item("plan.md")).toBeVisible();
  await drive.button("New text file").click();
  await expect(dialog.getByLabel("File Name")).toHaveValue("Untitled.txt");
  await dialog.getByLabel("File Name").fill("plan.md");
  watch.expectStatus(409);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("“plan.md” already exists in this folder.");
  await dialog.getByLabel("File Name").fill("plan 2.md");
  await page.keyboard.press("Enter");
  const text = dialog.getByRole("textbox", { name: "Text of plan 2.md" });
  await expect(text).toHaveValue("");
  await dialog.getByRole("button", { name: "Close editor" }).click();
  await expect(dialog.getByText("This file is empty.")).toBeVisible();
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  await text.fill("# Plan");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Close editor" }).click();
  await expect(dialog.getByRole("heading", { name: "Plan", exact: true })).toBeVisible();
});

test("a text is edited and saved with its line ends, and its earlier content is a version", async ({
  drive,
  page,
  workspace,
  site,
  watch,
}) => {
  await workspace.open(DRIVE);
  await drive.choose([textFile("a.txt", "one\r\ntwo\r\n"), textFile("b.txt", "other")]);
  await expect(drive.item("b.txt")).toBeVisible();
  await drive.item("a.txt").dblclick();
  const { dialog } = drive;
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const text = dialog.getByRole("textbox", { name: "Text of a.txt" });
  await expect(text).toBeFocused();
  await expect(text).toHaveValue("one\ntwo\n");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("three");
  // The preview's keys belong to the text field while it is open.
  await page.keyboard.press("ArrowLeft");
  await expect(dialog.getByText("Not saved yet")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+s");
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
  await expect(text).toBeFocused();
  // Saves again, possibly before the list of files has been refetched.
  await page.keyboard.type("!");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect(await contentOf(await download)).toBe("one\r\ntwo\r\nthre!e");
  await dialog.getByRole("button", { name: "Close editor" }).click();
  await expect(dialog.locator("pre")).toContainText("thre!e");
  await page.keyboard.press("Escape");

  await drive.command("a.txt", "Versions");
  const versions = dialog.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(versions).toHaveCount(2);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  const first = versions.last();
  await first.getByRole("button", { name: /^Show/ }).click();
  await expect(page.getByRole("dialog", { name: "Preview: a.txt" }).locator("pre")).toHaveText(
    "one\ntwo\n",
  );
  await page.keyboard.press("Escape");
  const saved = page.waitForEvent("download");
  await first.getByRole("button", { name: /^Download/ }).click();
  expect(await contentOf(await saved)).toBe("one\r\ntwo\r\n");
  await first.getByRole("button", { name: /^Restore/ }).click();
  await expect(page.getByText(/^Restored the version of/)).toBeVisible();
  await expect(versions).toHaveCount(2);
  await page.keyboard.press("Escape");
  await drive.item("a.txt").dblclick();
  await expect(dialog.locator("pre")).toHaveText("one\ntwo\n");
  await page.keyboard.press("Escape");

  watch.acceptDialog(/^Are you sure you want to delete "a\.txt"/);
  await drive.command("a.txt", "Delete");
  await expect(drive.item("a.txt")).toHaveCount(0);
  await expect
    .poll(() => site.sql`select from storage.objects where bucket_id = 'workspace-files'`)
    .toHaveLength(1);
});

test("typed text and a chosen encoding survive a reload, and are not discarded without a question", async ({
  drive,
  page,
  workspace,
  watch,
}) => {
  await workspace.open(DRIVE);
  await drive.choose([textFile("a.txt", "one"), textFile("b.txt", "other")]);
  await drive.item("a.txt").dblclick();
  const { dialog } = drive;
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const text = dialog.getByRole("textbox");
  await text.fill("typed");
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(text).toHaveValue("typed");
  watch.expectProblem(/^dialog: You have unsaved changes\. Discard them\?$/);
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Next" }).click();
  await page.goBack();
  await expect(text).toHaveValue("typed");
  watch.acceptDialog(/^You have unsaved changes/);
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await drive.item("a.txt").dblclick();
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(text).toHaveValue("one");

  const encoding = dialog.getByLabel("Encoding");
  await encoding.selectOption("utf-16le");
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(encoding).toHaveValue("utf-16le");
  await expect(dialog.getByText("Not saved yet")).toBeVisible();
  // The question is dismissed, then accepted.
  await dialog.getByRole("button", { name: "Close editor" }).click();
  await expect(encoding).toHaveValue("utf-16le");
  watch.acceptDialog(/^You have unsaved changes/);
  await dialog.getByRole("button", { name: "Close editor" }).click();
  await expect(dialog.locator("pre")).toHaveText("one");
});

test("a text changed on another device is shown while nothing is typed, and never overwritten", async ({
  browser,
  drive,
  page,
  workspace,
  site,
}) => {
  const live = new LiveWindow(page);
  await workspace.open(DRIVE);
  await live.joined();
  await drive.choose([textFile("a.txt", "one")]);
  await drive.item("a.txt").dblclick();
  const { dialog } = drive;
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const text = dialog.getByRole("textbox");
  await expect(text).toHaveValue("one");

  const context = await browser.newContext({
    baseURL: site.origin,
    extraHTTPHeaders: { "x-forwarded-for": nextAddress() },
  });
  const elsewhere = new DriveScreen(await context.newPage());
  await new WorkspacePanel(elsewhere.page, site).open(DRIVE);
  const replace = async (content: string, encoding: BufferEncoding = "utf8") => {
    const buffer = Buffer.from(content, encoding);
    await elsewhere.choose([{ ...textFile("a.txt", ""), buffer }]);
    await elsewhere.uploads.getByRole("button", { name: "Replace" }).click();
    await expect
      .poll(() => site.sql`select from workspace_files where size = ${buffer.length}`)
      .toHaveLength(1);
  };
  await replace("from afar");
  await expect(text).toHaveValue("from afar");
  await replace("Grüße von fern", "latin1");
  await expect(text).toHaveValue("Grüße von fern");
  await expect(dialog.getByLabel("Encoding")).toHaveValue("windows-1252");
  await expect(dialog.getByText("Not saved yet")).toBeHidden();

  await text.fill("typed here");
  await replace("from afar again");
  await expect(dialog.getByText(/changed in another tab or on another device/)).toBeVisible();
  await expect(text).toHaveValue("typed here");
  await expect(dialog.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await dialog.getByRole("button", { name: "Save as copy" }).click();
  await expect(dialog).toHaveAccessibleName("Preview: a (1).txt");
  await expect(dialog.locator("pre")).toHaveText("typed here");
  await page.keyboard.press("Escape");
  await drive.item("a.txt").dblclick();
  await expect(dialog.locator("pre")).toHaveText("from afar again");
  await context.close();
});
