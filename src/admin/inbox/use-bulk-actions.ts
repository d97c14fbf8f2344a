import { toast } from "sonner";
import { formatCount } from "../../lib/format.ts";
import { shorten } from "../../lib/shorten.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import type { ListEvent, ListView } from "./list-state.ts";
import { holds, type MessageSet } from "./message-set.ts";
import type { InboxAddress } from "./use-inbox-address.ts";
import type { MessageActions } from "./use-message-actions.ts";

/** How several messages can be marked at once. */
export type BulkMark = "read" | "unread" | "replied";

/** Marks and deletes sets of messages: asks before deleting, and reports the number changed. */
export function useBulkActions(
  { openId, close }: InboxAddress,
  { change }: MessageActions,
  view: ListView,
  dispatch: (event: ListEvent) => void,
) {
  const { search, messages } = view;

  async function markSet(set: MessageSet, to: BulkMark, size: number) {
    const count = await change({ set, to });
    if (typeof count === "number" && size !== 1) toast(`${counted(size)} marked as ${to}.`);
  }

  async function remove(set: MessageSet, size: number, subject = subjectOf(set, view)) {
    const what = subject ? `the message "${shorten(subject, SHOWN_SUBJECT)}"` : counted(size);
    if (!askToConfirm(`Are you sure you want to delete ${what}? This cannot be undone.`)) return;
    if (openId !== null && includes(set, openId)) close();
    dispatch({ type: "remove", set });
    const count = await change({ set, to: "deleted" });
    if (count === "failed") dispatch({ type: "removal-failed", set });
    else if (count !== "gone") {
      toast(size === 1 ? "Message deleted." : `${counted(count)} deleted.`);
    }
  }

  /** Whether the set includes the message with this id, loaded or not. */
  function includes(set: MessageSet, id: string): boolean {
    const message = messages.find((one) => one.id === id);
    return message ? holds(set, message, search) : set.kind === "some" && set.ids.includes(id);
  }

  return { markSet, remove };
}

/** The subject if the set has exactly one message, and it is loaded. */
function subjectOf(set: MessageSet, { messages }: ListView): string | undefined {
  if (set.kind !== "some" || set.ids.length !== 1) return undefined;
  return messages.find(({ id }) => id === set.ids[0])?.subject;
}

function counted(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "message" : "messages"}`;
}

/** Characters of a subject in a confirmation. */
const SHOWN_SUBJECT = 80;
