import { expect, type Page } from "@playwright/test";
import { leave, patienceOf, type Scene, Skipped } from "../actions/notes-actions.ts";
import { type Step, tokensIn } from "../schedule.ts";

/** State of the drive in a tab, including its uploads on any screen. */
export interface DrivePage {
  /** The id of the open folder, empty for the root; `Trash`; null on other screens. */
  place: string | null;
  isLoaded: boolean;
  files: ShownFile[];
  /** The title of the list of uploads; empty if there are none. */
  title: string;
  uploads: { name: string; state: UploadState }[];
}

export interface ShownFile {
  id: string;
  name: string;
  /** Name of the file with its kind and size. */
  label: string;
}

type UploadState = "done" | "failed" | "file-needed" | "busy";

/** Reads the tab's document. */
export function readDrive(page: Page): Promise<DrivePage> {
  return page.evaluate(() => {
    const current = document.querySelector<HTMLElement>(
      'nav[aria-label="Breadcrumb"] [aria-current="page"]',
    );
    const grid = document.querySelector('[role="grid"][aria-label="Files"]');
    const items = [...(grid?.querySelectorAll<HTMLElement>("[data-file]") ?? [])];
    const panel = document.querySelector('section[aria-label="Uploads"]');
    // The public page may still be in the document, but hidden.
    const main = current?.closest("main")?.textContent ?? "";
    const button = (row: Element, name: RegExp) =>
      [...row.querySelectorAll("button")].some((one) =>
        name.test(one.getAttribute("aria-label") ?? one.textContent ?? ""),
      );
    const stateOf = (row: Element) => {
      if (button(row, /^Retry/)) return "failed";
      if (button(row, /^Choose file/)) return "file-needed";
      return button(row, /^Cancel/) ? "busy" : "done";
    };
    return {
      place: current ? (current.dataset.dropFolder ?? current.textContent) : null,
      isLoaded: grid !== null || /This folder is empty|The trash is empty/.test(main),
      files: items.map((item) => ({
        id: item.dataset.file ?? "",
        name: item.querySelector("p[title]")?.getAttribute("title") ?? "",
        label: item.getAttribute("aria-label") ?? "",
      })),
      title: panel?.querySelector("h2")?.textContent ?? "",
      uploads: [...(panel?.querySelectorAll("li") ?? [])].map((row) => ({
        name: row.querySelector("p[title]")?.getAttribute("title") ?? "",
        state: stateOf(row),
      })),
    };
  });
}

/** Goes to a folder, by default the root, or the trash. */
export async function goToDrive(scene: Scene, place = ""): Promise<DrivePage> {
  const { page } = scene;
  await leave(scene);
  const query = place === TRASH ? "?trash" : place && `?folder=${place}`;
  await page.evaluate((hash) => {
    if (location.hash !== hash) location.hash = hash;
  }, `#/workspace/files${query}`);
  let shown = await readDrive(page);
  const again = page.getByRole("main").getByRole("button", { name: "Try again" }).first();
  await expect(async () => {
    shown = await readDrive(page);
    if (!shown.isLoaded && (await again.isVisible())) await again.click();
    expect([shown.isLoaded, shown.place]).toEqual([true, place]);
  })
    .toPass({ timeout: patienceOf(scene), intervals: [10, 20, 50] })
    .catch(() => {
      throw new Skipped(`${place || "the drive"} is not shown, but ${JSON.stringify(shown)}`);
    });
  return shown;
}

export const TRASH = "Trash";

/** The files and folders created by a schedule; other parts have their own. */
export const ownFiles = (files: readonly ShownFile[]): ShownFile[] =>
  files.filter(({ name }) => tokensIn(name).length > 0);

export const isText = ({ name }: ShownFile): boolean => name.endsWith(".txt");
export const isFolder = ({ name }: ShownFile): boolean => !name.includes(".");

/** The first file in half of the cases, so that devices often work on the same file. */
export const oftenFirst = ({ pick }: Step): number => (pick % 2 === 0 ? 0 : pick);

export const itemOf = (page: Page, { id }: Pick<ShownFile, "id">) =>
  page.locator(`[data-file="${id}"]`);

/** Chooses a command in the menu of a file. */
export async function choose(page: Page, file: ShownFile, command: string): Promise<void> {
  await itemOf(page, file).getByRole("button", { name: /^More/ }).press("Enter");
  await page.getByRole("menuitem", { name: command, exact: true }).click();
}
