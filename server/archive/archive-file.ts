import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncFolder, writeAll } from "../durable-files.ts";
import { ArchiveError } from "./archive-error.ts";

/**
 * Writes a file under a temporary name and renames it once everything is durable, so that a
 * canceled or failed command leaves no partial archive, and an earlier one stays.
 * @throws {ArchiveError} when the file cannot be written, such as on a full disk.
 */
export async function writeFileSafely(
  file: string,
  bytes: Readable,
  signal: AbortSignal,
): Promise<void> {
  const draft = `${file}.${process.pid}.partial`;
  const failed = (error: NodeJS.ErrnoException) => {
    const reason = error.code === "ENOSPC" ? "the disk is full" : error.code;
    throw new ArchiveError(`${file} cannot be written (${reason}).`, { cause: error });
  };
  try {
    // Renaming onto a folder would fail only at the end.
    const found = await stat(file).catch(() => null);
    if (found?.isDirectory()) throw new ArchiveError(`${file} is a folder. Name a file in it.`);
    const handle = await open(draft, "wx", 0o600).catch(failed);
    try {
      for await (const chunk of bytes) {
        signal.throwIfAborted();
        await writeAll(handle, chunk as Uint8Array).catch(failed);
      }
      await handle.sync().catch(failed);
    } finally {
      await handle.close();
    }
    await rename(draft, file).catch(failed);
    await syncFolder(dirname(file));
  } catch (error) {
    bytes.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Writes an archive to a stream, such as a pipe, whose reader decides what to do with a partial one.
 * @throws {ArchiveError} when the reader ends before the archive.
 */
export async function writeStream(
  output: NodeJS.WritableStream,
  bytes: Readable,
  signal: AbortSignal,
): Promise<void> {
  await pipeline(bytes, output, { signal, end: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    throw new ArchiveError("The program that reads the archive ended before it was complete.");
  });
}

/** @throws {ArchiveError} when there is no such file. */
export async function openFile(file: string): Promise<Readable> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveError(`${file} cannot be read (${error.code}).`);
  });
  if (!found.isFile()) throw new ArchiveError(`${file} is not a file.`);
  return createReadStream(file, { highWaterMark: 256 * 1024 });
}
