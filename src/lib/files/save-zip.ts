import { openSink } from "./open-sink.ts";

/** Files in the form that client-zip accepts. */
type ZipFiles = Parameters<typeof import("client-zip").makeZip>[0];

/**
 * Saves files as one archive, which is written while they are read.
 * @param size approximate size in bytes; null if unknown in advance.
 * @throws {DOMException} AbortError when canceled. Nothing is saved after a failure.
 */
export async function saveZip(
  name: string,
  size: number | null,
  files: ZipFiles,
  signal: AbortSignal,
): Promise<void> {
  // Opened first, because a file picker is only allowed shortly after a click.
  const sink = await openSink(name, size);
  try {
    const { makeZip } = await import("client-zip");
    await makeZip(files).pipeTo(sink.stream, { signal });
    signal.throwIfAborted();
    await sink.finish();
  } catch (error) {
    await sink.discard();
    throw error;
  }
}
