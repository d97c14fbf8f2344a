import { BackendError, isUnanswered, messageOf } from "../../lib/errors.ts";
import { isTransient } from "../shell/retry.ts";
import { MAX_LABELS } from "./labels/labels.ts";
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
  // The name of the table's CHECK constraint.
  const reason = message.includes("labels_check") ? TOO_MANY_LABELS : TOO_LONG;
  const problem = { kind: "refused", message: isTooLong ? reason : message } as const;
  return { type: "fail", problem, message, isFinal };
}

const TOO_MANY_LABELS = `This note has more than ${MAX_LABELS} labels. Remove some of them.`;
const TOO_LONG =
  "This note is too long to be saved: a title may have 1,000 characters, and a text 1 MiB.";
