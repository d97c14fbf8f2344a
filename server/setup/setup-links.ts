import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "../database/connect.ts";

/** How long a link opens. */
export const LINK_SECONDS = 30 * 60;

/** With so many wrong tokens a link stops opening. */
export const WRONG_TRIES = 5;

export type Renewal =
  | { owned: true }
  | {
      owned: false;
      /** The new link's token; null when the one there still opens. It is kept nowhere. */
      token: string | null;
      /** Until the link that opens now runs out. */
      secondsLeft: number;
    };

/**
 * Makes a new link unless there is an owner. Every earlier one stops opening.
 * @param replace false leaves a link that still opens alone, whichever server process printed it.
 */
export async function renewLink(
  sql: Sql,
  { seconds = LINK_SECONDS, replace }: { seconds?: number; replace: boolean },
): Promise<Renewal> {
  return sql.begin(async (tx): Promise<Renewal> => {
    // Waits for whoever creates the owner or a link at this moment.
    await tx`lock table private.members in share row exclusive mode`;
    const [owner] = await tx`select from private.members where role = 'admin'`;
    if (owner) return { owned: true };
    if (!replace) {
      const [open] = await tx<{ left: number }[]>`
        select extract(epoch from expires_at - now())::float8 as left from private.setup_links
        where expires_at > now() and wrong_tries < ${WRONG_TRIES}`;
      if (open) return { owned: false, token: null, secondsLeft: open.left };
    }
    const token = randomBytes(32).toString("base64url");
    // The hashes of earlier links stay for a day, so that an old tab can be told what is wrong.
    await tx`delete from private.setup_links where created_at < now() - interval '1 day'`;
    await tx`update private.setup_links set expires_at = least(expires_at, now())`;
    await tx`insert into private.setup_links (token_hash, expires_at)
      values (${hashOf(token)}, now() + ${`${seconds} seconds`}::interval)`;
    return { owned: false, token, secondsLeft: seconds };
  });
}

/**
 * What this token opens: `open`, or `expired` for an earlier or used-up link, or `wrong`. A wrong
 * one is counted against the link that opens now. One statement on one row, so that parallel
 * guesses wait for each other and get no more tries than others.
 */
export async function tryToken(sql: Sql, token: string): Promise<"open" | "expired" | "wrong"> {
  const hash = hashOf(token);
  const known = sql`select from private.setup_links where token_hash = ${hash}`;
  const [tried] = await sql<{ matches: boolean }[]>`
    update private.setup_links
    set wrong_tries = wrong_tries + case when exists (${known}) then 0 else 1 end
    where expires_at > now() and wrong_tries < ${WRONG_TRIES}
    returning token_hash = ${hash} as matches`;
  if (tried?.matches) return "open";
  return (await known).length > 0 ? "expired" : "wrong";
}

/** A plain hash is enough: 256 random bits cannot be searched for. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
