import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "../database/connect.ts";
import type { ServerDeps } from "../deps.ts";
import { SETUP_LINK_SECONDS } from "../limits/limits.ts";

type Renewal =
  | { owned: true }
  | {
      owned: false;
      /** The new link's token, which is not stored; null while the current link is valid. */
      token: string | null;
      /** Seconds until the current link expires. */
      secondsLeft: number;
    };

/**
 * Creates a new link unless there is an owner. All earlier links expire.
 * @param replace false to keep a link that is still valid, no matter which process has printed it.
 */
export async function renewLink(
  sql: Sql,
  { seconds = SETUP_LINK_SECONDS, replace }: { seconds?: number; replace: boolean },
): Promise<Renewal> {
  return sql.begin(async (tx): Promise<Renewal> => {
    // Waits for a concurrent creation of the owner or a link.
    await tx`lock table private.members in share row exclusive mode`;
    const [owner] = await tx`select from private.members where role = 'admin'`;
    if (owner) return { owned: true };
    if (!replace) {
      const [open] = await tx<{ left: number }[]>`
        select extract(epoch from expires_at - now())::float8 as left from private.setup_links
        where expires_at > now()`;
      if (open) return { owned: false, token: null, secondsLeft: open.left };
    }
    const token = randomBytes(32).toString("base64url");
    // Hashes of earlier links are kept for a day, so that an old tab gets a helpful message.
    await tx`delete from private.setup_links where created_at < now() - interval '1 day'`;
    await tx`update private.setup_links set expires_at = now() where expires_at > now()`;
    await tx`insert into private.setup_links (token_hash, expires_at)
      values (${hashOf(token)}, now() + ${`${seconds} seconds`}::interval)`;
    return { owned: false, token, secondsLeft: seconds };
  });
}

/**
 * The state of this token: `open`, `expired` for an earlier link, or `wrong`. Wrong tokens do not
 * invalidate the link: 256 random bits cannot be guessed, and a limit would let anyone disable it.
 */
export async function tryToken(sql: Sql, token: string): Promise<"open" | "expired" | "wrong"> {
  const [link] = await sql<{ open: boolean }[]>`
    select expires_at > now() as open from private.setup_links where token_hash = ${hashOf(token)}`;
  if (!link) return "wrong";
  return link.open ? "open" : "expired";
}

/** A plain hash suffices, because 256 random bits cannot be brute-forced. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Milliseconds before a failed attempt to create a link is repeated. */
const SETUP_LINK_RETRY_MS = 60_000;

export interface SetupLinkPrinter {
  /** Prints a link, and keeps a valid one available, until there is an owner. Retries failures. */
  start(): Promise<void>;
  /** Prints a new link when the last one has expired; does nothing before `start()`. */
  renew(): Promise<void>;
  close(): void;
}

/** Keeps a valid link at the end of the server's output. */
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
      await keepTrying(true);
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
      // On a line of its own, so that terminals make it clickable and a double click selects it.
      log.info(linkOf(origin, renewal.token));
    }
    wait(renewal.secondsLeft * 1000 + 500);
  }

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => void keepTrying(false), milliseconds);
    timer.unref();
  }

  async function keepTrying(replace: boolean): Promise<void> {
    try {
      await printLink(replace);
    } catch (error) {
      if (closed) return;
      log.error("Could not create a new setup link.", error);
      wait(SETUP_LINK_RETRY_MS);
    }
  }
}

/** The token is in the fragment, so that no log and no referrer contains it. */
function linkOf(origin: string, token: string): string {
  return `${origin}/#/tradmin/setup?token=${token}`;
}

function inWords(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}
