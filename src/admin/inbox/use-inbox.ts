import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import { toast } from "sonner";
import { formatCount } from "../../lib/format.ts";
import { shorten } from "../../lib/shorten.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { type Change, holds, type MessageSet, only } from "./message-set.ts";
import {
  isSelected,
  nothing,
  type Selection,
  selectFound,
  sizeOf,
  withSelected,
} from "./selection.ts";
import { useInboxAddress } from "./use-inbox-address.ts";
import { useMessageActions } from "./use-message-actions.ts";
import { useMessages } from "./use-messages.ts";

export type InboxState = ReturnType<typeof useInbox>;

/** State and actions of the inbox: the list, the current row, the open message, the selection. */
export function useInbox() {
  const address = useInboxAddress();
  const { search, openId, open, close } = address;
  const actions = useMessageActions();
  const data = useMessages(search, actions.pending);
  const { messages } = data;
  const [currentId, setCurrentId] = useState(openId);
  const [chosen, setChosen] = useState({ search, selection: nothing });
  // A new search clears the selection: hidden selected messages would be affected unnoticed.
  const selection = chosen.search === search ? chosen.selection : nothing;
  const anchor = useRef<string | null>(null);
  const { change } = actions;
  const select = (next: Selection) => setChosen({ search, selection: next });

  const apply = useCallback((one: Change) => void change(one), [change]);

  function openMessage(id: string) {
    setCurrentId(id);
    anchor.current = id;
    open(id);
  }

  function toggleSelected(id: string, range: boolean) {
    const to = messages.findIndex((message) => message.id === id);
    const from = messages.findIndex((message) => message.id === anchor.current);
    const message = messages[to];
    if (!message) return;
    setCurrentId(id);
    if (range && from >= 0) {
      const between = messages.slice(Math.min(from, to), Math.max(from, to) + 1);
      select(withSelected(selection, between, true));
      return;
    }
    anchor.current = id;
    select(withSelected(selection, [message], !isSelected(selection, message, search)));
  }

  function selectAll(all: boolean) {
    const listed = messages.length > 0;
    select(
      all && listed ? selectFound(search, data.newest(), data.found ?? messages.length) : nothing,
    );
  }

  async function markSet(set: MessageSet, read: boolean, size: number) {
    const count = await change({ set, to: read ? "read" : "unread" });
    if (typeof count === "number" && size !== 1)
      toast(`${counted(size)} marked as ${read ? "read" : "unread"}.`);
  }

  async function remove(set: MessageSet, size: number, subject = subjectOf(set)) {
    const what = subject ? `the message "${shorten(subject, SHOWN_SUBJECT)}"` : counted(size);
    if (!askToConfirm(`Are you sure you want to delete ${what}? This cannot be undone.`)) return;
    const isIn = (message: { id: string; created_at: string }) => holds(set, message, search);
    const at = messages.findIndex(({ id }) => id === currentId);
    if (messages.some((message) => message.id === currentId && isIn(message))) {
      const next =
        messages.slice(at).find((message) => !isIn(message)) ??
        messages.slice(0, at).findLast((message) => !isIn(message));
      setCurrentId(next?.id ?? null);
    }
    const opened = messages.find((message) => message.id === openId);
    if (
      opened ? isIn(opened) : set.kind === "some" && openId !== null && set.ids.includes(openId)
    ) {
      close();
    }
    const left =
      set === selection.set ? nothing : withSelected(selection, messages.filter(isIn), false);
    select(left);
    const count = await change({ set, to: "deleted" });
    // The messages are restored, and so is their selection unless another was made meanwhile.
    if (count === "failed")
      setChosen((now) => (now.selection === left ? { search, selection } : now));
    else if (count !== "gone")
      toast(size === 1 ? "Message deleted." : `${counted(count)} deleted.`);
  }

  /** The subject if the set has exactly one message. */
  function subjectOf(set: MessageSet): string | undefined {
    if (set.kind !== "some" || set.ids.length !== 1) return undefined;
    return messages.find(({ id }) => id === set.ids[0])?.subject;
  }

  function onKey(event: KeyboardEvent) {
    const message = messages.find(({ id }) => id === currentId);
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && key === "a") selectAll(true);
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (key === "escape" && sizeOf(selection, data.found) > 0) selectAll(false);
    else if (key === "escape" && openId !== null) close();
    else if (!message) return;
    else if (key === "enter") openMessage(message.id);
    else if (key === "x") toggleSelected(message.id, event.shiftKey);
    else if (key === "u") apply({ set: only(message.id), to: message.is_read ? "unread" : "read" });
    else if (key === "delete" || key === "backspace") {
      const several = sizeOf(selection, data.found) > 0;
      if (several) void remove(selection.set, sizeOf(selection, data.found));
      else void remove(only(message.id), 1, message.subject);
    } else return;
    event.preventDefault();
  }

  return {
    address,
    actions,
    data,
    currentId,
    selection,
    apply,
    setCurrentId,
    openMessage,
    toggleSelected,
    selectAll,
    markSet,
    remove,
    onKey,
  };
}

function counted(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "message" : "messages"}`;
}

/** Characters of a subject in a confirmation. */
const SHOWN_SUBJECT = 80;
