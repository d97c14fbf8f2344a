import { withTimeLimit } from "../../../shared/time-limit.ts";
import { UPLOAD_LOCK_MS } from "../../limits/limits.ts";

/** The lock behind a tus locker: one request at a time per upload. */
interface HeldLock {
  requestRelease: () => Promise<void> | void;
  released: Promise<void>;
  release: () => void;
}

/**
 * Locks for uploads within this process. A request that finds another one active, usually one whose
 * client disconnected silently, has it stopped and resumes from what it has stored.
 */
export function createUploadLocks() {
  const held = new Map<string, HeldLock>();
  return {
    newLock(id: string) {
      let own: HeldLock | undefined;
      return {
        async lock(signal: AbortSignal, requestRelease: HeldLock["requestRelease"]): Promise<void> {
          const deadline = Date.now() + UPLOAD_LOCK_MS;
          for (;;) {
            const other = held.get(id);
            if (!other) break;
            await other.requestRelease();
            const released = await withTimeLimit(
              other.released.then(() => true),
              deadline - Date.now(),
              () => false,
            );
            if (!released || signal.aborted) {
              throw { status_code: 423, body: "Another request is writing to this upload.\n" };
            }
          }
          let release = () => {};
          const released = new Promise<void>((resolve) => {
            release = resolve;
          });
          own = { requestRelease, released, release };
          held.set(id, own);
        },
        async unlock(): Promise<void> {
          if (!own) return;
          held.delete(id);
          own.release();
        },
      };
    },
  };
}
