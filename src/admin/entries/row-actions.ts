import { type MouseEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import { recoverFocus } from "../../ui/focus-recovery.ts";
import { useLatest } from "../../ui/hooks/use-latest.ts";

interface RowActions<Row> {
  onEdit: (row: Row) => void;
  onRemove: (row: Row) => void;
}

/** The two actions with a stable identity, so that they never cause a row to re-render. */
export function useSteadyActions<Row>(
  { onEdit, onRemove }: RowActions<Row>,
  removedIndex: RefObject<number>,
) {
  const latest = useLatest({ onEdit, onRemove });
  const edit = useCallback((row: { id: string }) => latest.current.onEdit(row as Row), [latest]);
  const remove = useCallback(
    (row: { id: string }, index: number) => {
      removedIndex.current = index;
      latest.current.onRemove(row as Row);
    },
    [removedIndex, latest],
  );
  return { edit, remove };
}

/**
 * Opens an entry by a click on its row: a shortcut for its Edit button, found by `data-edit`, which
 * also gets the focus. Ignores clicks on controls and those that end a selection of text.
 */
export function openByClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest(NOT_THE_ROW)) return;
  if (getSelection()?.isCollapsed === false) return;
  const edit = currentTarget.querySelector<HTMLElement>("[data-edit]");
  edit?.focus({ preventScroll: true });
  edit?.click();
}

const NOT_THE_ROW = "a, button, input, select, label, [popover]";

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
    if (index.current < 0) return;
    recoverFocus(() => {
      const buttons = body.current?.querySelectorAll("[data-delete]") ?? [];
      const at = Math.min(index.current, buttons.length - 1);
      index.current = -1;
      return buttons[at];
    });
  }, [body, rows]);
  return index;
}
