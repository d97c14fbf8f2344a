import type { Log } from "../../log/log.ts";
import type { BlobStore } from "./blob-store.ts";

/** Maximum number of remembered ids, which keep repeated requests from flooding the log. */
const REMEMBERED = 1000;

/** Wraps the store to log each missing blob once, so that it can be restored from a backup. */
export function reportMissing(blobs: BlobStore, log: Log): BlobStore {
  const reported = new Set<string>();
  const report = (id: string) => {
    if (reported.has(id) || reported.size >= REMEMBERED) return;
    reported.add(id);
    log.error(`The stored file ${id} is missing. Restore it from a backup.`);
  };
  return {
    ...blobs,
    async get(id, range) {
      const stream = await blobs.get(id, range);
      if (!stream) report(id);
      return stream;
    },
    async copy(from, to) {
      try {
        await blobs.copy(from, to);
      } catch (error) {
        if (!(await blobs.exists(from))) report(from);
        throw error;
      }
    },
  };
}
