import { promisifyRequest, type UseStore } from "idb-keyval";
import { openDeviceStore } from "../../lib/device-store.ts";
import { readStoredSession } from "../../lib/stored-session.ts";
import { SHARED_CACHE } from "./shared-cache.ts";
import { openUserStore, type UserStore } from "./user-store.ts";

/**
 * A cache of what one user has read, for offline use. Cleared when the session ends, and not written
 * once this user is no longer signed in; unsaved input is stored separately and stays.
 */
export function openCopy(userId: string): UserStore {
  const isSignedIn = () => readStoredSession("workspace")?.user.id === userId;
  return openUserStore(openStore(), userId, isSignedIn);
}

/** Stores read data in place of the earlier copy. Never fails. */
export async function storeCopy(userId: string, key: string, value: unknown): Promise<void> {
  try {
    await openCopy(userId).write([[key, value]], []);
  } catch {
    // Without storage, there is no copy.
  }
}

/** Deletes the caches of all users, and content that other apps shared. Never fails. */
export async function forgetCopies(): Promise<void> {
  try {
    await Promise.all([
      openStore()("readwrite", (store) => promisifyRequest(store.clear())),
      globalThis.caches?.delete(SHARED_CACHE),
    ]);
  } catch {
    // Without storage, there is nothing to delete.
  }
}

let opened: UseStore | undefined;

function openStore(): UseStore {
  opened ??= openDeviceStore("foyer-workspace-copies", "read");
  return opened;
}
