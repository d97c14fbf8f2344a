import type { ServerDeps } from "../deps.ts";
import { SETUP_LINK_SECONDS } from "../limits/limits.ts";
import { renewLink } from "./setup-links.ts";

/** Milliseconds until a new link is tried again; the database may be restarting. */
const SETUP_LINK_RETRY_MS = 60_000;

export interface SetupLinkPrinter {
  /** Prints a link unless there is an owner, and keeps a valid one available until there is. */
  start(): Promise<void>;
  /** Prints a new link when the last one has expired; does nothing before `start()`. */
  renew(): Promise<void>;
  close(): void;
}

/** Makes sure that the operator finds a valid link at the end of the server's output. */
export function createSetupLinkPrinter(
  { database, log, origin }: Pick<ServerDeps, "database" | "log" | "origin">,
  seconds = SETUP_LINK_SECONDS,
): SetupLinkPrinter {
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  let closed = false;

  return {
    async start() {
      started = true;
      await printLink(true);
    },
    async renew() {
      if (started) await printLink(false);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };

  async function printLink(replace: boolean): Promise<void> {
    const renewal = await renewLink(database.sql, { seconds, replace });
    if (renewal.owned) return clearTimeout(timer);
    if (renewal.token) {
      log.info(
        `Or open this link to choose email and password; it works once, within ${inWords(seconds)}:`,
      );
      // Alone on its line, so that terminals make it clickable and a double click selects it.
      log.info(linkOf(origin, renewal.token));
    }
    wait(renewal.secondsLeft * 1000 + 500);
  }

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => {
      printLink(false).catch((error: unknown) => {
        if (closed) return;
        log.error("Could not create a new setup link.", error);
        wait(SETUP_LINK_RETRY_MS);
      });
    }, milliseconds);
    timer.unref();
  }
}

/**
 * The token is in the fragment, which browsers never send, so no log and no referrer contains it.
 */
function linkOf(origin: string, token: string): string {
  return `${origin}/#/tradmin/setup?token=${token}`;
}

function inWords(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}
