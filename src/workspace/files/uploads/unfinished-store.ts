import { del, delMany, entries, get, keys, set } from "idb-keyval";
import { openDeviceStore } from "../../../lib/device-store.ts";
import type { UploadJob } from "./upload-machine.ts";

/**
 * Maximum bytes of a file copied to the device. Copying larger files takes longer than choosing
 * them again.
 * @limit drive: a file copied to the device until it is uploaded
 */
const MAX_STORED_BYTES = 1024 ** 3;

/**
 * Bytes per millisecond. A file that can be sent at this speed needs no copy, which would take as
 * long as sending it and delay it as much.
 */
const FAST_BYTES_PER_MS = 50_000;

export type UnfinishedStore = ReturnType<typeof createUnfinishedStore>;

/**
 * Stores one user's large uploads in the browser, with their contents if there is enough space.
 * Uploads running in another tab are not listed.
 * @param userId or another owner of the uploads.
 * @param place prefix of the databases' names; contents of other owners are deleted from them.
 */
export function createUnfinishedStore(userId: string, place = "foyer-upload") {
  const jobs = openDeviceStore(`${place}s`, "uploads");
  const files = openDeviceStore(`${place}-files`, "files");
  const keyOf = (id: string) => `${userId} ${id}`;
  const releases = new Map<string, () => void>();
  const stored = new Set<string>();
  const removed = new Set<string>();
  /** One copy at a time, so that each sees the space left by the previous one. */
  let copying: Promise<void> = Promise.resolve();

  return {
    /** The stored jobs, with their files if these were stored. */
    async list(): Promise<UploadJob[]> {
      const all = await entries<string, UploadJob>(jobs);
      const own = all.filter(([key]) => key.startsWith(`${userId} `));
      await dropStrayFiles(new Set(own.map(([key]) => key)));
      const listed: UploadJob[] = [];
      for (const [key, job] of own) {
        if (!(await claim(job.id))) continue;
        const file = await get<File>(key, files).catch(() => undefined);
        if (file) stored.add(job.id);
        listed.push({ ...job, file: file ?? null });
      }
      return listed;
    },
    /** Stores a job; the file is copied later, if possible. */
    async save(job: UploadJob): Promise<void> {
      await claim(job.id);
      if (removed.has(job.id)) return;
      const { file } = job;
      await set(keyOf(job.id), { ...job, file: null }, jobs);
      if (!file || stored.has(job.id)) return;
      stored.add(job.id);
      setTimeout(() => {
        copying = copying.then(() => copy(job.id, file)).catch(() => {});
      }, file.size / FAST_BYTES_PER_MS);
    },
    /** Removes a job and its file. */
    async remove(id: string): Promise<void> {
      removed.add(id);
      releases.get(id)?.();
      releases.delete(id);
      stored.delete(id);
      await del(keyOf(id), jobs);
      await del(keyOf(id), files);
    },
    /** Deletes all file contents from this device; the jobs stay. */
    async forgetFiles(): Promise<void> {
      stored.clear();
      await dropStrayFiles(new Set());
    },
  };

  async function copy(id: string, file: File): Promise<void> {
    if (!(await hasSpace(file.size)) || !stored.has(id)) return;
    await set(keyOf(id), file, files);
    // The upload may have been canceled or completed in the meantime.
    if (!stored.has(id)) await del(keyOf(id), files);
  }

  /** Deletes files without an upload, and files of users who are not signed in. */
  async function dropStrayFiles(known: ReadonlySet<string>): Promise<void> {
    await delMany(
      (await keys<string>(files)).filter((key) => !known.has(key)),
      files,
    );
  }

  /**
   * Locks the upload until this tab closes.
   * @returns false when another tab holds the lock.
   */
  function claim(id: string): Promise<boolean> {
    // Without locks (plain http), every tab lists all uploads, and none resumes automatically.
    if (releases.has(id) || !navigator.locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      const name = `${place} ${keyOf(id)}`;
      const hold = (lock: Lock | null) => {
        resolve(lock !== null);
        return lock && new Promise<void>((release) => releases.set(id, release));
      };
      navigator.locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(true));
    });
  }
}

/** Whether the device has at least twice as much free space as the copy needs. */
async function hasSpace(size: number): Promise<boolean> {
  if (size > MAX_STORED_BYTES || !navigator.locks || !navigator.storage?.estimate) return false;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return size <= (quota - usage) / 2;
}
