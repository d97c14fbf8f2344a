import { type RefObject, useEffect } from "react";
import { shortcutText } from "../ui/command-key.ts";
import { useLatest } from "../ui/hooks/use-latest.ts";

/** Value for `aria-keyshortcuts` of the button that saves and closes. */
export const SAVE_AND_CLOSE_KEYS = "Control+Enter Meta+Enter";

interface SaveActions {
  save: () => void;
  /** Only for editors that can be closed. */
  saveAndClose?: () => void;
}

/**
 * Ctrl+S saves, and Ctrl+Enter saves and closes (⌘ works, too), anywhere in the form's dialog or,
 * while no dialog is open, on its page.
 */
export function useSaveKeys(form: RefObject<HTMLFormElement | null>, actions: SaveActions): void {
  const latest = useLatest(actions);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.defaultPrevented || !isAbout(form.current, event)) return;
      const { save, saveAndClose } = latest.current;
      const act = event.key.toLowerCase() === "s" ? save : saveAndClose;
      if (!act || (act === saveAndClose && event.key !== "Enter")) return;
      event.preventDefault();
      if (!event.repeat) act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [form, latest]);
}

function isAbout(form: HTMLFormElement | null, { target }: KeyboardEvent): boolean {
  const place = target instanceof Element ? target.closest("dialog") : null;
  const dialog = form?.closest("dialog") ?? null;
  if (!form || place !== dialog) return false;
  return dialog !== null || document.querySelector("dialog[open]") === null;
}

/** Describes both shortcuts on devices with a keyboard. */
export function SaveHint() {
  return (
    <p className="me-auto hidden min-w-0 flex-1 basis-40 text-small text-soft sm:block pointer-coarse:hidden">
      <kbd>{shortcutText("S")}</kbd> saves, <kbd>{shortcutText("Enter")}</kbd> saves and closes
    </p>
  );
}
