import { type KeyboardEvent, useEffect, useRef } from "react";
import { moveMenuFocus, placeBeside } from "../../ui/popover-menu.ts";
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
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    // In the top layer nothing clips it, and the browser closes it on Escape and outside clicks.
    element.showPopover();
    placeBeside(element, anchor);
    element.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  }, [anchor]);
  if (!task) return null;
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      aria-label="Move to"
      className="fixed inset-auto m-0 w-44 rounded border border-line-strong bg-surface p-1 text-ink"
      onKeyDown={onArrow}
      onToggle={({ newState }) => {
        if (newState === "closed") onClose();
      }}
    >
      <p aria-hidden="true" className="px-2 pt-1.5 pb-1 text-small font-semibold text-soft">
        Move to
      </p>
      {placesOf(task, columns).map(({ label, move }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          disabled={!move}
          className="flex min-h-10 w-full items-center rounded px-2 text-start text-note hover:not-disabled:bg-raised disabled:opacity-50"
          onClick={() => {
            menu.current?.hidePopover();
            anchor.focus();
            if (move) onMove(move);
          }}
        >
          {label}
        </button>
      ))}
    </div>
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

function onArrow(event: KeyboardEvent<HTMLElement>): void {
  // Tab moves to the element after the menu's button.
  if (!moveMenuFocus(event) && event.key === "Tab") event.currentTarget.hidePopover();
}
