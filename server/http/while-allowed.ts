import type { Connection } from "./visitor-address.ts";

/**
 * Milliseconds between checks whether a running response is still allowed.
 * @limit drive: a running download ends after its link, session or role has ended
 */
const RECHECK_MS = 25_000;

/**
 * Aborts a response in progress once it is no longer allowed, however slowly the client reads.
 * While this cannot be checked, as when the database is unavailable, the response continues.
 */
export function whileAllowed({ outgoing }: Connection, isAllowed: () => Promise<boolean>): void {
  if (!outgoing || outgoing.destroyed) return;
  const timer = setInterval(async () => {
    // A reset also drops data that the system has not sent yet.
    if (!(await isAllowed().catch(() => true))) outgoing.socket?.resetAndDestroy();
  }, RECHECK_MS);
  outgoing.once("close", () => clearInterval(timer));
}
