import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { useSearchParamsState } from "../../forms/use-search-params-state.ts";
import { type MessageFilter, messageFilters, searchFor } from "./message-filter.ts";

export type InboxAddress = ReturnType<typeof useInboxAddress>;

const NAMES = ["q", "show"] as const;

/**
 * Search, filter and open message are in the URL (`?q=`, `?show=`, `?message=`): a reload, a sign-in
 * or a link restores the same view, and Back closes a message.
 */
export function useInboxAddress() {
  const [params, setParams] = useSearchParams();
  const { stored, typed, type } = useSearchParamsState(NAMES);
  const openId = params.get("message");
  const filter = Object.hasOwn(messageFilters, typed.show) ? (typed.show as MessageFilter) : null;
  const choose = useCallback(
    (id: string | null) => {
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (id === null) next.delete("message");
          else next.set("message", id);
          return next;
        },
        // Replaces the history entry, so that one step back closes the message.
        { replace: openId !== null },
      );
    },
    [setParams, openId],
  );

  return {
    /** The current search, including the filter. */
    search: searchFor(filter, stored.q),
    filter,
    /** The search without the filter. */
    words: stored.q,
    show: useCallback(
      (next: MessageFilter | null) => type((now) => ({ ...now, show: next ?? "" })),
      [type],
    ),
    /** The text in the search field; the URL follows after a pause. */
    typed: typed.q,
    type: useCallback((q: string) => type((now) => ({ ...now, q })), [type]),
    openId,
    open: choose,
    close: useCallback(() => choose(null), [choose]),
  };
}
