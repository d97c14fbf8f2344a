let host: HTMLElement | null = null;
let home: HTMLElement | null = null;
const dialogs: HTMLElement[] = [];

/**
 * Moves the toast element into the topmost open dialog, or into `place`, because a modal dialog
 * covers everything outside of it and makes it inert.
 * @returns a function that removes the element.
 */
export function showToastsIn(place: HTMLElement, toasts: HTMLElement): () => void {
  home = place;
  host = toasts;
  moveToasts();
  const shown = new MutationObserver(uncoverField);
  shown.observe(toasts, { childList: true, subtree: true });
  addEventListener("pointerdown", releaseToastFocus, true);
  addEventListener("focusin", uncoverField);
  return () => {
    shown.disconnect();
    removeEventListener("pointerdown", releaseToastFocus, true);
    removeEventListener("focusin", uncoverField);
    toasts.remove();
    host = null;
    home = null;
  };
}

/**
 * Registers a modal dialog that has opened.
 * @returns a function to call before it closes.
 */
export function raiseToastsTo(dialog: HTMLElement): () => void {
  dialogs.push(dialog);
  moveToasts();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    moveToasts();
  };
}

/**
 * When a toast loses the focus, sonner returns it to the previous element. This must happen before
 * the browser focuses the pressed element; otherwise the press neither focuses nor drags.
 */
function releaseToastFocus({ target }: Event): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !host?.contains(focused)) return;
  if (!(target instanceof Node && host.contains(target))) focused.blur();
}

/** Scrolls the field with the focus out from under the toasts (`scroll-padding` in app-base.css). */
function uncoverField(): void {
  const field = document.activeElement;
  if (!field?.matches(FIELD) || !host?.querySelector("[data-sonner-toast]")) return;
  // A taller text would jump away from its caret.
  if (field.clientHeight < innerHeight / 2) field.scrollIntoView({ block: "nearest" });
}

// Not checkboxes, which would move away from the pointer that presses them.
const FIELD = "input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]";

function moveToasts(): void {
  const place = dialogs.at(-1) ?? home;
  if (host && place) place.append(host);
}
