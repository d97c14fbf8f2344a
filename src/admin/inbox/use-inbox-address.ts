import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";

export interface InboxAddress {
  /** What the list is searched for, as the address says. */
  search: string;
  /** What stands in the search box, a moment ahead of the address. */
  typed: string;
  type: (text: string) => void;
  /** The id of the message being read. */
  openId: string | null;
  open: (id: string) => void;
  close: () => void;
}

const TYPING_PAUSE_MS = 250;

/**
 * Search and chosen message stand in the address (`?q=`, `?message=`): a reload, a sign-in or a
 * link from elsewhere lead to the same view, and Back closes a message.
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
    // The address changed by itself: Back, or a link. Our own change may arrive after further keys.
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
        // Going from message to message is one step back, not as many as were read.
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
