import { randomUUID } from "node:crypto";
import { chmod, opendir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFolder } from "../../durable-files.ts";
import { PlainError } from "../../plain-error.ts";
import { uploadsFolder } from "./file-partial-uploads.ts";

/** The folder of stored files cannot be used. */
export class BlobFolderError extends PlainError {
  override name = "BlobFolderError";
}

/**
 * Checks that files can be stored, and that only this account can read them, including files of
 * earlier versions.
 * @returns whether the folder was missing.
 * @throws {BlobFolderError} with one sentence if the folder cannot be used.
 */
export async function prepareBlobFolder(root: string): Promise<{ created: boolean }> {
  try {
    const created = await createFolder(root);
    for (const folder of [root, uploadsFolder(root)]) {
      await createFolder(folder);
      const probe = join(folder, `probe.${randomUUID()}`);
      await writeFile(probe, "", { flag: "wx", mode: 0o600 });
      await rm(probe);
    }
    await close(root);
    return { created };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BlobFolderError(
      `The folder of the stored files, ${root}, cannot be used (${code}). Correct its permissions, or mount its disk.`,
      { cause: error },
    );
  }
}

/**
 * Sets the permissions of folders and files. The contents of a restricted folder are unreachable,
 * so a restricted root needs no further check.
 */
async function close(folder: string): Promise<void> {
  if (process.platform === "win32" || !isOpen(await stat(folder))) return;
  await closeContents(folder);
  // The root comes last, so that an interrupted run starts over.
  await chmod(folder, 0o700);
}

async function closeContents(folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await closeContents(path);
    if (entry.isDirectory()) await chmod(path, 0o700);
    if (entry.isFile()) await chmod(path, 0o600);
  }
}

const isOpen = ({ mode }: { mode: number }) => (mode & 0o077) !== 0;
