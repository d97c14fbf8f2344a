/**
 * How a board marks its parts. Lists: `data-drop-list="<name>"`; several elements may stand for one
 * list, such as a column and its tab. Cards: `data-drag-item="<id>"` inside a list. What must not
 * start a drag: `data-no-drag`.
 */
export const LIST = "data-drop-list";
export const ITEM = "data-drag-item";
export const NO_DRAG = "data-no-drag";

/** Where a card would go: `index` among the shown cards of the list, itself not counted. */
export interface Target {
  list: string;
  index: number;
}

/** The card an event is about, if it may be dragged from there. */
export function itemOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element) || target.closest(`[${NO_DRAG}]`)) return null;
  return target.closest<HTMLElement>(`[${ITEM}]`);
}

export function idOf(item: Element): string {
  return item.getAttribute(ITEM) ?? "";
}

export function listNameOf(element: Element): string {
  return element.closest(`[${LIST}]`)?.getAttribute(LIST) ?? "";
}

export function findItem(root: Element, id: string): HTMLElement | null {
  return root.querySelector(`[${ITEM}="${CSS.escape(id)}"]`);
}

/** The shown cards of a list from top to bottom, without the dragged one. */
export function itemsOf(root: Element, list: string, without: string): HTMLElement[] {
  const items = root.querySelectorAll<HTMLElement>(`[${LIST}="${CSS.escape(list)}"] [${ITEM}]`);
  return [...items].filter((item) => idOf(item) !== without);
}

/** Whether the list's cards are on the screen, and not only its tab. */
export function isShown(root: Element, list: string): boolean {
  return root.querySelector(`[${LIST}="${CSS.escape(list)}"]:not(button)`) !== null;
}

/** Where the card stands now, as a target. */
export function placeOf(root: Element, item: HTMLElement): Target {
  const list = listNameOf(item);
  const all = root.querySelectorAll(`[${LIST}="${CSS.escape(list)}"] [${ITEM}]`);
  return { list, index: [...all].indexOf(item) };
}

/** The nearest element around that scrolls up and down by itself; null when only the page does. */
export function scrollerOf(element: Element | null): HTMLElement | null {
  for (let one = element; one instanceof HTMLElement; one = one.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(one).overflowY);
    if (scrolls && one.scrollHeight > one.clientHeight) return one;
  }
  return null;
}
