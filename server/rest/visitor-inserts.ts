import { isbot } from "isbot";
import { z } from "zod";
import type { Sql } from "../database/connect.ts";
import { restError } from "../http/error-responses.ts";
import type { VisitorAgent } from "./engine.ts";

/**
 * Characters of a visitor's `User-Agent` that are read; browsers send about 150.
 * @limit visitors: the part of a visit's `User-Agent` that is read
 */
const USER_AGENT_LENGTH = 500;

/**
 * A visitor's insert may have only one row, as JSON; bulk inserts are only used for flooding.
 * @returns the refusal, or null.
 */
export function checkSingleRow(contentType: string, body: Uint8Array): Response | null {
  if (!/^application\/json\b/i.test(contentType)) {
    return restError(415, "PGRST102", "Anonymous inserts must be application/json");
  }
  const parsed = parseJson(body);
  if (parsed === undefined) return restError(400, "PGRST102", "Empty or invalid json");
  const rows = Array.isArray(parsed) ? parsed.length : 1;
  if (rows <= 1) return null;
  return restError(400, "PGRST102", "Anonymous inserts are limited to one row");
}

/**
 * Counts an insert into `relation` regardless of its outcome: a refused one is not refunded. The
 * limits and their messages are defined in the database, which counts inserts itself when there is
 * no host.
 * @returns the refusal, or null.
 */
export async function countInsert(
  sql: Sql,
  relation: string,
  address: string,
): Promise<Response | null> {
  if (!isCounted(relation)) return null;
  const [row] = await sql<{ wait: number; refusal: string }[]>`
    select wait, refusal from private.count_insert(${relation}, ${address})`;
  if (!row?.wait) return null;
  return restError(429, "PT429", row.refusal, { "retry-after": String(row.wait) });
}

/** The message id in a body; null for a body without a valid id. */
export function messageId(body: Uint8Array): string | null {
  return messageWithId.safeParse(parseJson(body)).data?.id ?? null;
}

/** Whether a message with this id is already stored, in the inbox or in its trash. */
export async function isStored(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`select from public.messages where id = ${id}
    union all select from public.trashed_messages where id = ${id}`;
  return rows.length > 0;
}

/** Whether inserts into a relation are counted per address. */
export const isCounted = (relation: string) =>
  ["messages", "visits", "link_clicks"].includes(relation);

/** The browser that sends an insert, and whether it is a known bot, by a maintained list. */
export function readAgent(headers: Headers): VisitorAgent {
  const text = (headers.get("user-agent") ?? "").slice(0, USER_AGENT_LENGTH);
  return { text, isBot: isbot(text) };
}

const messageWithId = z.object({ id: z.uuid() });

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
