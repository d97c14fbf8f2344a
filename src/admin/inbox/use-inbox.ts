import { type KeyboardEvent, useState } from "react";
import { type ListCommand, listCommandOf } from "./list-keys.ts";
import { initialListState, type ListEvent, nextListState, selectionIn } from "./list-state.ts";
import type { ListedMessage } from "./message-set.ts";
import { type Change, only } from "./message-set.ts";
import { sizeOf } from "./selection.ts";
import { useBulkActions } from "./use-bulk-actions.ts";
import { useInboxAddress } from "./use-inbox-address.ts";
import { useMessageActions } from "./use-message-actions.ts";
import { useMessages } from "./use-messages.ts";

export type InboxState = ReturnType<typeof useInbox>;

/** State and actions of the inbox: the list, the current row, the open message, the selection. */
export function useInbox() {
  const address = useInboxAddress();
  const { search, openId } = address;
  const actions = useMessageActions();
  const data = useMessages(search, actions.pending);
  const { messages } = data;
  const [state, setState] = useState(() => initialListState(openId));
  const view = { search, messages };
  const dispatch = (event: ListEvent) => setState((now) => nextListState(now, event, view));
  const { markSet, remove, markSpam } = useBulkActions(address, actions, view, dispatch);
  const selection = selectionIn(state, search);
  const size = sizeOf(selection, data.found);

  const apply = (change: Change) => void actions.change(change);

  function openMessage(id: string) {
    dispatch({ type: "open", id });
    address.open(id);
  }

  function selectAll(all: boolean) {
    if (!all || messages.length === 0) dispatch({ type: "clear" });
    else {
      dispatch({ type: "select-all", until: data.newest(), found: data.found ?? messages.length });
    }
  }

  function onKey(event: KeyboardEvent) {
    const current = messages.find(({ id }) => id === state.currentId);
    const command = listCommandOf(event, {
      hasSelection: size > 0,
      isOpen: openId !== null,
      hasCurrent: current !== undefined,
    });
    if (!command) return;
    run(command, current, event.shiftKey);
    event.preventDefault();
  }

  function run(command: ListCommand, current: ListedMessage | undefined, range: boolean) {
    if (command === "select all") selectAll(true);
    else if (command === "clear selection") selectAll(false);
    else if (command === "close message") address.close();
    else if (command === "delete selected") void remove(selection.set);
    else if (!current) return;
    else if (command === "open") openMessage(current.id);
    else if (command === "select") dispatch({ type: "select", id: current.id, range });
    else if (command === "toggle read") {
      apply({ set: only(current.id), to: current.is_read ? "unread" : "read" });
    } else if (command === "toggle replied") {
      apply({ set: only(current.id), to: current.replied_at ? "not replied" : "replied" });
    } else void remove(only(current.id), current.subject);
  }

  return {
    address,
    actions,
    data,
    currentId: state.currentId,
    selection,
    apply,
    setCurrentId: (id: string) => dispatch({ type: "move", id }),
    openMessage,
    toggleSelected: (id: string, range: boolean) => dispatch({ type: "select", id, range }),
    selectAll,
    markSet,
    remove,
    markSpam,
    onKey,
  };
}
