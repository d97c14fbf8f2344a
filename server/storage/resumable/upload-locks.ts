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
            if (!(await endsInTime(other.released, deadline - Date.now())) || signal.aborted) {
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

async function endsInTime(work: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, milliseconds));
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}
