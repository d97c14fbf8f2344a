import { BackendError, isUnanswered, messageOf } from "../../lib/errors.ts";
import { isTransient } from "../shell/retry.ts";
import type { EventOf } from "./note-machine.ts";

/** Effect of a failed request on its note: whether it is retried, and what is shown. */
export function failureOf(error: unknown): EventOf<"fail"> {
  const message = messageOf(error);
  const offline = { type: "fail", problem: { kind: "offline" }, message } as const;
  if (!(error instanceof BackendError)) return { ...offline, isFinal: false };
  const { status, code } = error;
  const isLater = isTransient(error);
  const isFinal = !isUnanswered(error) && !isLater;
  const isTooLong = code === "23514" || status === 413;
  const isRefused = isTooLong || (status >= 400 && status < 500 && !isLater);
  if (!isRefused) return { ...offline, isFinal };
  const problem = { kind: "refused", message: isTooLong ? TOO_LONG : message } as const;
  return { type: "fail", problem, message, isFinal };
}

const TOO_LONG =
  "This note is too long to be saved: a title may have 1,000 characters, a text 1 MiB, and a note 50 labels.";
