import { ActionMenu, type MenuAction } from "../../ui/action-menu.tsx";
import type { Move } from "./board-order.ts";
import { type Status, statuses, statusNames, type Task } from "./task.ts";

interface MoveMenuProps {
  /** The button that opened it. */
  anchor: HTMLElement;
  task: Task | undefined;
  /** The visible cards. */
  columns: Record<Status, Task[]>;
  onMove: (move: Move) => void;
  onClose: () => void;
}

/** The targets of moving a card without dragging. */
export function MoveMenu({ anchor, task, columns, onMove, onClose }: MoveMenuProps) {
  if (!task) return null;
  const actions = placesOf(task, columns).map(
    ({ label, move }): MenuAction => ({ label, run: move && (() => onMove(move)) }),
  );
  return (
    <ActionMenu
      label="Move to"
      anchor={anchor}
      groups={[{ title: "Move to", actions }]}
      onClose={onClose}
    />
  );
}

/** The ends of the other columns, and the steps within its own. Omits moves that change nothing. */
function placesOf(task: Task, columns: Record<Status, Task[]>) {
  const { id } = task;
  const status = task.status as Status;
  const column = columns[status];
  const index = column.findIndex((one) => one.id === id);
  const last = column.length - 1;
  const idAt = (at: number) => column[at]?.id ?? null;
  const within = (possible: boolean, after: string | null, before: string | null) =>
    possible ? { id, status, after, before } : null;
  return [
    ...statuses.map((other) => ({
      label: statusNames[other],
      move: other === status ? null : { id, status: other, after: null, before: null },
    })),
    { label: "Top", move: within(index > 0, null, idAt(0)) },
    { label: "One up", move: within(index > 0, null, idAt(index - 1)) },
    { label: "One down", move: within(index < last, idAt(index + 1), null) },
    { label: "Bottom", move: within(index < last, idAt(last), null) },
  ] satisfies { label: string; move: Move | null }[];
}
