import { useLayoutEffect } from "react";

/** A keyboard shortcut of the current screen. */
export interface PageKey {
  /** Name of the keys in the help list; a single character is also the key that is pressed. */
  keys: string;
  text: string;
  /** Undefined if the focused element handles the key, which is then only listed. */
  run?: () => void;
}

const declared = {
  screen: new Set<readonly PageKey[]>(),
  area: new Set<readonly PageKey[]>(),
};

/**
 * Declares shortcuts while a component is shown. The palette's host runs them; the palette and the
 * help list show them.
 * @param keys the same array until a shortcut changes.
 * @param of shortcuts of the area are overridden by the screen's with the same name.
 */
export function usePageKeys(keys: readonly PageKey[], of: keyof typeof declared = "screen"): void {
  // A layout effect, because the keys may be pressed as soon as the screen is visible.
  useLayoutEffect(() => {
    declared[of].add(keys);
    return () => void declared[of].delete(keys);
  }, [keys, of]);
}

/** The current shortcuts; those that work everywhere on the screen come first. */
export function pageKeys(): Record<keyof typeof declared, PageKey[]> {
  const screen = [...declared.screen].flat().sort((a, b) => Number(!a.run) - Number(!b.run));
  const own = new Set(screen.map(({ keys }) => keys));
  return { screen, area: [...declared.area].flat().filter(({ keys }) => !own.has(keys)) };
}

/** The shortcut of an event; none while a field has the focus or a dialog is open. */
export function pressedKey(event: KeyboardEvent): PageKey | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  if (isTyping(event.target) || document.querySelector("dialog[open]")) return undefined;
  // Punctuation may require Shift; with a letter, Shift makes another shortcut.
  const name = event.key.toUpperCase();
  if (event.shiftKey && name !== event.key.toLowerCase()) return undefined;
  const { screen, area } = pageKeys();
  return [...screen, ...area].find(({ keys, run }) => run && keys === name);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"))
  );
}
