/**
 * How a board marks its parts. Lists: `data-drop-list="<id>"`; several elements may stand for one
 * list, such as a column and its tab, a button. Cards: `data-drag-item="<id>"` inside a list. What
 * must not start a drag: `data-no-drag`.
 */
export const LIST = "data-drop-list";
export const ITEM = "data-drag-item";
export const NO_DRAG = "data-no-drag";

/** The card an event is about, if it may be dragged from there. */
export function itemOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element) || target.closest(`[${NO_DRAG}]`)) return null;
  return target.closest<HTMLElement>(`[${ITEM}]`);
}

export function idOf(item: Element): string {
  return item.getAttribute(ITEM) ?? "";
}

/** The card's element; null while it is not drawn. */
export function findItem(root: Element, id: string): HTMLElement | null {
  return root.querySelector(`[${ITEM}="${CSS.escape(id)}"]`);
}

/** The drawn cards of a list from top to bottom, without the dragged one. */
export function drawnItems(root: Element, list: string, without: string): HTMLElement[] {
  const items = root.querySelectorAll<HTMLElement>(`[${LIST}="${CSS.escape(list)}"] [${ITEM}]`);
  return [...items].filter((item) => idOf(item) !== without);
}

/** The element the list's cards lie in; null while there is only its tab. */
export function findList(root: Element, list: string): HTMLElement | null {
  return root.querySelector(`[${LIST}="${CSS.escape(list)}"]:not(button)`);
}

/** The list's tab, where it has one. */
export function findTab(root: Element, list: string): HTMLElement | null {
  return root.querySelector(`button[${LIST}="${CSS.escape(list)}"]`);
}

/** The nearest element around that scrolls up and down by itself; null when only the page does. */
export function scrollerOf(element: Element | null): HTMLElement | null {
  for (let one = element; one instanceof HTMLElement; one = one.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(one).overflowY);
    if (scrolls && one.scrollHeight > one.clientHeight) return one;
  }
  return null;
}
