import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncFolder, writeAll } from "../storage/blobs/files.ts";
import { TransferError } from "./transfer-end.ts";

/**
 * Writes a file under a temporary name and gives it its own once everything is durable, so that a
 * canceled or failed command leaves no partial archive, and an earlier one stays.
 * @throws {TransferError} when the file cannot be created.
 */
export async function writeFileSafely(
  file: string,
  bytes: Readable,
  signal: AbortSignal,
): Promise<void> {
  const draft = `${file}.${process.pid}.partial`;
  const handle = await open(draft, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    bytes.destroy();
    throw new TransferError(`${file} cannot be written (${error.code}).`);
  });
  try {
    try {
      for await (const chunk of bytes) {
        signal.throwIfAborted();
        await writeAll(handle, chunk as Uint8Array);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Passes an archive on, such as to a pipe. Its reader decides what to do with a partial one. */
export function writeStream(
  output: NodeJS.WritableStream,
  bytes: Readable,
  signal: AbortSignal,
): Promise<void> {
  return pipeline(bytes, output, { signal, end: false });
}

/** @throws {TransferError} when there is no such file. */
export async function openFile(file: string): Promise<Readable> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new TransferError(`${file} cannot be read (${error.code}).`);
  });
  if (!found.isFile()) throw new TransferError(`${file} is not a file.`);
  return createReadStream(file, { highWaterMark: 256 * 1024 });
}
