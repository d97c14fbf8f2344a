import { BackendError } from "../../lib/errors.ts";

/** Why a note is not stored. */
export type Problem =
  /** No answer, or none that says anything about the note: tried again by itself. */
  | { kind: "offline" }
  /** The backend will not take it as it is. */
  | { kind: "refused"; message: string }
  /** It was removed elsewhere while it was being changed here. */
  | { kind: "gone" };

/** What a failed save means. */
export function problemOf(error: unknown, message: string): Problem {
  if (!(error instanceof BackendError)) return { kind: "offline" };
  const { status, code } = error;
  if (code === "23514" || status === 413) return { kind: "refused", message: TOO_LONG };
  return status >= 400 && status < 500 && !PASSING.includes(status)
    ? { kind: "refused", message }
    : { kind: "offline" };
}

/** How long to wait before the next attempt: doubling up to half a minute, spread by up to half. */
export function backoffMs(attempts: number): number {
  return Math.min(1000 * 2 ** attempts, 30_000) * (0.5 + Math.random() / 2);
}

/** A session that has ended, a slow network, too many requests: the note itself is not at fault. */
const PASSING = [401, 403, 408, 425, 429];

const TOO_LONG =
  "This note is too long to be saved: a title may have 1,000 characters, a text 1 MiB.";
