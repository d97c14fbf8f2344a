/** A refusal by the backend, with its message. */
export class BackendError extends Error {
  override name = "BackendError";
  /**
   * PostgREST's, PostgreSQL's or this project's code (`PT409`, `23505`, `gone`); empty when there
   * is none.
   */
  readonly code: string;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;

  constructor(message: string, { code = "", status = 0 } = {}) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

interface Result<T> {
  data: T;
  error: { message: string; code?: string } | null;
  status?: number;
  count?: number | null;
}

/**
 * The data of a supabase-js result.
 * @throws {BackendError} with the backend's message when the call failed.
 */
export function unwrap<T>({ data, error, status = 0 }: Result<T>): NonNullable<T> {
  if (error) throw new BackendError(plain(error.message), { code: error.code ?? "", status });
  return data as NonNullable<T>;
}

/** The exact count of a `head` request. */
export function unwrapCount(result: Result<unknown>): number {
  if (result.error) unwrap(result);
  if (result.count == null) throw new BackendError("The backend did not say how many there are.");
  return result.count;
}

/** The row returned by a write. No row means not found or not the user's, never success. */
export function onlyRow<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new BackendError(GONE_TEXT, { code: GONE });
  return row;
}

const GONE = "gone";
const GONE_TEXT = "This entry no longer exists. It was removed in the meantime.";

/** Whether the row was changed since it was loaded. */
export function isConflict(error: unknown): boolean {
  return error instanceof BackendError && error.code === "PT409";
}

/** Whether the row no longer exists. */
export function isGone(error: unknown): boolean {
  return error instanceof BackendError && error.code === GONE;
}

/**
 * Whether there was no response: offline, server or database unreachable, or a proxy that reports
 * this. A full disk has the same status as an unreachable database, but counts as an answer.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof BackendError) || error.code === "53100") return false;
  return [0, 502, 503, 504].includes(error.status);
}

/** Converts any thrown value to a readable sentence; the only function that does. */
export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message !== "") return plain(error.message);
  if (typeof error === "string" && error !== "") return error;
  return UNKNOWN_ERROR;
}

/** Like `messageOf`, for data or code that could not be loaded: being offline is not an error. */
export function readErrorOf(error: unknown): string {
  const text = messageOf(error);
  const isCode = CODE_FAILURE.test(text);
  if (text === OFFLINE || (isCode && isOffline())) return "Can't load while offline.";
  return isCode ? UNREACHED : text;
}

/** Used when the backend gave no reason. */
export const UNKNOWN_ERROR = "An unknown error occurred.";

// postgrest-js prefixes the message of a network failure with its class.
function plain(message: string): string {
  const text = message.replace(/^\w*Error: /, "");
  const [, constraint] = DUPLICATE.exec(text) ?? [];
  if (constraint) return constraint.includes("name") ? NAME_TAKEN : "This already exists.";
  if (!NETWORK_FAILURE.test(text)) return text || UNKNOWN_ERROR;
  return isOffline() ? OFFLINE : UNREACHED;
}

/** PostgreSQL's message for a value that violates a unique constraint. */
const DUPLICATE = /^duplicate key value violates unique constraint "(\w+)"/;
const NAME_TAKEN = "This name is already taken.";

const isOffline = () => globalThis.navigator?.onLine === false;

/** The messages of Chromium, Firefox and Safari for a request without a response. */
const NETWORK_FAILURE =
  /^(Failed to fetch|NetworkError when attempting to fetch resource\.|Load failed)( \(.*\))?$/;
/** Messages of browsers about code that could not be loaded. */
const CODE_FAILURE = /dynamically imported module|^Importing a module script failed/;
const OFFLINE = "You're offline. Nothing was changed.";
const UNREACHED = "The server could not be reached. Check your connection and try again.";
