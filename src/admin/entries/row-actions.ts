import { type RefObject, useCallback, useEffect, useRef } from "react";

interface RowActions<Row> {
  onEdit: (row: Row) => void;
  onRemove: (row: Row) => void;
}

/** The two actions as functions that never change, so that no row is drawn again for them. */
export function useSteadyActions<Row>(
  { onEdit, onRemove }: RowActions<Row>,
  removedIndex: RefObject<number>,
) {
  const latest = useRef({ onEdit, onRemove });
  useEffect(() => {
    latest.current = { onEdit, onRemove };
  });
  const edit = useCallback((row: { id: string }) => latest.current.onEdit(row as Row), []);
  const remove = useCallback(
    (row: { id: string }, index: number) => {
      removedIndex.current = index;
      latest.current.onRemove(row as Row);
    },
    [removedIndex],
  );
  return { edit, remove };
}

/**
 * When the focused row leaves, the keyboard goes on at the one that took its place.
 * Its buttons are known by `data-delete`.
 *
 * @param rows how many are shown.
 * @returns where to note which row is about to leave.
 */
export function useFocusAfterRemoval(body: RefObject<HTMLElement | null>, rows: number) {
  const index = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of length that matters.
  useEffect(() => {
    if (index.current < 0 || document.activeElement !== document.body) return;
    const buttons = body.current?.querySelectorAll<HTMLElement>("[data-delete]") ?? [];
    buttons[Math.min(index.current, buttons.length - 1)]?.focus();
    index.current = -1;
  }, [body, rows]);
  return index;
}
