import { scrollAt } from "./auto-scroll.ts";
import { drawnItems, findItem, findList, idOf, LIST, scrollerOf } from "./board-elements.ts";
import { bringIntoView } from "./bring-into-view.ts";
import { type CardList, cardsOf, type Place, placeOf } from "./card-lists.ts";
import { createPreview } from "./drag-preview.ts";
import { dropPosition } from "./drop-position.ts";

/** The result of dropping a card at a new position. */
export interface Drop {
  id: string;
  list: string;
  /** The visible cards before and after the dropped one. */
  after: string | null;
  before: string | null;
  /** Whether the card was dropped on the list's tab instead of between its cards. */
  onTab: boolean;
}

/** The board from a drag's perspective. A long list renders only some of its cards. */
export interface Board {
  root: HTMLElement;
  lists: () => readonly CardList[];
  /** Requests that these cards be rendered at any scroll position. */
  draw: (cards: readonly string[]) => void;
  /** Requests that a list be shown whose tab alone is visible. */
  open: (list: string) => void;
}

/** The drag of one card, from lift to drop. Positions do not count the dragged card. */
export interface DragSession {
  readonly id: string;
  readonly from: Place;
  readonly target: Place | null;
  /** Sets the pointer position. */
  point(x: number, y: number): void;
  /** Sets the target by keyboard. */
  choose(target: Place): void;
  /** Ends the drag; null when the position did not change or the card no longer exists. */
  drop(): Drop | null;
  cancel(): void;
}

/**
 * @param at where the pointer lifted the card; null for a keyboard drag.
 * @returns null when the card is no longer visible.
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
  const preview = createPreview(root, item, at !== null);
  let target: Place | null = from;
  let point = at;
  let scrolled = 0;
  let overTab: { list: string; since: number } | null = null;
  let frame = requestAnimationFrame(draw);
  // Removing the element would end a touch that began on it, and lose the focus of a held card.
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
      const [before, after] = neighborsAt(next);
      board.draw([id, before, after].filter((card) => card !== null));
      bringIntoView(() => {
        const neighbor = target && (neighborsAt(target)[1] ?? neighborsAt(target)[0]);
        return neighbor ? findItem(root, neighbor) : null;
      });
    },
    drop: () => {
      // The last frame may be older than the last pointer movement.
      if (point) target = targetAt(board, point, id);
      end();
      const moves = target && (target.list !== from.list || target.index !== from.index);
      if (!target || !moves || !placeOf(lists(), id)) return null;
      const [after, before] = neighborsAt(target);
      const onTab = target.onTab ?? !findList(root, target.list);
      return { id, list: target.list, after, before, onTab };
    },
    cancel: end,
  };

  function draw() {
    frame = requestAnimationFrame(draw);
    // After a refetch during the drag, the board may have rendered the card again.
    mark(true);
    if (point && at) {
      preview.moveTo(point.x - at.x, point.y - at.y);
      scrolled = scrollAt(point.x, point.y, scrolled) ? scrolled + 1 : 0;
      target = targetAt(board, point, id);
      openTab();
    }
    preview.showTarget(target && { list: target.list, between: neighborsAt(target) });
  }

  /** Shows the list whose tab the card is held over, so that any position in it can be chosen. */
  function openTab() {
    const list = target && !findList(root, target.list) ? target.list : null;
    if (list === null) overTab = null;
    else if (overTab?.list !== list) overTab = { list, since: performance.now() };
    else if (performance.now() - overTab.since >= OPEN_TAB_MS) {
      overTab = null;
      // The list's element is marked as the target once rendered.
      preview.showTarget(null);
      board.open(list);
    }
  }

  function neighborsAt({ list, index }: Place): [string | null, string | null] {
    const cards = cardsOf(lists(), list, id);
    return [cards[index - 1] ?? null, cards[index] ?? null];
  }

  function mark(held: boolean) {
    findItem(root, id)?.toggleAttribute("data-dragging", held);
  }

  function end() {
    cancelAnimationFrame(frame);
    preview.remove();
    mark(false);
    board.draw([]);
    delete root.dataset.drag;
  }
}

/** Milliseconds a card is held over a tab before its list is shown. */
const OPEN_TAB_MS = 500;

function targetAt({ root, lists }: Board, { x, y }: { x: number; y: number }, id: string) {
  const hit = document.elementFromPoint(x, y)?.closest(`[${LIST}]`);
  if (!hit || !root.contains(hit)) return null;
  const list = hit.getAttribute(LIST) ?? "";
  const cards = cardsOf(lists(), list, id);
  // A tab contains no cards: a drop on it appends to the list.
  if (hit !== findList(root, list)) return { list, index: cards.length, onTab: true };
  const items = drawnItems(root, list, id);
  // Over the header or footer of a scrolling column, cards scrolled out of view do not count.
  const view = scrollerOf(items[0] ?? null)?.getBoundingClientRect();
  const height = view ? Math.min(Math.max(y, view.top), view.bottom) : y;
  const position = dropPosition(height, items.length, midpointIn(items));
  // Some cards beyond the view are rendered too, so the rendered neighbor is the true one.
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
