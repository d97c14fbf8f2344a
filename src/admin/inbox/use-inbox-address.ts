import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { type MessageFilter, messageFilters, searchFor } from "./message-filter.ts";

export interface InboxAddress {
  /** The current search with its filter, from the URL. */
  search: string;
  filter: MessageFilter | null;
  /** The words of the search. */
  words: string;
  show: (filter: MessageFilter | null) => void;
  /** The text in the search field, slightly ahead of the URL. */
  typed: string;
  type: (text: string) => void;
  /** The id of the open message. */
  openId: string | null;
  open: (id: string) => void;
  close: () => void;
}

const TYPING_PAUSE_MS = 250;

/**
 * Search, filter and open message are in the URL (`?q=`, `?show=`, `?message=`): a reload, a sign-in
 * or a link restores the same view, and Back closes a message.
 */
export function useInboxAddress(): InboxAddress {
  const [params, setParams] = useSearchParams();
  const words = (params.get("q") ?? "").trim();
  const filter = filterFrom(params.get("show"));
  const openId = params.get("message");
  const [typed, setTyped] = useState(words);
  const [shown, setShown] = useState(words);
  const [written, setWritten] = useState(words);
  if (shown !== words) {
    setShown(words);
    // Back or a link changed the URL. Our own change may arrive after more typing.
    if (words !== written) setTyped(words);
    setWritten(words);
  }
  const set = useCallback(
    (name: string, value: string | null, replace: boolean) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace },
      ),
    [setParams],
  );

  useEffect(() => {
    if (typed.trim() === words) return;
    const timer = setTimeout(() => {
      setWritten(typed.trim());
      set("q", typed.trim(), true);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, words, set]);

  // Moving between messages replaces the history entry, so that one Back closes the message.
  const choose = useCallback(
    (id: string | null) => set("message", id, openId !== null),
    [set, openId],
  );

  return {
    search: searchFor(filter, words),
    filter,
    words,
    show: useCallback((next) => set("show", next, true), [set]),
    typed,
    type: setTyped,
    openId,
    open: choose,
    close: useCallback(() => choose(null), [choose]),
  };
}

function filterFrom(name: string | null): MessageFilter | null {
  return name !== null && Object.hasOwn(messageFilters, name) ? (name as MessageFilter) : null;
}
