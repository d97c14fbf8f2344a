import { type RefObject, useCallback, useEffect, useRef } from "react";

interface RowActions<Row> {
  onEdit: (row: Row) => void;
  onRemove: (row: Row) => void;
}

/** The two actions with a stable identity, so that they never cause a row to re-render. */
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
 * Moves the focus to the row that takes the place of a removed focused row. Its buttons are found
 * by `data-delete`.
 *
 * @param rows number of rows shown.
 * @returns a setter for the index of the row that is about to be removed.
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
