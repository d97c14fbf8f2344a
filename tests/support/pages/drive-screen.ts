import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Download, expect, type Locator, type Page } from "@playwright/test";
import type { BuiltSite } from "../sites/built-site.ts";

/** The drive's router path. */
export const DRIVE = "/workspace/files";

/** A file in a file chooser or a drag. */
export interface GivenFile {
  name: string;
  mimeType?: string;
  buffer: Buffer;
}

export const textFile = (name: string, text: string): GivenFile => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(text),
});

/** My Drive from its user's perspective. */
export class DriveScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get grid(): Locator {
    return this.page.getByRole("grid", { name: "Files" });
  }

  /** A tile, or a row of the list; names are matched exactly. */
  item(name: string): Locator {
    return this.grid
      .locator("[data-file]")
      .filter({ has: this.page.getByTitle(name, { exact: true }) });
  }

  /** Presses Tab until the list has the focus. */
  async tabToList(): Promise<void> {
    await expect(async () => {
      await this.page.keyboard.press("Tab");
      const focused = this.grid.evaluate((list) => list.contains(document.activeElement));
      expect(await focused).toBe(true);
    }).toPass({ intervals: [0] });
  }

  /** The file names in display order. */
  names(): Promise<string[]> {
    return this.grid
      .locator("[data-file] p[title]:first-of-type")
      .evaluateAll((all) => all.map((one) => one.getAttribute("title") ?? ""));
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** Drags a file onto a folder or a breadcrumb, and drops it once the target is highlighted. */
  async drag(name: string, target: Locator): Promise<void> {
    await this.item(name).hover();
    await this.page.mouse.down();
    await expect(async () => {
      await target.hover();
      await expect(target).toHaveAttribute("data-drop-over", "", { timeout: 1_000 });
    }).toPass();
    await this.page.mouse.up();
  }

  get crumbs(): Locator {
    return this.page.getByRole("navigation", { name: "Breadcrumb" });
  }

  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  get uploads(): Locator {
    return this.page.getByRole("region", { name: "Uploads" });
  }

  /** The row of one upload. */
  upload(name: string): Locator {
    return this.uploads.getByRole("listitem").filter({ hasText: name });
  }

  /** Chooses files with the button, like in the browser's dialog. */
  async choose(files: GivenFile[] | string[]): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: /^Upload(ing\.\.\.| File)$/ }).click();
    await (await chooser).setFiles(files as string[]);
  }

  /** Opens an item's menu and chooses a command. */
  async command(name: string, label: string): Promise<void> {
    await this.item(name).hover();
    await this.item(name).getByRole("button", { name: /^More/ }).click();
    await this.page.getByRole("menuitem", { name: label, exact: true }).click();
  }

  /** Opens a folder and waits until it is shown: files are uploaded to the folder that is shown. */
  async openFolder(name: string): Promise<void> {
    await this.item(name).dblclick();
    await expect(this.crumbs.getByRole("listitem").last()).toHaveText(name);
  }

  async newFolder(name: string): Promise<void> {
    await this.button("New Folder").click();
    await this.dialog.getByLabel("Folder Name").fill(name);
    await this.dialog.getByRole("button", { name: "Create", exact: true }).click();
    await this.dialog.waitFor({ state: "hidden" });
  }

  /** Drops files from outside onto an element, by default anywhere on the page. */
  async drop(files: GivenFile[], onto: Locator = this.page.getByRole("main")): Promise<void> {
    const data = await this.page.evaluateHandle(
      (given) => {
        const transfer = new DataTransfer();
        for (const { name, type, bytes } of given) {
          transfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
        }
        return transfer;
      },
      files.map(({ name, mimeType = "", buffer }) => ({
        name,
        type: mimeType,
        bytes: [...buffer],
      })),
    );
    await onto.dispatchEvent("dragover", { dataTransfer: data });
    await onto.dispatchEvent("drop", { dataTransfer: data });
    await data.dispose();
  }
}

/** Deletes everything in the drive, including blobs. */
export async function emptyDrive({ sql }: BuiltSite): Promise<void> {
  await sql`delete from workspace_files`;
  await sql`delete from storage.objects where bucket_id = 'workspace-files'`;
}

/** The path and properties of every stored item that is not in the trash. */
export async function storedTree({ sql }: BuiltSite): Promise<string[]> {
  const rows = await sql<{ path: string }[]>`
    with recursive tree as (
      select id, name as path from workspace_files where parent_id is null and trashed_at is null
      union all
      select f.id, tree.path || ' > ' || f.name from workspace_files f
      join tree on f.parent_id = tree.id where f.trashed_at is null
    )
    select path from tree order by path collate "C"`;
  return rows.map(({ path }) => path);
}

/** Number of stored blobs, with or without a row. */
export async function storedBlobs({ sql }: BuiltSite): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from storage.objects where bucket_id = 'workspace-files'`;
  return row?.count ?? 0;
}

/** The content of a downloaded file. */
export async function contentOf(
  download: Download,
  encoding: BufferEncoding = "utf8",
): Promise<string> {
  return readFile(await download.path(), encoding);
}

/** Adds folders (`a/`) and files (`a/b.txt`) to the drive; the files have no blobs. */
export async function seedTree({ sql }: BuiltSite, paths: readonly string[]): Promise<void> {
  const [user] = await sql<{ user_id: string }[]>`select user_id from workspace_users`;
  if (!user) throw new Error("There is no workspace user yet.");
  const folders = new Map<string, string>();
  for (const path of paths) {
    const steps = path.split("/").filter(Boolean);
    const name = steps.at(-1) ?? "";
    const folder = path.endsWith("/");
    const [row] = await sql<{ id: string }[]>`insert into workspace_files ${sql({
      user_id: user.user_id,
      name,
      is_folder: folder,
      parent_id: folders.get(steps.slice(0, -1).join("/")) ?? null,
      storage_object_path: folder ? null : `${user.user_id}/root/${randomUUID()}`,
      mimetype: folder ? null : "text/plain",
      size: folder ? null : 1,
    })} returning id`;
    if (folder && row) folders.set(steps.join("/"), row.id);
  }
}

/** Number of uploads whose content is stored on the device, and of uploads that can be resumed. */
export async function keptOnDevice(page: Page): Promise<{ files: number; uploads: number }> {
  return page.evaluate(async () => {
    const count = (name: string, store: string) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const counting = database.transaction(store).objectStore(store).count();
          counting.onsuccess = () => {
            database.close();
            resolve(counting.result);
          };
        };
      });
    return {
      files: await count("foyer-upload-files", "files"),
      uploads: await count("foyer-uploads", "uploads"),
    };
  });
}
