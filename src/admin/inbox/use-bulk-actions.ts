import { toast } from "sonner";
import { formatCount } from "../../lib/format.ts";
import { shorten } from "../../lib/shorten.ts";
import { offerUndo } from "../../ui/toasts/undo-toast.ts";
import type { ListEvent, ListView } from "./list-state.ts";
import { holds, type MessageSet, type Removal } from "./message-set.ts";
import type { Trashed } from "./messages-api.ts";
import type { InboxAddress } from "./use-inbox-address.ts";
import type { MessageActions } from "./use-message-actions.ts";
import { subjectOfUndo, useRestoreMessages } from "./use-trash.ts";

/** Marks that can be set on several messages at once. */
export type BulkMark = "read" | "unread" | "replied";

/** Marks and removes sets of messages, reports the number changed, and offers to undo removals. */
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
    const changed = await removeTo("deleted", set);
    if (!changed) return;
    const { count, trashedAt } = changed;
    const text = subject ? `Deleted “${shorten(subject, SHOWN_SUBJECT)}”.` : deleted(count);
    offerToRestore(text, set.kind === "some" ? { ids: set.ids } : { trashedAt: trashedAt ?? "" });
  }

  /** Moves all messages of these messages' senders to spam. */
  async function markSpam(set: MessageSet) {
    const changed = await removeTo("spam", withSenders(set, messages));
    if (!changed) return;
    offerToRestore(`${counted(changed.count)} moved to Spam.`, { spamAt: changed.trashedAt ?? "" });
  }

  async function removeTo(to: Removal, set: MessageSet) {
    if (openId !== null && includes(set, openId)) close();
    dispatch({ type: "remove", set });
    const changed = await change({ set, to });
    if (changed === "failed") dispatch({ type: "removal-failed", set });
    return typeof changed === "object" && changed.count > 0 ? changed : null;
  }

  function offerToRestore(text: string, trashed: Trashed) {
    offerUndo(text, () => restore(trashed), subjectOfUndo(trashed));
  }

  /** Whether the set includes the message with this id, loaded or not. */
  function includes(set: MessageSet, id: string): boolean {
    const message = messages.find((one) => one.id === id);
    return message ? holds(set, message, search) : set.kind === "some" && set.ids.includes(id);
  }

  return { markSet, remove, markSpam };
}

/** These messages, and the loaded ones of the same senders. */
function withSenders(set: MessageSet, messages: ListView["messages"]): MessageSet {
  if (set.kind !== "some") return set;
  const chosen = new Set(set.ids);
  const senders = new Set(messages.filter(({ id }) => chosen.has(id)).map(senderOf));
  const others = messages.filter((message) => senders.has(senderOf(message)));
  return { kind: "some", ids: [...new Set([...set.ids, ...others.map(({ id }) => id)])] };
}

const senderOf = ({ email }: { email: string }) => email.toLowerCase();

/** The subject if the set is a single loaded message. */
function subjectOf(set: MessageSet, { messages }: ListView): string | undefined {
  if (set.kind !== "some" || set.ids.length !== 1) return undefined;
  return messages.find(({ id }) => id === set.ids[0])?.subject;
}

function counted(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "message" : "messages"}`;
}

const deleted = (count: number) => `${counted(count)} deleted.`;

/** Maximum length of a subject in a notification. */
const SHOWN_SUBJECT = 40;
