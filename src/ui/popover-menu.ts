import type { KeyboardEvent } from "react";

/**
 * Moves the focus between a menu's enabled buttons: arrow keys wrap around, Home and End go to the
 * ends.
 * @returns whether the key was one of these.
 */
export function moveMenuFocus(event: KeyboardEvent<HTMLElement>): boolean {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined) return false;
  event.preventDefault();
  items[(to + items.length) % items.length]?.focus();
  return true;
}

/** Below the button, or above it when there is no space; never outside the window. */
export function placeBeside(menu: HTMLElement, anchor: HTMLElement): void {
  const button = anchor.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = button.bottom + height < innerHeight;
  const top = below ? button.bottom : Math.max(button.top - height, 4);
  const left = Math.min(Math.max(button.right - width, 4), innerWidth - width - 4);
  Object.assign(menu.style, { top: `${top}px`, left: `${left}px` });
}
