import { findItem, ITEM, LIST, scrollerOf } from "./board-elements.ts";

/** Half the gap between two cards in pixels, because the drop line is in the middle. */
const HALF_GAP = 4;

/** The drag preview: a copy of the card under the pointer and a line at the drop position. */
export interface DragPreview {
  /** @param x,y distance of the pointer from the position where it lifted the card. */
  moveTo(x: number, y: number): void;
  /** @param target a list, and the cards above and below the drop position. */
  showTarget(target: { list: string; between: [string | null, string | null] } | null): void;
  remove(): void;
}

/** @param carried whether a copy follows the pointer; false for keyboard drags. */
export function createPreview(root: HTMLElement, item: HTMLElement, carried: boolean): DragPreview {
  const line = document.createElement("div");
  line.className = "drop-line";
  line.hidden = true;
  root.append(line);
  const copy = carried ? copyOf(item) : null;
  if (copy) root.append(copy);
  let over: Element[] = [];
  let overList: string | null = null;
  const itemWith = (id: string | null) => (id === null ? null : findItem(root, id));
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
      const [above, below] = target?.between ?? [null, null];
      placeLine(line, itemWith(above), itemWith(below));
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
  copy.classList.add("drag-preview");
  copy.inert = true;
  copy.ariaHidden = "true";
  Object.assign(copy.style, {
    // Fixed positioning, because a card usually contains positioned elements.
    position: "fixed",
    // Rounded, because the preview's text would be blurred at fractional pixels.
    left: `${Math.round(left)}px`,
    top: `${Math.round(top)}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  return copy;
}

function placeLine(line: HTMLElement, above: HTMLElement | null, below: HTMLElement | null): void {
  const neighbor = below ?? above;
  line.hidden = !neighbor;
  if (!neighbor) return;
  const { left, top, bottom, width } = neighbor.getBoundingClientRect();
  let y = below ? top - HALF_GAP : bottom + HALF_GAP;
  const scroller = scrollerOf(neighbor)?.getBoundingClientRect();
  if (scroller) y = Math.min(Math.max(y, scroller.top), scroller.bottom);
  line.style.width = `${width}px`;
  line.style.translate = `${left}px ${y - 1}px`;
}
