import { randomUUID } from "node:crypto";
import { link, mkdir, open, rename, rm, utimes } from "node:fs/promises";
import { dirname, resolve } from "node:path";

type FileHandle = Awaited<ReturnType<typeof open>>;

/**
 * Replaces or creates a file with permissions for this account only. After a power cut it has
 * either the old or the new text; once this resolves, the new one.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = await writeDraft(file, text);
  await rename(draft, file);
  await syncFolder(dirname(file));
}

/**
 * Like `replaceFile`, unless the file exists: of several processes, the first one writes.
 * @returns whether this process did.
 */
export async function createFile(file: string, text: string): Promise<boolean> {
  const draft = await writeDraft(file, text);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    await rm(draft);
    // Another process may have created the file without having synced its folder yet.
    await syncFolder(dirname(file));
  }
}

async function writeDraft(file: string, text: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return draft;
}

/**
 * Creates a folder durably, including missing parents.
 * @returns whether it was missing.
 */
export async function createFolder(folder: string, mode = 0o700): Promise<boolean> {
  const first = await mkdir(folder, { recursive: true, mode });
  if (first === undefined) return false;
  for (let created = resolve(folder); created.length >= first.length; created = dirname(created)) {
    await syncFolder(dirname(created));
  }
  return true;
}

/** A nearly full disk may return a short write; the next write then fails with the reason. */
export async function writeAll(
  handle: FileHandle,
  chunk: Uint8Array,
  position: number | null = null,
): Promise<void> {
  let written = 0;
  while (written < chunk.byteLength) {
    const { bytesWritten } = await handle.write(
      chunk,
      written,
      chunk.byteLength - written,
      position === null ? null : position + written,
    );
    written += bytesWritten;
  }
}

/** Gives a durable file a second durable name, without copying it. */
export async function linkFile(source: string, target: string, folder: string): Promise<void> {
  await link(source, target);
  try {
    // Orphan detection uses the blob's age: it must be young until its row is committed, however
    // long ago its last byte arrived.
    const now = new Date();
    await utimes(target, now, now);
    await syncFolder(folder);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** For `catch`: returns null if the file is missing. */
export function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
