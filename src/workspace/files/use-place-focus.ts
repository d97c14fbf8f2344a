import { useLayoutEffect, useRef } from "react";
import { isFocusLost } from "../../ui/focus-recovery.ts";

/**
 * Keeps the focus in the drive when the focused element is unmounted: the files of a folder that
 * was left, or the toolbar of a cleared selection. The container holds it until the list takes it
 * over (`takesFocus`), and permanently where there are no files.
 * @param marker changes whenever the focused element may be unmounted.
 * @returns a ref for an element with `tabIndex={-1}` around the list.
 */
export function usePlaceFocus(marker: string) {
  const area = useRef<HTMLDivElement>(null);
  const known = useRef(marker);
  useLayoutEffect(() => {
    if (known.current === marker) return;
    known.current = marker;
    const element = area.current;
    if (!element || !isFocusLost()) return;
    const current = element.querySelector<HTMLElement>('[data-file][tabindex="0"]');
    if (current) return current.focus();
    element.dataset.holdsFocus = "";
    element.addEventListener("blur", () => delete element.dataset.holdsFocus, { once: true });
    element.focus({ preventScroll: true });
  });
  return area;
}

/** Whether the list's container holds the focus for it. */
export function takesFocus(list: HTMLElement | null): boolean {
  const area = list?.closest("[data-holds-focus]");
  return area != null && area === document.activeElement;
}
