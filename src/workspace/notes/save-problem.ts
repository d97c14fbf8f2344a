import { BackendError, isUnanswered } from "../../lib/errors.ts";

/** Why a note is not saved. */
export type Problem =
  /** No response, or one that says nothing about the note: retried automatically. */
  | { kind: "offline" }
  /** The backend refuses it as it is. */
  | { kind: "refused"; message: string }
  /** Deleted elsewhere while it was being edited here. */
  | { kind: "gone" };

/** Classifies a failed save. */
export function problemOf(error: unknown, message: string): Problem {
  if (!(error instanceof BackendError)) return { kind: "offline" };
  const { status, code } = error;
  if (code === "23514" || status === 413) return { kind: "refused", message: TOO_LONG };
  return status >= 400 && status < 500 && !PASSING.includes(status)
    ? { kind: "refused", message }
    : { kind: "offline" };
}

/** Whether the backend has refused permanently, so that a retry would not help. */
export function isFinal(error: unknown): boolean {
  return error instanceof BackendError && !isUnanswered(error) && !PASSING.includes(error.status);
}

/** Delay before the next attempt: doubles up to half a minute, minus up to 50 percent jitter. */
export function backoffMs(attempts: number): number {
  return Math.min(1000 * 2 ** attempts, 30_000) * (0.5 + Math.random() / 2);
}

/** Transient: an ended session, a slow network or rate limiting, not a problem of the note. */
const PASSING = [401, 403, 408, 425, 429];

const TOO_LONG =
  "This note is too long to be saved: a title may have 1,000 characters, a text 1 MiB.";
