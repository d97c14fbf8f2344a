import { scrollAt } from "./auto-scroll.ts";
import {
  findItem,
  idOf,
  itemsOf,
  LIST,
  listNameOf,
  placeOf,
  scrollerOf,
  type Target,
} from "./board-elements.ts";
import { createPicture } from "./drag-picture.ts";
import { dropPosition } from "./drop-position.ts";

/** A card let go somewhere else than where it was. */
export interface Drop {
  id: string;
  /** The list it is to stand in. */
  list: string;
  /** The shown cards it was put between. */
  after: string | null;
  before: string | null;
}

/** One card in the air, from lifting it to letting it go. */
export interface DragSession {
  readonly id: string;
  readonly from: Target;
  readonly target: Target | null;
  /** The pointer is here now. */
  point(x: number, y: number): void;
  /** The keys chose this place. */
  choose(target: Target): void;
  /** Ends it; null when the card goes nowhere else, or is not there any more. */
  drop(): Drop | null;
  cancel(): void;
}

/** @param at where the pointer lifted it; null when the keyboard did. */
export function startSession(
  root: HTMLElement,
  item: HTMLElement,
  at: { x: number; y: number } | null,
): DragSession {
  const id = idOf(item);
  const from = placeOf(root, item);
  const picture = createPicture(root, item, id, at !== null);
  let target: Target | null = from;
  let point = at;
  let frame = requestAnimationFrame(draw);
  mark(true);
  root.dataset.drag = at ? "pointer" : "keys";

  return {
    id,
    from,
    get target() {
      return target;
    },
    point: (x, y) => {
      point = { x, y };
    },
    choose: (next) => {
      target = next;
      const items = itemsOf(root, next.list, id);
      (items[next.index] ?? items[next.index - 1])?.scrollIntoView({ block: "nearest" });
    },
    drop: () => {
      // The last frame may be older than the last movement.
      if (point) target = targetAt(root, point, id);
      end();
      const there = findItem(root, id) !== null;
      return there && target ? dropAt(root, id, from, target) : null;
    },
    cancel: end,
  };

  function draw() {
    frame = requestAnimationFrame(draw);
    // Read again while it was held, the board may have drawn the card anew.
    mark(true);
    if (point && at) {
      picture.moveTo(point.x - at.x, point.y - at.y);
      scrollAt(point.x, point.y);
      target = targetAt(root, point, id);
    }
    picture.showTarget(target);
  }

  function mark(held: boolean) {
    findItem(root, id)?.toggleAttribute("data-dragging", held);
  }

  function end() {
    cancelAnimationFrame(frame);
    picture.remove();
    mark(false);
    delete root.dataset.drag;
  }
}

function targetAt(root: HTMLElement, { x, y }: { x: number; y: number }, id: string) {
  const hit = document.elementFromPoint(x, y)?.closest(`[${LIST}]`);
  if (!hit || !root.contains(hit)) return null;
  const list = listNameOf(hit);
  const items = itemsOf(root, list, id);
  // Over the head or the foot of a column that scrolls, what is scrolled away there does not count.
  const view = scrollerOf(items[0] ?? null)?.getBoundingClientRect();
  const height = view ? Math.min(Math.max(y, view.top), view.bottom) : y;
  // A tab holds no cards: what is let go on it goes to the end.
  const isColumn = items.length === 0 || hit.contains(items[0] ?? null);
  const index = isColumn ? dropPosition(height, items.length, midpointIn(items)) : items.length;
  return { list, index };
}

function midpointIn(items: readonly HTMLElement[]): (index: number) => number {
  return (index) => {
    const box = items[index]?.getBoundingClientRect();
    return box ? box.top + box.height / 2 : 0;
  };
}

function dropAt(root: HTMLElement, id: string, from: Target, target: Target): Drop | null {
  if (target.list === from.list && target.index === from.index) return null;
  const items = itemsOf(root, target.list, id);
  const idAt = (index: number) => {
    const item = items[index];
    return item ? idOf(item) : null;
  };
  return {
    id,
    list: target.list,
    after: idAt(target.index - 1),
    before: idAt(target.index),
  };
}
