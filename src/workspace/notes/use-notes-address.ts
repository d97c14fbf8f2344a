import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { paths } from "../../lib/paths.ts";

/** The notes' trash. */
export const trashPath = `${paths.workspace.notes}?trash`;

/** The open note and the view, from the URL. */
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
    trash: params.has("trash"),
    open: useCallback((id: string) => change("note", id, false), [change]),
    close: useCallback(() => change("note", null, true), [change]),
    setArchived: useCallback(
      (archived: boolean) => change("archive", archived ? "" : null, false),
      [change],
    ),
  };
}
