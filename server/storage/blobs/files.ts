import { link, open, rm, utimes } from "node:fs/promises";

type FileHandle = Awaited<ReturnType<typeof open>>;

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

/** Gives a file whose bytes are durable a second, durable name, without copying it. */
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

/** For `catch`: null in place of a missing file. */
export function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
