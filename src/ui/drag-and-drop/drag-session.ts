import { scrollAt } from "./auto-scroll.ts";
import { drawnItems, findItem, findList, idOf, LIST, scrollerOf } from "./board-elements.ts";
import { bringIntoView } from "./bring-into-view.ts";
import { type CardList, cardsOf, type Place, placeOf } from "./card-lists.ts";
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

/** The board as a drag sees it. A long list draws only some of its cards. */
export interface Board {
  root: HTMLElement;
  lists: () => readonly CardList[];
  /** Asks for these cards to be drawn, wherever their lists are scrolled to. */
  draw: (cards: readonly string[]) => void;
}

/** One card in the air, from lifting it to letting it go. Places do not count the card itself. */
export interface DragSession {
  readonly id: string;
  readonly from: Place;
  readonly target: Place | null;
  /** The pointer is here now. */
  point(x: number, y: number): void;
  /** The keys chose this place. */
  choose(target: Place): void;
  /** Ends it; null when the card goes nowhere else, or is not there any more. */
  drop(): Drop | null;
  cancel(): void;
}

/**
 * @param at where the pointer lifted it; null when the keyboard did.
 * @returns null when the card is not shown any more.
 */
export function startSession(
  board: Board,
  item: HTMLElement,
  at: { x: number; y: number } | null,
): DragSession | null {
  const { root, lists } = board;
  const id = idOf(item);
  const from = placeOf(lists(), id);
  if (!from) return null;
  const picture = createPicture(root, item, at !== null);
  let target: Place | null = from;
  let point = at;
  let scrolled = 0;
  let frame = requestAnimationFrame(draw);
  // A finger's touch ends with the element it began on, a held card's focus too.
  board.draw([id]);
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
      const [before, after] = neighboursAt(next);
      board.draw([id, before, after].filter((card) => card !== null));
      bringIntoView(() => {
        const neighbour = target && (neighboursAt(target)[1] ?? neighboursAt(target)[0]);
        return neighbour ? findItem(root, neighbour) : null;
      });
    },
    drop: () => {
      // The last frame may be older than the last movement.
      if (point) target = targetAt(board, point, id);
      end();
      const moves = target && (target.list !== from.list || target.index !== from.index);
      if (!target || !moves || !placeOf(lists(), id)) return null;
      const [after, before] = neighboursAt(target);
      return { id, list: target.list, after, before };
    },
    cancel: end,
  };

  function draw() {
    frame = requestAnimationFrame(draw);
    // Read again while it was held, the board may have drawn the card anew.
    mark(true);
    if (point && at) {
      picture.moveTo(point.x - at.x, point.y - at.y);
      scrolled = scrollAt(point.x, point.y, scrolled) ? scrolled + 1 : 0;
      target = targetAt(board, point, id);
    }
    picture.showTarget(target && { list: target.list, between: neighboursAt(target) });
  }

  function neighboursAt({ list, index }: Place): [string | null, string | null] {
    const cards = cardsOf(lists(), list, id);
    return [cards[index - 1] ?? null, cards[index] ?? null];
  }

  function mark(held: boolean) {
    findItem(root, id)?.toggleAttribute("data-dragging", held);
  }

  function end() {
    cancelAnimationFrame(frame);
    picture.remove();
    mark(false);
    board.draw([]);
    delete root.dataset.drag;
  }
}

function targetAt({ root, lists }: Board, { x, y }: { x: number; y: number }, id: string) {
  const hit = document.elementFromPoint(x, y)?.closest(`[${LIST}]`);
  if (!hit || !root.contains(hit)) return null;
  const list = hit.getAttribute(LIST) ?? "";
  const cards = cardsOf(lists(), list, id);
  // A tab holds no cards: what is let go on it goes to the end.
  if (hit !== findList(root, list)) return { list, index: cards.length };
  const items = drawnItems(root, list, id);
  // Over the head or the foot of a column that scrolls, what is scrolled away there does not count.
  const view = scrollerOf(items[0] ?? null)?.getBoundingClientRect();
  const height = view ? Math.min(Math.max(y, view.top), view.bottom) : y;
  const position = dropPosition(height, items.length, midpointIn(items));
  // What is in view is drawn, and a little more: the drawn neighbour is the neighbour.
  const above = items[position - 1];
  const below = items[position];
  if (above) return { list, index: cards.indexOf(idOf(above)) + 1 };
  return { list, index: below ? cards.indexOf(idOf(below)) : cards.length };
}

function midpointIn(items: readonly HTMLElement[]): (index: number) => number {
  return (index) => {
    const box = items[index]?.getBoundingClientRect();
    return box ? box.top + box.height / 2 : 0;
  };
}
