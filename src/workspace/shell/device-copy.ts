import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import { readKeptSession } from "../../lib/kept-session.ts";

/**
 * What one person has read, kept on the device for when there is no network, by keys of the
 * caller's. It goes with the session; what they have typed is kept elsewhere and stays.
 */
export interface DeviceCopy {
  /** Every key that begins so. */
  keys(prefix: string): Promise<string[]>;
  /** Every value whose key begins so, in the order of the keys. */
  values<T>(prefix: string): Promise<T[]>;
  get<T>(key: string): Promise<T | undefined>;
  /**
   * Puts these and removes those, all or nothing; committed at once, as a closing tab cannot do that
   * any more. Does nothing once nobody, or somebody else, is signed in.
   */
  write(put: readonly [key: string, value: unknown][], remove: readonly string[]): Promise<void>;
}

let opened: UseStore | undefined;

/** Opens what is kept for a person; all of it fails where the browser keeps nothing. */
export function openCopy(userId: string): DeviceCopy {
  const inStore = openStore();
  const keyOf = (key: string) => `${userId} ${key}`;
  const rangeOf = (prefix: string) => IDBKeyRange.bound(keyOf(prefix), `${keyOf(prefix)}\uffff`);
  return {
    async keys(prefix) {
      const keys = await inStore("readonly", (store) =>
        promisifyRequest(store.getAllKeys(rangeOf(prefix)) as IDBRequest<string[]>),
      );
      return keys.map((key) => key.slice(keyOf("").length));
    },
    values: (prefix) =>
      inStore("readonly", (store) => promisifyRequest(store.getAll(rangeOf(prefix)))),
    get: (key) => inStore("readonly", (store) => promisifyRequest(store.get(keyOf(key)))),
    write: (put, remove) =>
      inStore("readwrite", (store) => {
        if (readKeptSession("workspace")?.user.id === userId) {
          for (const key of remove) store.delete(keyOf(key));
          for (const [key, value] of put) store.put(value, keyOf(key));
        }
        store.transaction.commit();
        return promisifyRequest<undefined>(store.transaction);
      }),
  };
}

/** Removes what is kept of everybody. Never fails. */
export async function forgetCopies(): Promise<void> {
  try {
    await openStore()("readwrite", (store) => promisifyRequest(store.clear()));
  } catch {
    // Where nothing can be kept, nothing was.
  }
}

function openStore(): UseStore {
  opened ??= createStore("foyer-workspace-copies", "read");
  return opened;
}
