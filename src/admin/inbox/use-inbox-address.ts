import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";

export interface InboxAddress {
  /** The current search, from the URL. */
  search: string;
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
 * Search and open message are in the URL (`?q=`, `?message=`): a reload, a sign-in or a link
 * restores the same view, and Back closes a message.
 */
export function useInboxAddress(): InboxAddress {
  const [params, setParams] = useSearchParams();
  const search = (params.get("q") ?? "").trim();
  const openId = params.get("message");
  const [typed, setTyped] = useState(search);
  const [shown, setShown] = useState(search);
  const [written, setWritten] = useState(search);
  if (shown !== search) {
    setShown(search);
    // Back or a link changed the URL. Our own change may arrive after more typing.
    if (search !== written) setTyped(search);
    setWritten(search);
  }

  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => {
      setWritten(typed.trim());
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (typed.trim() === "") next.delete("q");
          else next.set("q", typed.trim());
          return next;
        },
        { replace: true },
      );
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, search, setParams]);

  const choose = useCallback(
    (id: string | null) => {
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (id === null) next.delete("message");
          else next.set("message", id);
          return next;
        },
        // Moving between messages replaces the history entry, so that one Back closes the message.
        { replace: openId !== null },
      );
    },
    [setParams, openId],
  );

  return {
    search,
    typed,
    type: setTyped,
    openId,
    open: choose,
    close: useCallback(() => choose(null), [choose]),
  };
}
