import type { ServerDeps } from "../deps.ts";
import { LINK_SECONDS, renewLink } from "./setup-links.ts";

export interface LinkKeeper {
  /** Prints a link unless there is an owner, and from then on keeps one open while there is none. */
  start(): Promise<void>;
  /** Prints a new link when the last one opens no more; does nothing before `start()`. */
  renew(): Promise<void>;
  close(): void;
}

/** Looked at again after a failure; the database may be starting anew. */
const RETRY_MS = 60_000;

/** Sees to it that whoever runs the server finds a link that opens in what it printed last. */
export function createLinkKeeper(
  { database, log, origin }: Pick<ServerDeps, "database" | "log" | "origin">,
  seconds = LINK_SECONDS,
): LinkKeeper {
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  let closed = false;

  return {
    async start() {
      started = true;
      await look(true);
    },
    async renew() {
      if (started) await look(false);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };

  async function look(replace: boolean): Promise<void> {
    const renewal = await renewLink(database.sql, { seconds, replace });
    if (renewal.owned) return clearTimeout(timer);
    if (renewal.token) {
      log.info(
        `Or in the browser: this link lets you choose email and password, once, within ${inWords(seconds)}:\n  ${linkOf(origin, renewal.token)}`,
      );
    }
    wait(renewal.secondsLeft * 1000 + 500);
  }

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => {
      look(false).catch((error: unknown) => {
        if (closed) return;
        log.error("No new setup link could be made.", error);
        wait(RETRY_MS);
      });
    }, milliseconds);
    timer.unref();
  }
}

/** The token is behind the `#`, which browsers send to nobody, so no log and no referrer has it. */
function linkOf(origin: string, token: string): string {
  return `${origin}/#/tradmin/setup?token=${token}`;
}

function inWords(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}
