import { BackendError, isUnanswered, messageOf } from "../../lib/errors.ts";
import type { EventOf } from "./note-machine.ts";

/** Effect of a failed request on its note: whether it is retried, and what is shown. */
export function failureOf(error: unknown): EventOf<"fail"> {
  const message = messageOf(error);
  const offline = { type: "fail", problem: { kind: "offline" }, message } as const;
  if (!(error instanceof BackendError)) return { ...offline, isFinal: false };
  const { status, code } = error;
  const isTransient = TRANSIENT.includes(status) || SCHEMA_CACHE.includes(code);
  const isFinal = !isUnanswered(error) && !isTransient;
  const isTooLong = code === "23514" || status === 413;
  const isRefused = isTooLong || (status >= 400 && status < 500 && !isTransient);
  if (!isRefused) return { ...offline, isFinal };
  const problem = { kind: "refused", message: isTooLong ? TOO_LONG : message } as const;
  return { type: "fail", problem, message, isFinal };
}

/**
 * An ended session, a slow network or rate limiting: retried, because the note is not the cause.
 */
const TRANSIENT = [401, 403, 408, 425, 429];

/** The Data API has just started or was upgraded, and does not know its schema yet. */
const SCHEMA_CACHE = ["PGRST202", "PGRST204", "PGRST205"];

const TOO_LONG =
  "This note is too long to be saved: a title may have 1,000 characters, a text 1 MiB, and a note 50 labels.";
