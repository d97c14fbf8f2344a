import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** What of the screen stands in its address: the open note and the view. */
export function useNotesAddress() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (name: string, value: string | null, replace: boolean) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  return {
    openId: params.get("note"),
    archived: params.has("archive"),
    open: useCallback((id: string) => change("note", id, false), [change]),
    close: useCallback(() => change("note", null, true), [change]),
    setArchived: useCallback(
      (archived: boolean) => change("archive", archived ? "" : null, false),
      [change],
    ),
  };
}
