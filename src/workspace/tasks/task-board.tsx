import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ActionMenu, type MenuAction } from "../../ui/action-menu.tsx";
import { findItem } from "../../ui/drag-and-drop/board-elements.ts";
import { bringIntoView } from "../../ui/drag-and-drop/bring-into-view.ts";
import { DragBoard } from "../../ui/drag-and-drop/drag-board.tsx";
import type { Drop } from "../../ui/drag-and-drop/drag-session.ts";
import { useCardFocus } from "../../ui/drag-and-drop/use-card-focus.ts";
import { releaseFocus } from "../../ui/focus-recovery.ts";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { useWide } from "../../ui/hooks/use-wide.ts";
import { byDueDate, columnsOf, entryTo, type Move, placeOf } from "./board-order.ts";
import { ColumnTabs } from "./column-tabs.tsx";
import type { TaskFilter } from "./match-tasks.ts";
import { useQuickTasks } from "./quick-task.tsx";
import { type Status, statuses, statusNames, type Task } from "./task.ts";
import { DRAG_HINT } from "./task-card.tsx";
import { TaskColumn } from "./task-column.tsx";

interface TaskBoardProps {
  /** All tasks, and those that match the filter. */
  tasks: readonly Task[];
  shown: readonly Task[];
  filter: TaskFilter;
  today: string;
  /** A task to scroll to and focus, once. */
  revealed: Task | null;
  onRevealed: () => void;
  onAdd: (status: Status) => void;
  onEdit: (id: string) => void;
  onMove: (move: Move, undo?: () => void) => void;
  onArchive: (tasks: readonly Task[]) => void;
}

/** Three columns; on narrow screens one at a time, behind tabs. */
export function TaskBoard(props: TaskBoardProps) {
  const { tasks, shown, filter, today, revealed, onAdd, onEdit, onMove, onArchive, onRevealed } =
    props;
  const sorted = filter.sort === "due";
  const wide = useWide();
  const quick = useQuickTasks();
  const [tab, setTab] = useState<Status>("todo");
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const places = useMemo(() => columnsOf(shown), [shown]);
  const columns = useMemo(
    () => (sorted ? columnsOf(shown, byDueDate) : places),
    [sorted, shown, places],
  );
  const lists = useMemo(() => listsOf(columns), [columns]);
  const focus = useCardFocus(root, lists);
  const [dragged, setDragged] = useState<readonly string[]>([]);
  const openedFrom = useRef<Status | null>(null);
  const kept = useMemo(
    () => (focus.kept === null ? dragged : [...dragged, focus.kept]),
    [dragged, focus.kept],
  );
  useTopAgain(root, filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each task that is to be seen.
  useEffect(() => {
    if (!revealed) return;
    onRevealed();
    setTab(revealed.status as Status);
    focus.reveal(revealed.id);
  }, [revealed]);
  const counts = useMemo(() => countsOf(tasks, shown), [tasks, shown]);
  const openMenu = useCallback(
    (id: string, anchor: HTMLElement) =>
      setMenu((last) => ({ id, anchor, opened: (last?.opened ?? 0) + 1 })),
    [],
  );
  const byId = (id: string) => tasks.find((task) => task.id === id);
  const move = (change: Move, undo?: () => void) => {
    onMove(change, undo);
    const board = root.current;
    const moved = () => board && findItem(board, change.id);
    // After a keyboard move the card keeps the focus; after a drop it is scrolled into view.
    if (moved()?.contains(document.activeElement)) bringIntoView(moved);
  };
  const latestOnMove = useLatest(onMove);
  const moveByMenu = (change: Move) => {
    const back = placeOf(change.id, places);
    const undo = (to: Move) => () => {
      // Sonner returns the focus when its toast loses it, so this must happen first.
      releaseFocus();
      // The focus then follows the card back.
      focus.reveal(to.id);
      latestOnMove.current(to);
    };
    move(change, back ? undo(back) : undefined);
  };
  const onDraw = (cards: readonly string[]) => {
    setDragged(cards);
    if (cards.length > 0) openedFrom.current ??= tab;
    else if (openedFrom.current) {
      // Tabs only open to choose a place in their column.
      setTab(openedFrom.current);
      openedFrom.current = null;
    }
  };
  const onDrop = ({ id, list, after, before, onTab }: Drop) => {
    const status = list as Status;
    if (!onTab) {
      setTab(status);
      move({ id, status, after, before });
    } else if (byId(id)?.status !== status) moveByMenu(entryTo(status, id, places));
  };
  // Removing the element would end a touch that began on it, so its column stays rendered.
  const origin = dragged[0] === undefined ? undefined : byId(dragged[0])?.status;
  const column = (status: Status) => (
    <TaskColumn
      key={status}
      status={status}
      tasks={columns[status]}
      count={counts[status]}
      kept={kept}
      hidden={!wide && status !== tab}
      quick={quick}
      scrolls={wide}
      today={today}
      search={filter.words}
      onAdd={onAdd}
      onArchive={status === "done" ? onArchive : undefined}
      onEdit={onEdit}
      onMenu={openMenu}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what happens to the cards in it.
    <div
      className="min-h-0 flex-1"
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
      onKeyDown={focus.onKeyDown}
    >
      <p id={DRAG_HINT} hidden>
        The arrow keys move between tasks. Press Enter to edit the task.
        {!sorted && " Press Space to pick it up and move it with the arrow keys."}
      </p>
      <DragBoard
        ref={root}
        // A card of no list cannot be picked up.
        lists={sorted ? [] : lists}
        nameOf={(id) => byId(id)?.title ?? "The task"}
        onDraw={onDraw}
        onOpen={(list) => setTab(list as Status)}
        onDrop={onDrop}
        className="grid gap-3 md:h-full md:grid-cols-3 md:grid-rows-[minmax(0,1fr)] md:gap-4"
      >
        {wide ? (
          statuses.map(column)
        ) : (
          <ColumnTabs chosen={tab} counts={counts} onChoose={setTab}>
            {statuses.filter((status) => status === tab || status === origin).map(column)}
          </ColumnTabs>
        )}
      </DragBoard>
      {menu && (
        <MoveMenu
          key={menu.opened}
          anchor={menu.anchor}
          task={byId(menu.id)}
          columns={places}
          sorted={sorted}
          wide={wide}
          onMove={moveByMenu}
          // A menu reports late that it was closed; by then the next one may be open.
          onClose={() => setMenu((now) => (now === menu ? null : now))}
        />
      )}
    </div>
  );
}

interface OpenMenu {
  id: string;
  anchor: HTMLElement;
  opened: number;
}

function listsOf(columns: Record<Status, readonly Task[]>) {
  return statuses.map((id) => ({
    id,
    name: statusNames[id],
    cards: columns[id].map((task) => task.id),
  }));
}

/** A different filter is a different list, shown from its top. */
function useTopAgain(root: RefObject<HTMLElement | null>, filter: TaskFilter): void {
  const last = useRef(filter);
  useEffect(() => {
    if (last.current === filter) return;
    last.current = filter;
    for (const one of root.current?.querySelectorAll("[data-task-scroller]") ?? [])
      one.scrollTop = 0;
  }, [root, filter]);
}

/** The number of tasks in each column; with a filter, also the number shown. */
function countsOf(tasks: readonly Task[], shown: readonly Task[]): Record<Status, string> {
  const count = (list: readonly Task[], status: Status) =>
    list.reduce((sum, task) => sum + (task.status === status ? 1 : 0), 0);
  const text = (status: Status) => {
    const all = count(tasks, status);
    return tasks === shown ? `${all}` : `${count(shown, status)} of ${all}`;
  };
  return { todo: text("todo"), inprogress: text("inprogress"), done: text("done") };
}

interface MoveMenuProps {
  /** The button that opened it. */
  anchor: HTMLElement;
  task: Task | undefined;
  /** The visible cards in their places, and whether they are shown in another order. */
  columns: Record<Status, Task[]>;
  sorted: boolean;
  /** Whether the columns are side by side. */
  wide: boolean;
  onMove: (move: Move) => void;
  onClose: () => void;
}

/** The targets of moving a card without dragging. */
function MoveMenu(props: MoveMenuProps) {
  const { anchor, task, columns, sorted, wide, onMove, onClose } = props;
  if (!task) return null;
  const actions = placesOf(task, columns, wide && !sorted, !sorted).map(
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

/**
 * The other columns, where a drag would put the card, and the steps within its own. Omits moves
 * that change nothing.
 */
function placesOf(task: Task, columns: Record<Status, Task[]>, beside: boolean, steps: boolean) {
  const { id } = task;
  const status = task.status as Status;
  const column = columns[status];
  const index = column.findIndex((one) => one.id === id);
  const last = column.length - 1;
  const idAt = (at: number) => column[at]?.id ?? null;
  const within = (possible: boolean, after: string | null, before: string | null) =>
    possible && steps ? { id, status, after, before } : null;
  return [
    ...statuses.map((other) => ({
      label: statusNames[other],
      move: other === status ? null : entryTo(other, id, columns, beside ? index : undefined),
    })),
    { label: "Top", move: within(index > 0, null, idAt(0)) },
    { label: "One up", move: within(index > 0, null, idAt(index - 1)) },
    { label: "One down", move: within(index < last, idAt(index + 1), null) },
    { label: "Bottom", move: within(index < last, idAt(last), null) },
  ] satisfies { label: string; move: Move | null }[];
}
