import { type FocusEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { findItem, findList, findTab, ITEM, idOf } from "./board-elements.ts";
import { bringIntoView } from "./bring-into-view.ts";
import { type CardList, type Place, placeOf } from "./card-lists.ts";

/**
 * Keeps the keyboard where it was. A card that is moved to another list is another element there:
 * the focus follows it, or goes to the list's tab while the list is not shown. When the card leaves
 * the board, the focus goes on at the one that took its place, or at the list's own button.
 */
export function useCardFocus(root: RefObject<HTMLElement | null>, lists: readonly CardList[]) {
  /** Drawn wherever its list is scrolled to, as it has the focus or is to have it. */
  const [kept, setKept] = useState<string | null>(null);
  const last = useRef<{ id: string; place: Place } | null>(null);
  // After every drawing: the card may have left behind a dialog that has only now closed.
  useEffect(() => {
    const board = root.current;
    if (!board || !last.current) return;
    const { id, place } = last.current;
    const now = placeOf(lists, id);
    if (now) last.current.place = now;
    if (document.activeElement !== document.body) return;
    const { list, index } = now ?? place;
    const cards = lists.find((one) => one.id === list)?.cards ?? [];
    const next = now ? id : cards[Math.min(index, cards.length - 1)];
    const shown = findList(board, list);
    const item = next === undefined ? null : findItem(board, next);
    if (item) {
      item.querySelector<HTMLElement>("button")?.focus();
      if (next !== undefined) bringIntoView(() => findItem(board, next));
    } else if (next !== undefined && shown) {
      last.current = { id: next, place: { list, index } };
      setKept(next);
    } else {
      last.current = null;
      (shown?.querySelector<HTMLElement>("button") ?? findTab(board, list))?.focus();
    }
  });
  return {
    kept,
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
      // Somebody pressed beside everything. A card that is taken away is not left, but leaves.
      if (!relatedTarget && target.isConnected && document.hasFocus()) last.current = null;
    }, []),
  };
}
