import { inspect } from "node:util";
import { RelationNotFoundError } from "@supabase/lite";

/** What a PostgreSQL error brings along, as postgres.js names it. */
export interface DatabaseError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

/**
 * Prepares a database error for the Data API engine, which prints every error it meets and knows
 * only some codes. The result prints as one line without the row's values (they may be a visitor's
 * message), and codes the engine would answer with 500 carry the status PostgREST gives them.
 */
export function toApiError(error: unknown): unknown {
  if (error instanceof RelationNotFoundError) {
    return Object.assign(error, {
      [inspect.custom]: () => printable(`Data API: ${error.message}`),
    });
  }
  if (!isDatabaseError(error)) return error;
  const { code, detail } = error;
  const full = code === DISK_FULL;
  const message = full ? "The disk is full. Nothing was saved." : error.message;
  const hint = full ? undefined : error.hint;
  const status = knownToEngine(code) ? null : statusOf(code);
  const prepared =
    status === null
      ? { code, message, detail, hint }
      : {
          // The engine's way to an exact answer, PostgREST's RAISE SQLSTATE 'PGRST'.
          code: "PGRST",
          message: JSON.stringify({ code, message, details: detail ?? null, hint: hint ?? null }),
          detail: JSON.stringify({ status, headers: {} }),
        };
  return { ...prepared, [inspect.custom]: () => printable(`Data API: ${code} ${error.message}`) };
}

/** PostgreSQL then names a file of its own, which tells nobody what to do. */
const DISK_FULL = "53100";

/** One short line: a message may repeat what a visitor sent, line breaks and terminal codes included. */
function printable(text: string): string {
  const cut = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return cut.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Status by code or by its longest matching prefix, as in PostgREST's documentation; else 400. */
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

/** These it answers as PostgREST does: permission by role, PT### as the status, its own codes. */
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
