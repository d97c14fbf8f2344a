/**
 * Attributes that mark the parts of a board. Lists: `data-drop-list="<id>"`; several elements may
 * represent one list, such as a column and its tab button. Cards: `data-drag-item="<id>"` inside a
 * list. Elements that must not start a drag: `data-no-drag`. A handle, where a touch starts a drag
 * at once instead of scrolling: `data-drag-handle`.
 */
export const LIST = "data-drop-list";
export const ITEM = "data-drag-item";
export const NO_DRAG = "data-no-drag";
export const HANDLE = "data-drag-handle";

/** The event's card, if it can be dragged from the event's target. */
export function itemOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element) || target.closest(`[${NO_DRAG}]`)) return null;
  return target.closest<HTMLElement>(`[${ITEM}]`);
}

export function idOf(item: Element): string {
  return item.getAttribute(ITEM) ?? "";
}

/** The card's element; null while it is not rendered. */
export function findItem(root: Element, id: string): HTMLElement | null {
  return root.querySelector(`[${ITEM}="${CSS.escape(id)}"]`);
}

/** The rendered cards of a list from top to bottom, without the dragged one. */
export function drawnItems(root: Element, list: string, without: string): HTMLElement[] {
  const items = root.querySelectorAll<HTMLElement>(`[${LIST}="${CSS.escape(list)}"] [${ITEM}]`);
  return [...items].filter((item) => idOf(item) !== without);
}

/** The element that contains the list's cards; null while only its tab is rendered. */
export function findList(root: Element, list: string): HTMLElement | null {
  return root.querySelector(`[${LIST}="${CSS.escape(list)}"]:not(button, [hidden])`);
}

/** The list's tab, if it has one. */
export function findTab(root: Element, list: string): HTMLElement | null {
  return root.querySelector(`button[${LIST}="${CSS.escape(list)}"]`);
}

/** The nearest vertically scrollable ancestor; null when only the page scrolls. */
export function scrollerOf(element: Element | null): HTMLElement | null {
  for (let one = element; one instanceof HTMLElement; one = one.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(one).overflowY);
    if (scrolls && one.scrollHeight > one.clientHeight) return one;
  }
  return null;
}
