import { useCallback } from "react";
import { useSearchParams } from "react-router";

/**
 * The entry of a list that is open in its editor. It is part of the URL (`?edit=<id>`, `?add`,
 * `?add=<preset>`), so that a sign-in returns to it, other screens can link to it, and Back closes
 * it. A list's search stays in the URL.
 */
export function useEditor() {
  const [search, setSearch] = useSearchParams();
  const open = useCallback(
    (editor: Record<string, string>, replace = false) =>
      setSearch(
        (now) => {
          const rest = [...now].filter(([name]) => !DIALOGS.includes(name));
          return new URLSearchParams([...rest, ...Object.entries(editor)]);
        },
        { replace },
      ),
    [setSearch],
  );
  return {
    /** The id of the entry being edited, "new" for an empty form, null when the editor is closed. */
    editing: search.has("add") ? "new" : search.get("edit"),
    /** The preset of a new entry, such as a task's column; otherwise empty. */
    preset: search.get("add") ?? "",
    add: useCallback(() => open({ add: "" }), [open]),
    addWith: useCallback((preset: string) => open({ add: preset }), [open]),
    edit: useCallback((id: string) => open({ edit: id }), [open]),
    /** Opens the editor of a new entry after it was saved, replacing the history entry. */
    replace: useCallback((id: string) => open({ edit: id }, true), [open]),
    close: useCallback(() => open({}), [open]),
  };
}

/** The parameters of a URL's search that open a dialog. */
export function dialogIn(search: string): string {
  const dialogs = [...new URLSearchParams(search)].filter(([name]) => DIALOGS.includes(name));
  return String(new URLSearchParams(dialogs));
}

/** URL parameters that open a dialog; only one is open at a time. */
const DIALOGS = ["add", "edit", "categories"];
