import type { Names, UploadBackend } from "./upload-backend.ts";
import type { ConflictChoice } from "./upload-job.ts";

/** Files added together, with the conflict choice and the folder lookups they share. */
export interface Batch {
  /** The choice for all name conflicts; null while each is asked about. */
  choice: ConflictChoice | null;
  /** The id of the folder at this path; creates missing folders. */
  openFolder(rootId: string | null, folders: readonly string[]): Promise<string | null>;
  /** The names in a folder, including those just assigned. */
  namesIn(folderId: string | null): Promise<Names>;
  /** Clears the cached names. */
  forgetNames(): void;
}

/** @param onFolder called for every folder on the path. */
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

/** Caches lookups; failures are not cached. */
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
