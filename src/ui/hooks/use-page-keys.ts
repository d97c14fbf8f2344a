import { useLayoutEffect } from "react";

/** A key of the screen that is shown. */
export interface PageKey {
  /** Name of the keys in the list; a single character is also the key that is pressed. */
  keys: string;
  text: string;
  /** Missing where the element with the focus handles the key, which is then only listed. */
  run?: () => void;
}

const declared = {
  screen: new Set<readonly PageKey[]>(),
  area: new Set<readonly PageKey[]>(),
};

/**
 * Declares keys while a component is shown; the palette's host runs them, palette and help list
 * them.
 * @param keys the same array until one changes.
 * @param of those of the area apply where the screen has none of the same name.
 */
export function usePageKeys(keys: readonly PageKey[], of: keyof typeof declared = "screen"): void {
  // Before the screen is painted: its keys may be pressed as soon as it is seen.
  useLayoutEffect(() => {
    declared[of].add(keys);
    return () => void declared[of].delete(keys);
  }, [keys, of]);
}

/** The keys that apply now, those that work everywhere on the screen first. */
export function pageKeys(): Record<keyof typeof declared, PageKey[]> {
  const screen = [...declared.screen].flat().sort((a, b) => Number(!a.run) - Number(!b.run));
  const own = new Set(screen.map(({ keys }) => keys));
  return { screen, area: [...declared.area].flat().filter(({ keys }) => !own.has(keys)) };
}

/** The declared key of an event; none while something is typed or a dialog is open. */
export function pressedKey(event: KeyboardEvent): PageKey | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  if (isTyping(event.target) || document.querySelector("dialog[open]")) return undefined;
  // Signs may need Shift; with it, a letter is another key.
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
