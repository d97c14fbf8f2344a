import { GripVertical } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { DragBoard } from "../../../ui/drag-and-drop/drag-board.tsx";
import { moved } from "./arrangement.ts";

interface SortableProps {
  /** The value of `data-drop-list` on the element that contains the entries. */
  list: string;
  /** The list's name in announcements. */
  name: string;
  ids: readonly string[];
  nameOf: (id: string) => string;
  onOrder: (ids: string[]) => void;
  className?: string;
  /** Entries marked with `data-drag-item`, each with a `DragHandle`. */
  children: ReactNode;
}

/** A list whose entries are moved by mouse, touch and keyboard, at their handles. */
export function Sortable(props: SortableProps) {
  const { list, name, ids, nameOf, onOrder, className = "", children } = props;
  const root = useRef<HTMLDivElement>(null);
  return (
    <DragBoard
      ref={root}
      className={className}
      lists={[{ id: list, name, cards: ids }]}
      nameOf={nameOf}
      onDraw={() => {}}
      onOpen={() => {}}
      onDrop={({ id, after, before }) => {
        const others = ids.filter((other) => other !== id);
        const next = before === null ? others.length : others.indexOf(before);
        onOrder(moved(ids, id, after === null ? next : others.indexOf(after) + 1));
      }}
    >
      {children}
    </DragBoard>
  );
}

export function DragHandle({ name, hidden = false }: { name: string; hidden?: boolean }) {
  return (
    <button
      type="button"
      data-drag-handle
      title="Drag to move"
      aria-label={`Move ${name}`}
      aria-description="Press Space to pick it up, then use the arrow keys."
      className={`grid size-10 shrink-0 place-items-center rounded text-soft hover:text-ink [&_svg]:size-[1.125rem] ${hidden ? "invisible" : ""}`}
    >
      <GripVertical aria-hidden="true" />
    </button>
  );
}

/** Says that a list is in the owner's order, and offers to restore the default one. */
export function OrderNote({ action, onReset }: { action: string; onReset: () => void }) {
  return (
    <p className="ms-auto flex flex-wrap items-center gap-x-3 text-small text-soft">
      In your own order.
      <Button look="quiet" onClick={onReset}>
        {action}
      </Button>
    </p>
  );
}
