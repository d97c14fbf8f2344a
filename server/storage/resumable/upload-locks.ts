import { withTimeLimit } from "../../../shared/time-limit.ts";
import type { DatabaseSession } from "../../database/session.ts";
import type { SessionLock } from "../../database/session-locks.ts";
import { waitForLock } from "../../database/wait-for-lock.ts";

/** Maximum milliseconds a request waits for the upload's previous request to stop. */
const UPLOAD_LOCK_MS = 20_000;

/** Notifies the server that holds an upload's lock that another request is waiting. */
const CHANNEL = "foyer_upload_wanted";

/** A lock that ensures one request at a time per upload. */
interface HeldLock {
  requestRelease: () => Promise<void> | void;
  released: Promise<void>;
  release: () => void;
  /** 0 until the lock is acquired. */
  fence: number;
  /** Aborted to stop the request that holds the lock. */
  signal: AbortSignal;
}

export interface UploadLocks {
  newLock(id: string): {
    lock(signal: AbortSignal, requestRelease: HeldLock["requestRelease"]): Promise<void>;
    unlock(): Promise<void>;
  };
  /** This server's lock on the upload. */
  find(id: string): Pick<HeldLock, "fence" | "signal"> | undefined;
  close(): void;
}

/**
 * Locks for uploads, in this process and, through the database, for all others. A request that
 * finds another one active, usually of a client that disconnected silently, stops it and resumes
 * from the stored bytes. A server that loses its database connection loses its locks: its requests
 * are stopped, and the fence invalidates anything they still write.
 */
export function createUploadLocks(session: DatabaseSession): UploadLocks {
  const held = new Map<string, HeldLock>();
  const close = session.listen(CHANNEL, (id) => {
    const lock = held.get(id);
    // A lock without a fence is still waiting, and may belong to the notifying request.
    if (lock && lock.fence > 0) void lock.requestRelease();
  });

  return {
    newLock(id) {
      let own: HeldLock | undefined;
      let shared: SessionLock | undefined;
      return {
        async lock(signal, requestRelease) {
          const deadline = Date.now() + UPLOAD_LOCK_MS;
          await waitInProcess(id, signal, deadline);
          let release = () => {};
          const released = new Promise<void>((resolve) => {
            release = resolve;
          });
          own = { requestRelease, released, release, fence: 0, signal };
          held.set(id, own);
          const onBusy = () => session.notify(CHANNEL, id);
          const lock = await waitForLock(session, `upload ${id}`, { deadline, signal, onBusy });
          if (!lock) {
            await this.unlock();
            throw busy();
          }
          shared = lock;
          own.fence = lock.fence;
          lock.lost.addEventListener("abort", () => void requestRelease(), { once: true });
        },
        async unlock() {
          await shared?.release();
          if (!own) return;
          held.delete(id);
          own.release();
          own = undefined;
        },
      };
    },
    find: (id) => held.get(id),
    close,
  };

  async function waitInProcess(id: string, signal: AbortSignal, deadline: number): Promise<void> {
    for (let other = held.get(id); other; other = held.get(id)) {
      await other.requestRelease();
      const released = await withTimeLimit(
        other.released.then(() => true),
        deadline - Date.now(),
        () => false,
      );
      if (!released || signal.aborted) throw busy();
    }
  }
}

function busy() {
  return { status_code: 423, body: "Another request is writing to this upload.\n" };
}
