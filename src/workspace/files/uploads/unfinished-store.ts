import { createStore, del, entries, set } from "idb-keyval";
import type { UnfinishedStore } from "./upload-backend.ts";
import type { UploadJob } from "./upload-job.ts";

/**
 * Keeps one user's resumable uploads in the browser, without their contents. An upload that is
 * under way in another tab is not listed.
 */
export function createUnfinishedStore(userId: string): UnfinishedStore {
  const database = createStore("foyer-uploads", "uploads");
  const keyOf = (id: string) => `${userId} ${id}`;
  const releases = new Map<string, () => void>();

  return {
    async list() {
      const [kept, held] = await Promise.all([entries<string, UploadJob>(database), heldLocks()]);
      return kept
        .filter(([key]) => key.startsWith(`${userId} `) && !held.has(lockOf(key)))
        .map(([, job]) => job);
    },
    async save(job) {
      hold(job.id);
      await set(keyOf(job.id), { ...job, file: null }, database);
    },
    async remove(id) {
      releases.get(id)?.();
      releases.delete(id);
      await del(keyOf(id), database);
    },
  };

  /** Held as long as this tab lives. Plain http has no locks; there every tab lists every upload. */
  function hold(id: string): void {
    if (releases.has(id) || !navigator.locks) return;
    const over = new Promise<void>((resolve) => releases.set(id, resolve));
    void navigator.locks.request(lockOf(keyOf(id)), () => over).catch(() => {});
  }
}

const lockOf = (key: string) => `foyer-upload ${key}`;

async function heldLocks(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name ?? ""));
}
