import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { isFocusLost, releaseFocus } from "../focus-recovery.ts";
import { drawnItems, findItem, findList, findTab, ITEM, idOf } from "./board-elements.ts";
import { bringIntoView } from "./bring-into-view.ts";
import { type CardList, type Place, placeOf } from "./card-lists.ts";

/**
 * Preserves the keyboard focus and moves it between cards with the arrow keys. A card moved to
 * another list becomes a different element: the focus follows it, or moves to the list's tab while
 * the list is hidden. When a card leaves the board, the focus moves to the card that takes its
 * place, or to the list's own button.
 */
export function useCardFocus(root: RefObject<HTMLElement | null>, lists: readonly CardList[]) {
  /** The card rendered at any scroll position, because it has the focus or is about to get it. */
  const [kept, setKept] = useState<string | null>(null);
  const last = useRef<{ id: string; place: Place } | null>(null);
  // After every render, because the card may have been removed behind a closing dialog.
  useEffect(() => {
    const board = root.current;
    if (!board || !last.current) return;
    const now = placeOf(lists, last.current.id);
    if (now) last.current.place = now;
    if (!isFocusLost()) return;
    const { list, index } = last.current.place;
    const cards = lists.find((one) => one.id === list)?.cards ?? [];
    const id = now ? last.current.id : cards[Math.min(index, cards.length - 1)];
    const shown = findList(board, list);
    if (id === undefined || !shown) {
      last.current = null;
      (shown?.querySelector<HTMLElement>("button") ?? findTab(board, list))?.focus();
    } else {
      last.current = { id, place: { list, index } };
      setKept(id);
      focusOnceDrawn(board, id, last);
    }
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const item = target instanceof Element && target.closest(`[${ITEM}]`);
    if (!root.current || !item || ctrlKey || metaKey || altKey || shiftKey) return;
    const id = nextCard(root.current, lists, item, event.key);
    const place = id !== null && placeOf(lists, id);
    if (!place) return;
    event.preventDefault();
    goTo(root.current, id, place);
  };

  function goTo(board: HTMLElement, id: string, place: Place) {
    if (focusCard(board, id)) return;
    // The card is not rendered yet: the blur lets it take the focus once rendered.
    releaseFocus();
    last.current = { id, place };
    setKept(id);
    focusOnceDrawn(board, id, last);
  }
  return {
    kept,
    onKeyDown,
    /** Scrolls to a card and focuses it, unless the focus is in a field or a dialog. */
    reveal: (id: string) => {
      const place = placeOf(lists, id);
      const busy = document.activeElement?.closest("dialog, input, select, textarea");
      if (root.current && place && !busy) goTo(root.current, id, place);
    },
    /** Tracks every focus on the board. */
    onFocus: useCallback(
      ({ target }: FocusEvent) => {
        const item = target.closest(`[${ITEM}]`);
        const id = item && idOf(item);
        const place = id === null ? null : placeOf(lists, id);
        last.current = id !== null && place ? { id, place } : null;
        if (id !== null) setKept(id);
      },
      [lists],
    ),
    /** Tracks when the focus leaves. */
    onBlur: useCallback(({ target, relatedTarget }: FocusEvent) => {
      // A dialog or menu returns the focus. Removing a card does not count as leaving either.
      const comesBack = relatedTarget instanceof Element && relatedTarget.closest(ASIDE);
      if (!comesBack && target.isConnected && document.hasFocus()) last.current = null;
    }, []),
  };
}

const ASIDE = "dialog, [popover]";

/** Frames to wait for a card to be rendered before focusing it. */
const MAX_FRAMES = 20;

/** Focuses the card once it is rendered, unless the focus has moved to another element. */
function focusOnceDrawn(
  board: HTMLElement,
  id: string,
  last: RefObject<{ id: string; place: Place } | null>,
  framesLeft = MAX_FRAMES,
): void {
  if (last.current?.id !== id || !isFocusLost()) return;
  if (focusCard(board, id)) return;
  if (framesLeft === 0) last.current = null;
  else requestAnimationFrame(() => focusOnceDrawn(board, id, last, framesLeft - 1));
}

/** @returns whether the card is rendered and therefore focused now. */
function focusCard(board: HTMLElement, id: string): boolean {
  const button = findItem(board, id)?.querySelector<HTMLElement>("button");
  if (!button) return false;
  button.focus({ preventScroll: true });
  bringIntoView(() => findItem(board, id));
  return true;
}

/**
 * The card that an arrow key, Home or End moves to: up and down within the list, sideways to the
 * card nearest in height in the next list with rendered cards.
 * ¶
 * @returns its id, rendered or not; null when there is none in that direction.
 */
function nextCard(
  root: HTMLElement,
  lists: readonly CardList[],
  item: Element,
  key: string,
): string | null {
  const place = placeOf(lists, idOf(item));
  if (!place) return null;
  const at = lists.findIndex(({ id }) => id === place.list);
  const cards = lists[at]?.cards ?? [];
  if (key === "ArrowUp") return cards[place.index - 1] ?? null;
  if (key === "ArrowDown") return cards[place.index + 1] ?? null;
  if (key === "Home") return cards[0] ?? null;
  if (key === "End") return cards.at(-1) ?? null;
  const aside = { ArrowLeft: lists.slice(0, at).reverse(), ArrowRight: lists.slice(at + 1) }[key];
  for (const { id } of aside ?? []) {
    const beside = nearest(drawnItems(root, id, ""), item.getBoundingClientRect().top);
    if (beside) return idOf(beside);
  }
  return null;
}

function nearest(items: readonly HTMLElement[], top: number): HTMLElement | undefined {
  const far = (item: HTMLElement) => Math.abs(item.getBoundingClientRect().top - top);
  return items.toSorted((one, other) => far(one) - far(other))[0];
}
