import { useCallback, useMemo, useRef, useState } from "react";
import { DragBoard } from "../../ui/drag-and-drop/drag-board.tsx";
import { followFocus } from "../../ui/drag-and-drop/follow-focus.ts";
import { useFocusAfterLeaving } from "../../ui/drag-and-drop/use-focus-after-leaving.ts";
import { useWide } from "../../ui/use-wide.ts";
import { columnsOf, type Move } from "./board-order.ts";
import { ColumnTabs } from "./column-tabs.tsx";
import { MoveMenu } from "./move-menu.tsx";
import { type Status, statuses, statusNames, type Task } from "./task.ts";
import { DRAG_HINT } from "./task-card.tsx";
import { TaskColumn } from "./task-column.tsx";
import { useToday } from "./use-today.ts";

interface TaskBoardProps {
  /** All of them, and those the filter leaves. */
  tasks: readonly Task[];
  shown: readonly Task[];
  onAdd: (status: Status) => void;
  onEdit: (id: string) => void;
  onMove: (move: Move) => void;
}

/** Three columns; on narrow screens one at a time, behind tabs. */
export function TaskBoard({ tasks, shown, onAdd, onEdit, onMove }: TaskBoardProps) {
  const wide = useWide();
  const [tab, setTab] = useState<Status>("todo");
  const [menu, setMenu] = useState<{ id: string; anchor: HTMLElement } | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const onFocus = useFocusAfterLeaving(root);
  const today = useToday();
  const columns = useMemo(() => columnsOf(shown), [shown]);
  const counts = useMemo(() => countsOf(tasks, shown), [tasks, shown]);
  const openMenu = useCallback((id: string, anchor: HTMLElement) => setMenu({ id, anchor }), []);
  const byId = (id: string) => tasks.find((task) => task.id === id);
  const column = (status: Status) => (
    <TaskColumn
      key={status}
      status={status}
      tasks={columns[status]}
      count={counts[status]}
      today={today}
      onAdd={onAdd}
      onEdit={onEdit}
      onMenu={openMenu}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what happens to the cards in it.
    <div ref={root} onFocus={onFocus}>
      <p id={DRAG_HINT} hidden>
        Press Enter to edit the task. Press Space to pick it up and move it with the arrow keys.
      </p>
      <DragBoard
        lists={lists}
        nameOf={(id) => byId(id)?.title ?? "The task"}
        onDrop={({ id, list, after, before }) =>
          onMove({ id, status: list as Status, after, before })
        }
        className="grid gap-3 md:h-[calc(100dvh-14rem)] md:min-h-80 md:grid-cols-3 md:gap-4"
      >
        {wide ? (
          statuses.map(column)
        ) : (
          <ColumnTabs chosen={tab} counts={counts} onChoose={setTab}>
            {column(tab)}
          </ColumnTabs>
        )}
      </DragBoard>
      {menu && (
        <MoveMenu
          key={menu.id}
          anchor={menu.anchor}
          task={byId(menu.id)}
          columns={columns}
          onMove={(move) => {
            onMove(move);
            if (root.current) followFocus(root.current, move.id, move.status);
          }}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

const lists = statuses.map((id) => ({ id, name: statusNames[id] }));

/** How many tasks each column holds; while filtered, how many of them are shown. */
function countsOf(tasks: readonly Task[], shown: readonly Task[]): Record<Status, string> {
  const count = (list: readonly Task[], status: Status) =>
    list.reduce((sum, task) => sum + (task.status === status ? 1 : 0), 0);
  const text = (status: Status) => {
    const all = count(tasks, status);
    return tasks === shown ? `${all}` : `${count(shown, status)} of ${all}`;
  };
  return { todo: text("todo"), inprogress: text("inprogress"), done: text("done") };
}
