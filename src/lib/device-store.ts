import { createStore, type UseStore } from "idb-keyval";

/**
 * An idb-keyval store that opens its database at the first call. The call also rejects where the
 * browser refuses IndexedDB with a synchronous exception.
 */
export function openDeviceStore(database: string, name: string): UseStore {
  const inStore = createStore(database, name);
  return async (mode, callback) => inStore(mode, callback);
}
