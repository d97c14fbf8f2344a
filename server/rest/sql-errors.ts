import { inspect } from "node:util";
import { DATABASE_AWAY, isDatabaseAway } from "../database/database-away.ts";
import { RelationNotFoundError } from "./lite.ts";

/** The fields of a PostgreSQL error, as postgres.js names them. */
export interface DatabaseError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

/**
 * A query rejected before it runs. The message is safe to send and repeats nothing of the query.
 */
export class QueryRefusedError extends Error {
  override name = "QueryRefusedError";
}

/**
 * Prepares a database error for the Data API engine, which logs every error it receives and knows
 * only some codes. The result is logged as one line without the row's values (they may be a
 * visitor's message), and codes that the engine would answer with 500 get the status PostgREST
 * uses. Any other error means an unreadable query, or an unavailable database: the gateway answers
 * and logs that (`database-away.ts`).
 */
export function toApiError(error: unknown): unknown {
  if (error instanceof RelationNotFoundError) {
    return Object.assign(error, {
      [inspect.custom]: () => printable(`Data API: ${error.message}`),
    });
  }
  if (isDatabaseAway(error)) return { ...answer(503, "PGRST001", DATABASE_AWAY, ""), cause: error };
  if (!isDatabaseError(error)) return answer(400, "PGRST100", reasonOf(error), error);
  const { code, detail } = error;
  const plain = plainMessages[code];
  const message = plain ?? error.message;
  const hint = plain ? undefined : error.hint;
  const status = knownToEngine(code) ? null : statusOf(code);
  if (status !== null) {
    return answer(status, code, message, `${code} ${error.message}`, { detail, hint });
  }
  const line = printable(`Data API: ${code} ${error.message}`);
  return { code, message, detail, hint, [inspect.custom]: () => line };
}

/** Makes the engine send an exact response, like PostgREST's RAISE SQLSTATE 'PGRST'. */
function answer(
  status: number,
  code: string,
  message: string,
  cause: unknown,
  { detail, hint }: { detail?: string | undefined; hint?: string | undefined } = {},
) {
  const line = printable(`Data API: ${cause instanceof Error ? `${code} ${cause}` : cause}`);
  return {
    code: "PGRST",
    message: JSON.stringify({ code, message, details: detail ?? null, hint: hint ?? null }),
    detail: JSON.stringify({ status, headers: {} }),
    [inspect.custom]: () => line,
  };
}

/**
 * Why a query could not be read, in few words. The engine's parser throws plain errors; any other
 * error (a TypeError, a stack overflow) would expose internals.
 */
function reasonOf(error: unknown): string {
  const plain = error instanceof QueryRefusedError || Object(error).constructor === Error;
  const { message } = error as Error;
  if (!plain || !message) return "The query could not be read";
  return message.length > LONGEST_REASON ? `${message.slice(0, LONGEST_REASON)}…` : message;
}

const LONGEST_REASON = 200;

/**
 * Messages in place of those that do not help the user, such as one that names PostgreSQL's own
 * files.
 */
const plainMessages: Record<string, string | undefined> = {
  "53100": "The disk is full. Nothing was saved.",
  "57014": "The query took too long and was canceled. Nothing was saved.",
};

/** One short line: a message may repeat visitor input, including line breaks and terminal codes. */
function printable(text: string): string {
  const cut = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return cut.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Status by code or by its longest matching prefix, as in PostgREST's documentation; otherwise 400.
 */
export function statusOf(code: string): number {
  for (let length = 5; length > 0; length--) {
    const status = statuses[code.slice(0, length)];
    if (status !== undefined) return status;
  }
  return 400;
}

const statuses: Record<string, number> = {
  "21000": 500,
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "23503": 409,
  "23505": 409,
  "25": 500,
  "25006": 405,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  "53400": 500,
  "54": 500,
  "55": 500,
  "57": 500,
  // A statement that ran into its time limit; PostgREST's 500 would look like a defect.
  "57014": 504,
  "57P01": 503,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  P0001: 400,
  XX: 500,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
};

/**
 * The engine handles these like PostgREST: permission by role, PT### as the status, its own codes.
 */
function knownToEngine(code: string): boolean {
  return (
    code.startsWith("PT") ||
    code.startsWith("PGRST") ||
    ["42501", "42703", "42883", "42P01"].includes(code)
  );
}

function isDatabaseError(error: unknown): error is DatabaseError {
  const { code, message } = (error ?? {}) as Partial<DatabaseError>;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && typeof message === "string";
}
