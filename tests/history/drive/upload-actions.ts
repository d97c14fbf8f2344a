import { expect, type Page } from "@playwright/test";
import { type GivenFile, textFile } from "../../support/pages/drive-screen.ts";
import { pickFrom, type Scene, Skipped } from "../actions/notes-actions.ts";
import { settles } from "../actions/task-actions.ts";
import type { Tab } from "../device.ts";
import type { Part } from "../part.ts";
import { tokensIn } from "../schedule.ts";
import { describeContent, largeContent, textWith } from "./drive-contents.ts";
import type { Content } from "./drive-history.ts";
import {
  type DrivePage,
  goToDrive,
  isFolder,
  isText,
  oftenFirst,
  ownFiles,
  readDrive,
} from "./drive-page.ts";

/** For each tab, the files that its current document was given to upload, by name. */
const given = new WeakMap<Tab, { load: number; files: { name: string; token: string }[] }>();

/** Number of retries of failed uploads, by tab. */
const retries = new WeakMap<Tab, number>();
const MOST_RETRIES = 3;

/** Maximum milliseconds to pass a file to the browser. */
const CHOOSE_MS = 15_000;

async function uploadFile(scene: Scene): Promise<void> {
  const { step, token } = scene;
  const { files } = await goToDrive(scene);
  const folders = ownFiles(files).filter(isFolder);
  if (step.choice % 3 === 0 && folders.length > 0) {
    await goToDrive(scene, pickFrom(folders, step.pick, "folder").id);
  }
  await upload(scene, textFile(`${token}.txt`, textWith([token])));
}

async function uploadLargeFile(scene: Scene): Promise<void> {
  const { token } = scene;
  await goToDrive(scene);
  await upload(scene, { name: `${token}.bin`, buffer: largeContent(token) });
}

async function replaceFile(scene: Scene): Promise<void> {
  const { step, token } = scene;
  const { files } = await goToDrive(scene);
  const { name } = pickFrom(ownFiles(files).filter(isText), oftenFirst(step), "text file");
  await upload(scene, textFile(name, textWith([token])));
}

async function upload(scene: Scene, file: GivenFile): Promise<void> {
  const { tab, page, token } = scene;
  const countRows = async () => rowsOf(await readDrive(page), file.name).length;
  await showUploads(page);
  const before = await countRows();
  recordContent(tab, describeContent(file.buffer));
  tab.decide({ what: "add", adds: [token] });
  // Sets the file directly instead of through the button's file chooser. A large one takes long on
  // a busy machine.
  const chosen = { mimeType: "application/octet-stream", ...file };
  await page.getByLabel("Choose files").setInputFiles(chosen, { timeout: CHOOSE_MS });
  await settles(async () => {
    await showUploads(page);
    expect(await countRows()).toBeGreaterThan(before);
  });
  if ((await countRows()) <= before) throw new Skipped("the upload is not listed");
  const known = given.get(tab);
  const files = known?.load === tab.loads ? known.files : [];
  given.set(tab, { load: tab.loads, files: [...files, { name: file.name, token }] });
  await settles(async () => {
    await answerConflict(scene);
    expect((await readDrive(page)).title).not.toMatch(/^Uploading/);
  });
  await recordUploads(tab);
}

async function showUploads(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Show uploads" });
  if ((await button.count()) > 0) await button.click();
}

/** The rows of uploads to a name, numbered or not. */
const rowsOf = ({ uploads }: DrivePage, name: string) =>
  uploads.filter((one) => withoutNumber(one.name) === withoutNumber(name));

const withoutNumber = (name: string) => name.replace(/( \(\d+\))+(?=\.)/, "");

/** Answers the question about a taken name, mostly with Replace. */
async function answerConflict({ tab, page, step, token }: Scene): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Name already taken" });
  if ((await dialog.count()) === 0) return;
  const replace = dialog.getByRole("button", { name: "Replace" });
  const replaces = step.choice % 4 !== 0 && (await replace.count()) > 0;
  // The error may be about any of the earlier files.
  const earlier = given.get(tab)?.files.map((one) => one.token) ?? [];
  if (replaces) tab.decide({ what: "replace", adds: [...earlier, token] });
  const button = replaces ? replace : dialog.getByRole("button", { name: "Keep both" });
  await button.click();
  await expect(dialog).toHaveCount(0, { timeout: 500 });
}

/**
 * Records the contents that the list calls uploaded: all contents with a name once all rows of that
 * name are done, or a content that was resumed after a reload, whose name is unique.
 */
export async function recordUploads(tab: Tab): Promise<void> {
  if (!tab.page) return;
  const shown = await readDrive(tab.page);
  const known = given.get(tab);
  const files = known?.load === tab.loads ? known.files : [];
  for (const { name, token } of files) {
    const rows = rowsOf(shown, name);
    const same = files.filter((one) => withoutNumber(one.name) === withoutNumber(name));
    const isDone = rows.length === same.length && rows.every(({ state }) => state === "done");
    if (isDone) recordStored(tab, token);
  }
  for (const { name, state } of shown.uploads) {
    const [token] = tokensIn(name);
    if (state === "done" && token && name === `${token}.bin`) recordStored(tab, token);
  }
}

/**
 * Retries failed uploads, and cancels those that need their file again.
 * @returns whether all have ended.
 */
export async function finishUploads(scene: Scene): Promise<boolean> {
  const { tab, page } = scene;
  await answerConflict(scene);
  await showUploads(page);
  const panel = page.getByRole("region", { name: "Uploads" });
  const { title, uploads } = await readDrive(page);
  for (const [index, { state }] of uploads.entries()) {
    if (state !== "failed" && state !== "file-needed") continue;
    const tried = retries.get(tab) ?? 0;
    const retrying = state === "failed" && tried < MOST_RETRIES;
    if (retrying) retries.set(tab, tried + 1);
    const row = panel.getByRole("listitem").nth(index);
    await row.getByRole("button", { name: retrying ? /^Retry/ : /^Cancel/ }).click();
    return false;
  }
  await recordUploads(tab);
  return /^(\d+ uploaded)?$/.test(title);
}

export function recordContent(tab: Tab, content: Content): void {
  tab.device.record({ kind: "content", tab: tab.name, ...content });
}

export function recordStored(tab: Tab, token: string): void {
  const isKnown = tab.device.events.some((one) => one.kind === "stored" && one.token === token);
  if (!isKnown) tab.device.record({ kind: "stored", tab: tab.name, token });
}

export const uploadActions: Part["actions"] = {
  "upload file": uploadFile,
  "upload large file": uploadLargeFile,
  "replace file": replaceFile,
  "answer uploads": async (scene) => void (await finishUploads(scene)),
};
