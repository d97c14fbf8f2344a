/** What the backend refused, in its own words. */
export class BackendError extends Error {
  override name = "BackendError";
  /** PostgREST's, PostgreSQL's or this project's code (`PT409`, `23505`, `gone`); empty when there is none. */
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
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
 * The data of a supabase-js answer.
 * @throws {BackendError} with the backend's message when the call failed.
 */
export function unwrap<T>({ data, error, status = 0 }: Result<T>): NonNullable<T> {
  if (error) throw new BackendError(plain(error.message), { code: error.code ?? "", status });
  return data as NonNullable<T>;
}

/** The exact count of a supabase-js answer to a `head` request. */
export function unwrapCount(result: Result<unknown>): number {
  if (result.error) unwrap(result);
  if (result.count == null) throw new BackendError("The backend did not say how many there are.");
  return result.count;
}

/**
 * The one row a write returned. None means that it is not there any more (or not ours), which must
 * never pass for success.
 */
export function onlyRow<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new BackendError(GONE_TEXT, { code: GONE });
  return row;
}

const GONE = "gone";
const GONE_TEXT = "This entry is no longer there. It was removed elsewhere in the meantime.";

/** Whether the row was changed by somebody else since it was loaded. */
export function isConflict(error: unknown): boolean {
  return error instanceof BackendError && error.code === "PT409";
}

/** Whether the row a write meant does not exist any more. */
export function isGone(error: unknown): boolean {
  return error instanceof BackendError && error.code === GONE;
}

/** Whether no answer came: no network, nobody at the other end, or only a proxy that says so. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof BackendError && [0, 502, 504].includes(error.status);
}

/** The one translator from anything thrown to a sentence a person can read. */
export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message !== "") return plain(error.message);
  if (typeof error === "string" && error !== "") return error;
  return UNKNOWN_ERROR;
}

/** Said when the backend gave no reason. */
export const UNKNOWN_ERROR = "An unknown error occurred.";

// postgrest-js puts the class of a network failure in front of its message.
function plain(message: string): string {
  return message.replace(/^\w*Error: /, "") || UNKNOWN_ERROR;
}
