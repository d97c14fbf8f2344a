import { openSink } from "./open-sink.ts";

/** Files of an archive, as client-zip takes them. */
type ZipFiles = Parameters<typeof import("client-zip").makeZip>[0];

/**
 * Saves files as one archive, which is written while they are read.
 * @param size in bytes, about; null where it is not known in advance.
 * @throws {DOMException} AbortError when it is canceled. Nothing is saved after a failure.
 */
export async function saveZip(
  name: string,
  size: number | null,
  files: ZipFiles,
  signal: AbortSignal,
): Promise<void> {
  // First: a file is only asked for shortly after a click.
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
