import type { Role } from "../auth/caller.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import { logLine } from "../log/log-line.ts";
import { ApiError } from "./api-error.ts";
import { isTooLarge } from "./read-sql.ts";

/** The fields of a PostgreSQL error, as postgres.js names them. */
interface DatabaseError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
  /** The C function that raised the error. */
  routine?: string;
}

/**
 * The refusal that a database error becomes, with PostgREST's status. It is logged as one line
 * without the row's values, which may be a visitor's message.
 * @throws the error itself for an unavailable database or a defect.
 */
export function toApiError(error: unknown, role: Role): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseAway(error) || !isDatabaseError(error)) throw error;
  const { code, detail, hint } = error;
  console.error(logLine(`Data API: ${code} ${error.message}`));
  if (isTooLarge(error)) return new ApiError(413, "PT413", TOO_LARGE);
  const plain = plainMessages[code];
  return new ApiError(statusOf(code, role), code, plain ?? error.message, {
    details: detail ?? null,
    hint: plain ? null : (hint ?? null),
  });
}

const TOO_LARGE = "The response is larger than 8 MB. Ask for fewer rows or columns.";

/** Replaces messages that do not help the user, such as one that names PostgreSQL's own files. */
const plainMessages: Record<string, string | undefined> = {
  "53100": "The disk is full. Nothing was saved.",
  "57014": "The query took too long and was canceled. Nothing was saved.",
};

/**
 * Status by code or by its longest matching prefix, as in PostgREST's documentation; otherwise 400.
 * `PT` and three digits are a status that our own SQL chooses.
 */
export function statusOf(code: string, role: Role): number {
  if (code === "42501") return role === "anon" ? 401 : 403;
  const [, chosen] = /^PT([1-5]\d\d)$/.exec(code) ?? [];
  if (chosen) return Number(chosen);
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
  // Status of a statement that exceeded its time limit; PostgREST's 500 would look like a defect.
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

function isDatabaseError(error: unknown): error is DatabaseError {
  const { code, message } = (error ?? {}) as Partial<DatabaseError>;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && typeof message === "string";
}
