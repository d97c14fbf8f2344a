/**
 * Keeps toasts from covering the focused field, and from taking the focus of a press beside them.
 * @param host the element that contains the toasts.
 * @returns a disposer.
 */
export function keepFocusUsable(host: HTMLElement): () => void {
  const shown = new MutationObserver(uncoverField);
  shown.observe(host, { childList: true, subtree: true });
  addEventListener("pointerdown", releaseFocus, true);
  addEventListener("focusin", uncoverField);
  return () => {
    shown.disconnect();
    removeEventListener("pointerdown", releaseFocus, true);
    removeEventListener("focusin", uncoverField);
  };

  /**
   * When a toast loses the focus, sonner returns it to the previous element. This must happen before
   * the browser focuses the pressed element; otherwise the press neither focuses nor drags.
   */
  function releaseFocus({ target }: Event): void {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || !host.contains(focused)) return;
    if (!(target instanceof Node && host.contains(target))) focused.blur();
  }

  /** Scrolls the focused field out from under the toasts (`scroll-padding` in app-base.css). */
  function uncoverField(): void {
    const field = document.activeElement;
    if (!field?.matches(FIELD) || !host.querySelector("[data-sonner-toast]")) return;
    // A taller text would jump away from its caret.
    if (field.clientHeight < innerHeight / 2) field.scrollIntoView({ block: "nearest" });
  }
}

// Not checkboxes, which would move away from the pointer that presses them.
const FIELD = "input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]";
