import type { Connection } from "./visitor-address.ts";

/**
 * Milliseconds between two checks of whether a response may go on.
 * @limit drive: a running download ends after its link, session or role has ended
 */
const RECHECK_MS = 25_000;

/**
 * Breaks off a response that is still being sent when it is no longer allowed, however slowly it is
 * read. While this cannot be checked, as when the database is away, the response continues.
 */
export function whileAllowed({ outgoing }: Connection, isAllowed: () => Promise<boolean>): void {
  if (!outgoing) return;
  const timer = setInterval(async () => {
    // A reset also drops what the system has not sent yet.
    if (!(await isAllowed().catch(() => true))) outgoing.socket?.resetAndDestroy();
  }, RECHECK_MS);
  outgoing.once("close", () => clearInterval(timer));
}
