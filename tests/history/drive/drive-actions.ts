import { expect, type Page } from "@playwright/test";
import { pickFrom, type Scene } from "../actions/notes-actions.ts";
import { settles } from "../actions/task-actions.ts";
import type { Part } from "../part.ts";
import { tokensIn } from "../schedule.ts";
import { describeContent, textWith } from "./drive-contents.ts";
import {
  choose,
  type DrivePage,
  goToDrive,
  isFolder,
  isText,
  itemOf,
  oftenFirst,
  ownFiles,
  type ShownFile,
  TRASH,
} from "./drive-page.ts";
import { recordContent, recordStored } from "./upload-actions.ts";

const editorOf = (page: Page) =>
  page.getByRole("dialog").getByRole("textbox", { name: /^Text of / });

/**
 * Types into a text file, in the open editor or a new one. Every third time, the text stays
 * unsaved.
 */
async function editFile(scene: Scene): Promise<void> {
  const { tab, page, step, token } = scene;
  const field = editorOf(page);
  if ((await field.count()) === 0) {
    const file = await pickFile(scene, isText);
    await itemOf(page, file).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Edit", exact: true }).click();
    await field.waitFor();
  }
  if (step.choice % 3 !== 0 || !(await isReplaced(page))) {
    // The whole text is replaced, because its padding would otherwise grow.
    const tokens = [...tokensIn(await field.inputValue()), token];
    recordContent(tab, describeContent(textWith(tokens)));
    await field.fill(textWith(tokens));
  }
  if (step.choice % 3 === 0) return;
  await saveText(scene);
  if (step.pick % 3 !== 0) await page.keyboard.press("Escape");
}

const isReplaced = async (page: Page) =>
  (await page.getByRole("dialog").getByText("while you were editing it").count()) > 0;

/** Saves the open editor's text; if another content is newer, saves it as a copy or discards it. */
async function saveText({ tab, page, step }: Scene): Promise<void> {
  const dialog = page.getByRole("dialog");
  const field = editorOf(page);
  const [token = ""] = tokensIn(await field.inputValue()).slice(-1);
  const isSaved = async () => (await dialog.getByText("Saved", { exact: true }).count()) > 0;
  if (!(await isReplaced(page))) {
    await dialog.getByText("Not saved yet").waitFor();
    tab.decide({ what: "edit", adds: [token] });
    await field.press("Control+s");
    await settles(async () => expect((await isSaved()) || (await isReplaced(page))).toBe(true));
    if (await isSaved()) return recordStored(tab, token);
  }
  if (!(await isReplaced(page))) return;
  if (step.pick % 4 === 0)
    return dialog.getByRole("button", { name: "Discard my changes" }).click();
  tab.decide({ what: "copy", adds: [token] });
  const name = await dialog.getAttribute("aria-label");
  await dialog.getByRole("button", { name: "Save as copy" }).click();
  // After saving a stale edit as a copy, the editor shows the copy.
  const isCopied = async () =>
    (await dialog.getAttribute("aria-label")) !== name && (await field.count()) === 0;
  await settles(async () => expect(await isCopied()).toBe(true));
  if (await isCopied()) recordStored(tab, token);
}

async function restoreVersion(scene: Scene): Promise<void> {
  const { tab, page, step } = scene;
  const file = await pickFile(scene, isText);
  await choose(page, file, "Versions");
  const dialog = page.getByRole("dialog");
  const versions = dialog.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(
    versions.first().or(dialog.getByText("There are no earlier versions")),
  ).toBeVisible();
  const buttons = await versions.getByRole("button", { name: /^Restore/ }).all();
  tab.decide({ what: "version", id: file.id });
  await pickFrom(buttons, step.choice, "version").click();
  const told = page.getByText("Restored the version of").or(dialog.getByRole("alert"));
  await settles(async () => expect(await told.count()).toBeGreaterThan(0));
  await page.keyboard.press("Escape");
}

async function renameFile(scene: Scene): Promise<void> {
  const { tab, page, token } = scene;
  const file = await pickFile(scene, (one) => !isFolder(one));
  await choose(page, file, "Rename");
  const name = `${token}${file.name.slice(file.name.lastIndexOf("."))}`;
  await page.getByRole("dialog").getByLabel("File Name").fill(name);
  tab.decide({ what: "rename", id: file.id });
  await page.getByRole("dialog").getByRole("button", { name: "Rename", exact: true }).click();
  await leavesDialog(page);
}

async function moveFile(scene: Scene): Promise<void> {
  const { tab, page, step } = scene;
  const file = await pickFile(scene, (one) => !isFolder(one));
  await choose(page, file, "Move to...");
  const dialog = page.getByRole("dialog");
  const folders = dialog.getByRole("radio", { disabled: false });
  await folders.first().waitFor();
  const all = await folders.all();
  await pickFrom(all, step.choice, "folder").check();
  tab.decide({ what: "move", id: file.id });
  tab.offers.push({ text: /^Moved .* to “/, decision: { what: "move", id: file.id } });
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await leavesDialog(page);
}

async function addFolder(scene: Scene): Promise<void> {
  const { tab, page, token } = scene;
  await goToDrive(scene);
  await page.getByRole("button", { name: "New Folder" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Folder Name").fill(token);
  tab.decide({ what: "add", about: [token] });
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await leavesDialog(page);
}

async function trashFile(scene: Scene): Promise<void> {
  const { tab, page, step } = scene;
  const isShared = ({ id }: ShownFile) =>
    tab.device.events.some((event) => event.kind === "linked" && event.file === id);
  const file = await pickFile(
    scene,
    (one) => step.choice % 4 === 0 || !isFolder(one),
    step.choice % 3 > 0 ? isShared : undefined,
  );
  tab.decide({ what: "delete", id: file.id });
  tab.offers.push({ text: /^Moved .* to the trash/, decision: { what: "restore", id: file.id } });
  await itemOf(page, file).press("Delete");
}

async function restoreFile(scene: Scene): Promise<void> {
  const { tab, page, step } = scene;
  const { files } = await goToDrive(scene, TRASH);
  const file = pickFrom(ownFiles(files), step.pick, "deleted file");
  tab.decide({ what: "restore", id: file.id });
  await choose(page, file, "Restore");
}

async function purgeFile(scene: Scene): Promise<void> {
  const { tab, page, step } = scene;
  const { files } = await goToDrive(scene, TRASH);
  const file = pickFrom(ownFiles(files), step.pick, "deleted file");
  tab.decide({ what: "purge", id: file.id });
  await choose(page, file, "Delete permanently");
}

/**
 * A file in the root or in one of its folders, preferably a matching one.
 * @throws {Skipped} when there is none.
 */
export async function pickFile(
  scene: Scene,
  isMeant: (file: ShownFile) => boolean,
  isPreferred: (file: ShownFile) => boolean = () => false,
): Promise<ShownFile> {
  const { step } = scene;
  const { files } = await goToDrive(scene);
  const folders = ownFiles(files).filter(isFolder);
  let shown: Pick<DrivePage, "files"> = { files };
  if (step.choice % 5 === 0 && folders.length > 0)
    shown = await goToDrive(scene, pickFrom(folders, step.choice, "folder").id);
  const meant = ownFiles(shown.files).filter(isMeant);
  const preferred = meant.filter(isPreferred);
  return pickFrom(preferred.length > 0 ? preferred : meant, oftenFirst(step), "file");
}

/** Waits for the response to a dialog, and closes the dialog if there is none. */
async function leavesDialog(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await settles(async () => expect(await dialog.count()).toBe(0));
  if ((await dialog.count()) > 0) await page.keyboard.press("Escape");
}

export const driveActions: Part["actions"] = {
  "edit file": editFile,
  "restore version": restoreVersion,
  "rename file": renameFile,
  "move file": moveFile,
  "add folder": addFolder,
  "trash file": trashFile,
  "restore file": restoreFile,
  "purge file": purgeFile,
};
