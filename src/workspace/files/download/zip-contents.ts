import { messageOf } from "../../../lib/errors.ts";
import type { SubtreeFile } from "../file.ts";
import { freeName } from "../file-names.ts";

/** A file that is missing or incomplete in the archive. */
export interface ZipFailure {
  path: string;
  message: string;
}

/** Name of the text file in the archive that lists missing files. */
export const FAILURES_NAME = "Files that could not be read.txt";

interface Options {
  open: (file: SubtreeFile) => Promise<ReadableStream<Uint8Array>>;
  signal: AbortSignal;
  onRead: (bytes: number) => void;
  onFailure: (failure: ZipFailure) => void;
}

/**
 * The contents of an archive, file by file, each opened only after the previous one is packed.
 * Unreadable files are omitted and listed in a text file at the end.
 * @throws the first failure when no file could be read, and the abort reason.
 */
export async function* zipContents(entries: readonly ZipEntry[], options: Options) {
  const { open, signal, onRead, onFailure } = options;
  const failures: ZipFailure[] = [];
  const fail = (path: string, error: unknown, note = "") => {
    if (signal.aborted) throw error;
    const failure = { path, message: messageOf(error) + note };
    failures.push(failure);
    onFailure(failure);
  };
  let first: unknown;
  let packed = 0;
  for (const { path, file } of entries) {
    if (file.is_folder) yield { name: path };
    if (!file.storage_object_path) continue;
    try {
      const content = await open(file);
      packed += 1;
      const onCut = (error: unknown) => fail(path, error, " The file is incomplete.");
      yield { name: path, input: untilCut(content, onRead, onCut), size: file.size ?? 0 };
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

/** The same bytes; an error in the middle ends this file instead of the whole archive. */
function untilCut(
  content: ReadableStream<Uint8Array>,
  onRead: (bytes: number) => void,
  onCut: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = content.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        onRead(value.byteLength);
        controller.enqueue(value);
      } catch (error) {
        onCut(error);
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** A file or folder and its path inside an archive. */
interface ZipEntry {
  path: string;
  file: SubtreeFile;
}

/** The paths inside the archive: selected entries at the top, renamed where they have the same name. */
export function zipEntries(files: readonly SubtreeFile[]): ZipEntry[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  const pathOf = ({ id, parent_id, name }: SubtreeFile): string => {
    const known = paths.get(id);
    if (known !== undefined) return known;
    const parent = byId.get(parent_id ?? "");
    const wanted = parent ? `${pathOf(parent)}/${safe(name)}` : safe(name);
    const path = freeName(wanted, (one) => taken.has(one));
    taken.add(path);
    paths.set(id, path);
    return path;
  };
  return files.map((file) => {
    const path = pathOf(file);
    return { path: file.is_folder ? `${path}/` : path, file };
  });
}

/** A name is one path segment and must stay one on every system. */
function safe(name: string): string {
  return name.replace(/[/\\]/g, "_");
}
