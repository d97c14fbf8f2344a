import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { findItem, findList, findTab, ITEM, idOf } from "./board-elements.ts";
import { bringIntoView } from "./bring-into-view.ts";
import { type CardList, type Place, placeOf } from "./card-lists.ts";
import { nextCard } from "./next-card.ts";

/**
 * Keeps the keyboard where it was, and lets the arrow keys go from card to card. A card that is
 * moved to another list is another element there: the focus follows it, or goes to the list's tab
 * while the list is not shown. When the card leaves the board, the focus goes on at the one that
 * took its place, or at the list's own button.
 */
export function useCardFocus(root: RefObject<HTMLElement | null>, lists: readonly CardList[]) {
  /** Drawn wherever its list is scrolled to, as it has the focus or is to have it. */
  const [kept, setKept] = useState<string | null>(null);
  const last = useRef<{ id: string; place: Place } | null>(null);
  // After every drawing: the card may have left behind a dialog that has only now closed.
  useEffect(() => {
    const board = root.current;
    if (!board || !last.current) return;
    const now = placeOf(lists, last.current.id);
    if (now) last.current.place = now;
    if (document.activeElement !== document.body) return;
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
    if (focusCard(root.current, id)) return;
    // Far away: it is drawn first, and then has what nobody has.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    last.current = { id, place };
    setKept(id);
    focusOnceDrawn(root.current, id, last);
  };
  return {
    kept,
    onKeyDown,
    /** Hears every focus on the board. */
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
    /** Hears when the focus leaves. */
    onBlur: useCallback(({ target, relatedTarget }: FocusEvent) => {
      // From a dialog or a menu it comes back. A card that is taken away does not leave it either.
      const comesBack = relatedTarget instanceof Element && relatedTarget.closest(ASIDE);
      if (!comesBack && target.isConnected && document.hasFocus()) last.current = null;
    }, []),
  };
}

const ASIDE = "dialog, [popover]";

/** Frames after which a card that is to have the focus is not waited for any more. */
const PATIENCE = 20;

/** Gives the card the focus as soon as it is drawn, unless by then somebody wants it elsewhere. */
function focusOnceDrawn(
  board: HTMLElement,
  id: string,
  last: RefObject<{ id: string; place: Place } | null>,
  patience = PATIENCE,
): void {
  if (last.current?.id !== id || document.activeElement !== document.body) return;
  if (focusCard(board, id)) return;
  if (patience === 0) last.current = null;
  else requestAnimationFrame(() => focusOnceDrawn(board, id, last, patience - 1));
}

/** @returns whether the card is drawn, and so has the focus now. */
function focusCard(board: HTMLElement, id: string): boolean {
  const button = findItem(board, id)?.querySelector<HTMLElement>("button");
  if (!button) return false;
  button.focus({ preventScroll: true });
  bringIntoView(() => findItem(board, id));
  return true;
}
