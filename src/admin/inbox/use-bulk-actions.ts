import { toast } from "sonner";
import { formatCount } from "../../lib/format.ts";
import { shorten } from "../../lib/shorten.ts";
import { offerUndo } from "../../ui/undo-toast.ts";
import type { ListEvent, ListView } from "./list-state.ts";
import { holds, type MessageSet } from "./message-set.ts";
import type { InboxAddress } from "./use-inbox-address.ts";
import type { MessageActions } from "./use-message-actions.ts";
import { subjectOfUndo, useRestoreMessages } from "./use-trash.ts";

/** How several messages can be marked at once. */
export type BulkMark = "read" | "unread" | "replied";

/** Marks and deletes sets of messages, reports the number changed, and offers to undo deletions. */
export function useBulkActions(
  { openId, close }: InboxAddress,
  { change }: MessageActions,
  view: ListView,
  dispatch: (event: ListEvent) => void,
) {
  const { search, messages } = view;
  const { mutate: restore } = useRestoreMessages();

  async function markSet(set: MessageSet, to: BulkMark, size: number) {
    const changed = await change({ set, to });
    if (typeof changed === "object" && size !== 1) toast(`${counted(size)} marked as ${to}.`);
  }

  async function remove(set: MessageSet, subject = subjectOf(set, view)) {
    if (openId !== null && includes(set, openId)) close();
    dispatch({ type: "remove", set });
    const changed = await change({ set, to: "deleted" });
    if (changed === "failed") dispatch({ type: "removal-failed", set });
    else if (changed !== "gone" && changed.count > 0) {
      const { count, trashedAt } = changed;
      const text = subject ? `Deleted “${shorten(subject, SHOWN_SUBJECT)}”.` : deleted(count);
      const trashed = set.kind === "some" ? { ids: set.ids } : { trashedAt: trashedAt ?? "" };
      offerUndo(text, () => restore(trashed), subjectOfUndo(trashed));
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

const deleted = (count: number) => `${counted(count)} deleted.`;

/** Characters of a subject in a notification. */
const SHOWN_SUBJECT = 40;
