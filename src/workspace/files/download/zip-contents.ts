import { BackendError, messageOf } from "../../../lib/errors.ts";
import type { SubtreeFile } from "../file.ts";
import { freeName } from "../file-names.ts";
import type { ZipEntry } from "./zip-entries.ts";

/** A file that is missing or incomplete in the archive. */
export interface ZipFailure {
  path: string;
  message: string;
}

/** Name of the text file in the archive that lists missing files. */
export const FAILURES_NAME = "Files that could not be read.txt";

/** Maximum size of a file that is read before it is packed, so that failures add nothing. */
const WHOLE_BYTES = 16 * 1024 * 1024;

interface Options {
  /** The bytes of a file from a given position. */
  open: (file: SubtreeFile, from: number) => Promise<ReadableStream<Uint8Array>>;
  signal: AbortSignal;
  onRead: (bytes: number) => void;
  onFailure: (failure: ZipFailure) => void;
}

/**
 * Yields the contents of an archive, file by file, each opened only after the previous one is
 * packed. Unreadable files are omitted; they and large files that end early are listed in a text
 * file at the end.
 * @throws the first failure when no file could be read, and the abort reason.
 */
export async function* zipContents(entries: readonly ZipEntry[], options: Options) {
  const { signal, onFailure } = options;
  const read = createReader(options);
  const failures: ZipFailure[] = [];
  const fail = (path: string, error: unknown, note = "") => {
    if (signal.aborted) throw error;
    const failure = { path, message: messageOf(error) + note };
    failures.push(failure);
    onFailure(failure);
  };
  let first: unknown;
  let packed = 0;
  for (const { path, file, lastModified } of entries) {
    if (file.is_folder) yield { name: path, lastModified };
    if (!file.storage_object_path) continue;
    const size = file.size ?? 0;
    try {
      const bytes = read(file);
      const begin = [(await bytes.next()).value ?? new Uint8Array()];
      if (size <= WHOLE_BYTES) for await (const chunk of bytes) begin.push(chunk);
      packed += 1;
      const onCut = (error: unknown) => fail(path, error, " The file is incomplete.");
      yield { name: path, lastModified, size, input: untilCut(begin, bytes, onCut) };
    } catch (error) {
      first ??= error;
      fail(path, error);
    }
  }
  if (failures.length === 0) return;
  if (packed === 0) throw first;
  const paths = new Set(entries.map(({ path }) => path));
  const lines = failures.map(({ path, message }) => `${path}: ${message}\r\n`);
  yield { name: freeName(FAILURES_NAME, (name) => paths.has(name)), input: lines.join("") };
}

/** An error in the middle ends this file instead of the whole archive. */
async function* untilCut(
  begin: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
  onCut: (error: unknown) => void,
) {
  try {
    yield* begin;
    yield* rest;
  } catch (error) {
    onCut(error);
  }
}

/** Delays before retries of a read, in milliseconds; long enough for a server to restart. */
const DELAYS_MS = [500, 1500, 4000, 8000, 15_000];

/** Creates a reader that resumes a file where its connection broke. */
function createReader({ open, signal, onRead }: Options) {
  let delays = DELAYS_MS;
  return async function* readFile(file: SubtreeFile): AsyncGenerator<Uint8Array, undefined> {
    for (let at = 0, attempt = 0; ; attempt += 1) {
      try {
        const reader = (await open(file, at)).getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          at += part.value.byteLength;
          attempt = 0;
          onRead(part.value.byteLength);
          yield part.value;
        }
        delays = DELAYS_MS;
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (!mayPass(error)) throw error;
        const delay = delays[attempt];
        if (delay === undefined) {
          // After one file has failed, others are not retried until a read succeeds.
          delays = [];
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, delay));
        signal.throwIfAborted();
      }
    }
  };
}

/** Whether a retry may succeed: there was no response, or a server error. */
function mayPass(error: unknown): boolean {
  const { status } = error instanceof BackendError ? error : { status: -1 };
  return error instanceof TypeError || status === 0 || status === 429 || status >= 500;
}
