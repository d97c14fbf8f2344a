import { createStore, type UseStore } from "idb-keyval";

/**
 * A store of idb-keyval, which opens its database with the first call. Where the browser refuses
 * IndexedDB by throwing at once, instead of by an error of the request, the call rejects.
 */
export function openDeviceStore(database: string, name: string): UseStore {
  const inStore = createStore(database, name);
  return async (mode, callback) => inStore(mode, callback);
}
