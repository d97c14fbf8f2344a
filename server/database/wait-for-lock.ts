import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseSession } from "./session.ts";
import type { SessionLock } from "./session-locks.ts";

/** Milliseconds between attempts to get a lock that another server holds. */
const LOCK_POLL_MS = 100;

export interface WaitOptions {
  /** Deadline in milliseconds since 1970. */
  deadline: number;
  signal?: AbortSignal;
  /** Called every second while another server holds the lock. */
  onBusy?: () => Promise<void>;
}

/**
 * Waits for a lock that other servers may hold.
 * @returns null after the deadline.
 */
export async function waitForLock(
  session: DatabaseSession,
  name: string,
  { deadline, signal, onBusy }: WaitOptions,
): Promise<SessionLock | null> {
  for (let attempt = 0; ; attempt++) {
    const lock = await session.tryLock(name);
    if (lock) return lock;
    if (signal?.aborted || Date.now() >= deadline) return null;
    if (attempt % (1000 / LOCK_POLL_MS) === 0) await onBusy?.().catch(() => {});
    await delay(LOCK_POLL_MS);
  }
}
