import { promisifyRequest, type UseStore } from "idb-keyval";

export type UserStore = ReturnType<typeof openUserStore>;

/**
 * Data that this device stores for one user, in IndexedDB. All operations fail where it stores
 * nothing.
 * @param mayWrite checked within the transaction of a write, which otherwise changes nothing.
 */
export function openUserStore(
  inStore: UseStore,
  userId: string,
  mayWrite: () => boolean = () => true,
) {
  const keyOf = (key: string) => `${userId} ${key}`;
  const rangeOf = (prefix: string) => IDBKeyRange.bound(keyOf(prefix), `${keyOf(prefix)}\uffff`);
  return {
    /** All keys with this prefix. */
    async keys(prefix: string): Promise<string[]> {
      const keys = await inStore("readonly", (store) =>
        promisifyRequest(store.getAllKeys(rangeOf(prefix)) as IDBRequest<string[]>),
      );
      return keys.map((key) => key.slice(keyOf("").length));
    },
    /** All values whose key has this prefix, in key order. */
    async values<T>(prefix: string): Promise<T[]> {
      const all: T[] = [];
      await this.batches<T>(prefix, async (values) => void all.push(...values));
      return all;
    },
    /** Passes them on in batches, because a large one blocks this thread; each waits for `take`. */
    async batches<T>(prefix: string, take: (values: readonly T[]) => Promise<void>): Promise<void> {
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
    get: <T>(key: string): Promise<T | undefined> =>
      inStore("readonly", (store) => promisifyRequest(store.get(keyOf(key)))),
    /** Puts and deletes in one transaction. */
    async write(put: readonly [key: string, value: unknown][], remove: readonly string[]) {
      await inStore("readwrite", (store) => {
        if (mayWrite()) {
          for (const key of remove) store.delete(keyOf(key));
          for (const [key, value] of put) store.put(value, keyOf(key));
        }
        // Committed explicitly, because a closing tab could not commit later.
        store.transaction.commit();
        return promisifyRequest<undefined>(store.transaction);
      });
    },
  };
}

/** Values per read. */
const BATCH = 500;
