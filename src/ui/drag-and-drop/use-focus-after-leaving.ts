import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import { findItem, idOf, itemsOf, LIST, placeOf, type Target } from "./board-elements.ts";

/**
 * When the card that has the focus leaves the board, the keyboard goes on at the one that took its
 * place, or at the list's own button when the list is empty.
 *
 * @returns what has to hear every focus on the board.
 */
export function useFocusAfterLeaving(root: RefObject<HTMLElement | null>) {
  const last = useRef<{ id: string; place: Target } | null>(null);
  // After every drawing: the card may have left behind a dialog that has only now closed.
  useEffect(() => {
    const board = root.current;
    if (!board || !last.current || document.activeElement !== document.body) return;
    const { id, place } = last.current;
    if (findItem(board, id)) return;
    last.current = null;
    const items = itemsOf(board, place.list, id);
    const list = board.querySelector(`[${LIST}="${CSS.escape(place.list)}"]:not(button)`);
    const next = items[Math.min(place.index, items.length - 1)] ?? list;
    next?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  });
  return useCallback(
    ({ target }: FocusEvent) => {
      const board = root.current;
      const item = target.closest<HTMLElement>("[data-drag-item]");
      last.current = board && item ? { id: idOf(item), place: placeOf(board, item) } : null;
    },
    [root],
  );
}
