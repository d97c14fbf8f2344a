import { freeName } from "../file-names.ts";
import type { Names, UploadBackend } from "./upload-backend.ts";
import type { ConflictChoice } from "./upload-machine.ts";

type Batch = ReturnType<typeof createBatch>;

/** The batches of uploads, by the id of an upload. */
export class Batches extends Map<string, Batch> {
  readonly create: () => Batch;

  /** @param create makes a batch. */
  constructor(create: () => Batch) {
    super();
    this.create = create;
  }

  /** Returns the batch of an upload. An upload of an earlier visit gets a batch of its own. */
  of(id: string): Batch {
    const batch = this.get(id) ?? this.create();
    this.set(id, batch);
    return batch;
  }
}

/**
 * Files added together, which share the conflict choice and folder lookups.
 * @param onFolder called for every folder on the path.
 */
export function createBatch(
  backend: Pick<UploadBackend, "openFolder" | "listNames">,
  onFolder: () => void,
) {
  const folders = new Map<string, Promise<string | null>>();
  const names = new Map<string | null, Promise<Names>>();
  return {
    /** The choice for all name conflicts; null while the user is asked about each. */
    choice: null as ConflictChoice | null,
    /** The id of the folder at this path; creates missing folders. */
    openFolder(rootId: string | null, path: readonly string[]): Promise<string | null> {
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
    /** The names in a folder, including those just assigned. */
    namesIn: (folderId: string | null): Promise<Names> =>
      remembered(names, folderId, () => backend.listNames(folderId)),
    forgetNames: () => names.clear(),
  };
}

/** The name for a file given the taken names; a file cannot replace a folder. */
export function resolveName(name: string, names: Names, choice: ConflictChoice | null) {
  const taken = names.get(name);
  if (!taken) return { type: "named", name, replaces: null } as const;
  if (!choice || (choice === "replace" && taken.isFolder)) {
    return { type: "conflicted", takenByFolder: taken.isFolder } as const;
  }
  if (choice === "skip") return { type: "skipped" } as const;
  if (choice === "replace") return { type: "named", name, replaces: taken.id } as const;
  const free = freeName(name, (one) => names.has(one));
  return { type: "named", name: free, replaces: null } as const;
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
