import { findItem, LIST, listNameOf } from "./board-elements.ts";

/** Milliseconds after which a moved card is not waited for any more. */
const PATIENCE_MS = 2000;

/**
 * In another list a card is another element: the focus it had follows it there, or goes to the
 * list's tab when the list is not shown. A focus that is somewhere else by then stays there.
 */
export function followFocus(root: HTMLElement, id: string, list: string): void {
  if (follow()) return;
  const observer = new MutationObserver(() => {
    if (follow()) observer.disconnect();
    else if (!findItem(root, id) && isLost()) tab()?.focus();
  });
  observer.observe(root, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), PATIENCE_MS);

  function follow(): boolean {
    const item = findItem(root, id);
    if (!item || listNameOf(item) !== list) return false;
    if (isLost()) item.querySelector<HTMLElement>("button")?.focus();
    return true;
  }

  function tab() {
    return root.querySelector<HTMLElement>(`button[${LIST}="${CSS.escape(list)}"]`);
  }
}

function isLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}
