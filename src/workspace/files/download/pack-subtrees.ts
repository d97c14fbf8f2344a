import { streamContent } from "../contents-api.ts";
import { listSubtree } from "../files-api.ts";
import { packFiles } from "./pack-files.ts";
import type { PackOptions } from "./zip-downloads.ts";

/**
 * Packs these entries and everything below them into one archive, as a stream.
 * @returns a sentence about missing files; otherwise empty.
 */
export async function packSubtrees(ids: string[], name: string, options: PackOptions) {
  const { signal, onProgress } = options;
  const files = await listSubtree(ids);
  const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
  onProgress(0, size);
  return packFiles({
    ...{ name, size, files, signal },
    open: (file, from) => streamContent(file, from, signal),
    onRead: (read) => onProgress(read, size),
  });
}
