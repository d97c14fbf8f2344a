import { useCallback, useState } from "react";
import { ActionMenu, type MenuAction } from "../../ui/action-menu.tsx";
import { entryTo, type Move } from "./board-order.ts";
import { type Status, statuses, statusNames, type Task } from "./task.ts";

/** The fields that a card edits in its place. */
const quickFields = [
  ["title", "Title"],
  ["due_date", "Due date"],
  ["priority", "Priority"],
  ["tags", "Tags"],
] as const;

export type QuickField = (typeof quickFields)[number][0];

interface TaskMenuProps {
  /** The button that opened the menu. */
  anchor: HTMLElement;
  task: Task;
  /** The visible cards of each column, and whether they are sorted differently from the board. */
  columns: Record<Status, Task[]>;
  sorted: boolean;
  /** Whether these are only the first of each column. */
  isPart: boolean;
  /** Whether the columns are side by side. */
  wide: boolean;
  onMove: (move: Move) => void;
  /** Edits the task in its place, starting with a field. */
  onQuickEdit: (field: QuickField) => void;
  onRemove: () => void;
  onClose: () => void;
}

/**
 * The menu of a card. It moves the card without dragging: to the other columns, at the place a drag
 * would choose, and up or down in its own. Moves that change nothing are disabled.
 */
export function TaskMenu(props: TaskMenuProps) {
  const { anchor, task, columns, sorted, isPart, wide, onMove, onQuickEdit, onRemove, onClose } =
    props;
  const { id } = task;
  const status = task.status as Status;
  const column = columns[status];
  const index = column.findIndex((one) => one.id === id);
  const last = column.length - 1;
  const idAt = (at: number) => column[at]?.id ?? null;
  const entry = (label: string, move: Move | null): MenuAction => ({
    label,
    run: move && (() => onMove(move)),
  });
  const step = (label: string, possible: boolean, after: string | null, before: string | null) =>
    entry(label, possible && !sorted ? { id, status, after, before } : null);
  const beside = wide && !sorted ? index : undefined;
  const actions = [
    ...statuses.map((other) =>
      entry(statusNames[other], other === status ? null : entryTo(other, id, columns, beside)),
    ),
    step("Top", index > 0, null, idAt(0)),
    step("One up", index > 0, null, idAt(index - 1)),
    step("One down", index < last, idAt(index + 1), null),
    step("Bottom", index < last && !isPart, idAt(last), null),
  ];
  return (
    <ActionMenu
      label="Task"
      anchor={anchor}
      groups={[
        { title: "Move to", actions },
        {
          title: "Edit",
          actions: quickFields.map(([field, label]) => ({ label, run: () => onQuickEdit(field) })),
        },
        { actions: [{ label: "Delete", run: onRemove }] },
      ]}
      onClose={onClose}
    />
  );
}

/** The card with the open menu, if any; `opened` distinguishes two menus of one card. */
export function useTaskMenu() {
  const [menu, setMenu] = useState<{ id: string; anchor: HTMLElement; opened: number } | null>(
    null,
  );
  return {
    menu,
    openMenu: useCallback(
      (id: string, anchor: HTMLElement) =>
        setMenu((last) => ({ id, anchor, opened: (last?.opened ?? 0) + 1 })),
      [],
    ),
    // A menu reports its closing late, when the next one may already be open.
    closeMenu: () => setMenu((now) => (now === menu ? null : now)),
  };
}
