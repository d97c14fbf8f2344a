/**
 * Whether no element has the focus: the browser moves it to the body when the focused element is
 * removed or disabled.
 */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/**
 * Focuses an element if the focus is lost.
 * @param find the element to focus; only called if the focus is lost.
 * @returns whether the element is focused now.
 */
export function recoverFocus(
  find: () => Element | null | undefined,
  options?: FocusOptions,
): boolean {
  if (!isFocusLost()) return false;
  const element = find();
  if (!(element instanceof HTMLElement)) return false;
  element.focus(options);
  return document.activeElement === element;
}

/** Blurs the focused element, so that `recoverFocus` applies to an element not rendered yet. */
export function releaseFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
