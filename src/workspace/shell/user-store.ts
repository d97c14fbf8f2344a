import { promisifyRequest, type UseStore } from "idb-keyval";

/** Data that this device stores for one user, in IndexedDB. All operations fail without storage. */
export interface UserStore {
  /** All keys with this prefix. */
  keys(prefix: string): Promise<string[]>;
  /** All values whose key has this prefix, in key order. */
  values<T>(prefix: string): Promise<T[]>;
  /** Passes on batches, because a large one blocks this thread; each waits for `take`. */
  batches<T>(prefix: string, take: (values: readonly T[]) => Promise<void>): Promise<void>;
  get<T>(key: string): Promise<T | undefined>;
  /** Puts and deletes in one transaction. */
  write(put: readonly [key: string, value: unknown][], remove: readonly string[]): Promise<void>;
}

/** @param mayWrite checked within the transaction of a write, which otherwise changes nothing. */
export function openUserStore(
  inStore: UseStore,
  userId: string,
  mayWrite: () => boolean = () => true,
): UserStore {
  const keyOf = (key: string) => `${userId} ${key}`;
  const rangeOf = (prefix: string) => IDBKeyRange.bound(keyOf(prefix), `${keyOf(prefix)}\uffff`);
  return {
    async keys(prefix) {
      const keys = await inStore("readonly", (store) =>
        promisifyRequest(store.getAllKeys(rangeOf(prefix)) as IDBRequest<string[]>),
      );
      return keys.map((key) => key.slice(keyOf("").length));
    },
    async values<T>(prefix: string) {
      const all: T[] = [];
      await this.batches<T>(prefix, async (values) => void all.push(...values));
      return all;
    },
    async batches<T>(prefix: string, take: (values: readonly T[]) => Promise<void>) {
      for (let range = rangeOf(prefix); ; ) {
        const [keys, values] = await inStore("readonly", (store) =>
          Promise.all([
            promisifyRequest(store.getAllKeys(range, BATCH)),
            promisifyRequest<T[]>(store.getAll(range, BATCH)),
          ]),
        );
        await take(values);
        if (keys.length < BATCH) return;
        range = IDBKeyRange.bound(keys.at(-1), range.upper, true);
      }
    },
    get: (key) => inStore("readonly", (store) => promisifyRequest(store.get(keyOf(key)))),
    write: (put, remove) =>
      inStore("readwrite", (store) => {
        if (mayWrite()) {
          for (const key of remove) store.delete(keyOf(key));
          for (const [key, value] of put) store.put(value, keyOf(key));
        }
        // Committed explicitly, because a closing tab could not commit later.
        store.transaction.commit();
        return promisifyRequest<undefined>(store.transaction);
      }),
  };
}

/** Values per read. */
const BATCH = 500;
