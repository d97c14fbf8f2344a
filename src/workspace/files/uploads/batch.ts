import type { Names, UploadBackend } from "./upload-backend.ts";
import type { ConflictChoice } from "./upload-job.ts";

/** What was dropped or chosen at once: what was decided for all of it, and what was found out about its folders. */
export interface Batch {
  /** The answer for every taken name; null while each is asked about. */
  choice: ConflictChoice | null;
  /** The id of the folder these folders lead to, made where it is missing. */
  openFolder(rootId: string | null, folders: readonly string[]): Promise<string | null>;
  /** The names in a folder, those just given away included. */
  namesIn(folderId: string | null): Promise<Names>;
  /** Has names looked up anew. */
  forgetNames(): void;
}

/** @param onFolder hears of every folder on the way. */
export function createBatch(
  backend: Pick<UploadBackend, "openFolder" | "listNames">,
  onFolder: () => void,
): Batch {
  const folders = new Map<string, Promise<string | null>>();
  const names = new Map<string | null, Promise<Names>>();
  return {
    choice: null,
    openFolder(rootId, path) {
      let folder: Promise<string | null> = Promise.resolve(rootId);
      for (const [index, name] of path.entries()) {
        const above = folder;
        const key = JSON.stringify([rootId, ...path.slice(0, index + 1)]);
        folder = remembered(folders, key, async () => {
          const id = await backend.openFolder(await above, name);
          onFolder();
          return id;
        });
      }
      return folder;
    },
    namesIn: (folderId) => remembered(names, folderId, () => backend.listNames(folderId)),
    forgetNames: () => names.clear(),
  };
}

/** What was found out once; a failure is not kept. */
function remembered<Key, Value>(
  known: Map<Key, Promise<Value>>,
  key: Key,
  find: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(key) ?? find();
  known.set(key, found);
  found.catch(() => {
    if (known.get(key) === found) known.delete(key);
  });
  return found;
}
