import { ITEM, itemsOf, LIST, scrollerOf, type Target } from "./board-elements.ts";

/** Half the room between two cards, in pixels: the line is drawn in the middle of it. */
const HALF_GAP = 4;

/** What a drag looks like: a copy of the card under the pointer, a line where it would go. */
export interface DragPicture {
  /** @param x,y how far the pointer is from where it lifted the card. */
  moveTo(x: number, y: number): void;
  showTarget(target: Target | null): void;
  remove(): void;
}

/** @param carried whether a copy follows the pointer; not when keys move the card. */
export function createPicture(
  root: HTMLElement,
  item: HTMLElement,
  id: string,
  carried: boolean,
): DragPicture {
  const line = document.createElement("div");
  line.className = "drop-line";
  line.hidden = true;
  root.append(line);
  const copy = carried ? copyOf(item) : null;
  if (copy) root.append(copy);
  let over: Element[] = [];
  let overList: string | null = null;
  return {
    moveTo(x, y) {
      if (copy) copy.style.translate = `${x}px ${y}px`;
    },
    showTarget(target) {
      if ((target?.list ?? null) !== overList) {
        overList = target?.list ?? null;
        for (const element of over) element.removeAttribute("data-drop-over");
        over = target ? [...root.querySelectorAll(`[${LIST}="${CSS.escape(target.list)}"]`)] : [];
        for (const element of over) element.setAttribute("data-drop-over", "");
      }
      placeLine(line, target && itemsOf(root, target.list, id), target?.index ?? 0);
    },
    remove() {
      line.remove();
      copy?.remove();
      for (const element of over) element.removeAttribute("data-drop-over");
    },
  };
}

function copyOf(item: HTMLElement): HTMLElement {
  const { left, top, width, height } = item.getBoundingClientRect();
  const copy = item.cloneNode(true) as HTMLElement;
  copy.removeAttribute(ITEM);
  copy.removeAttribute("data-dragging");
  copy.classList.add("drag-picture");
  copy.inert = true;
  copy.ariaHidden = "true";
  Object.assign(copy.style, {
    // A card is likely to position something within itself.
    position: "fixed",
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  return copy;
}

function placeLine(line: HTMLElement, items: HTMLElement[] | null, index: number): void {
  const next = items?.[index]?.getBoundingClientRect();
  const neighbour = next ?? items?.[index - 1]?.getBoundingClientRect();
  line.hidden = !neighbour;
  if (!neighbour) return;
  let y = next ? neighbour.top - HALF_GAP : neighbour.bottom + HALF_GAP;
  const scroller = scrollerOf(items?.[0] ?? null)?.getBoundingClientRect();
  if (scroller) y = Math.min(Math.max(y, scroller.top), scroller.bottom);
  line.style.width = `${neighbour.width}px`;
  line.style.translate = `${neighbour.left}px ${y - 1}px`;
}
