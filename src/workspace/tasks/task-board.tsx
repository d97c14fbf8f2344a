import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
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
import { ArchiveDone, TaskColumn } from "./task-column.tsx";
import { TaskMenu, useTaskMenu } from "./task-menu.tsx";
import { useQuickEdit } from "./use-quick-edit.tsx";

interface TaskBoardProps {
  /** All tasks; `shown` are those that match the filter. */
  tasks: readonly Task[];
  shown: readonly Task[];
  /** Whether these are only the first of each column, because the others are being read. */
  isPart: boolean;
  filter: TaskFilter;
  today: string;
  /** A task to scroll to and focus, once. */
  revealed: Task | null;
  onRevealed: () => void;
  onAdd: (status: Status) => void;
  onEdit: (id: string) => void;
  onMove: (move: Move, undo?: () => void) => void;
  onArchive: (tasks: readonly Task[]) => void;
  onRemove: (task: Task) => void;
  /** All tags in use, as suggestions. */
  tags: readonly string[];
}

/** Three columns; on narrow screens one at a time, behind tabs. */
export function TaskBoard(props: TaskBoardProps) {
  const { tasks, isPart, filter, today, onAdd, onArchive, onRemove } = props;
  const sorted = filter.sort === "due";
  const wide = useWide();
  const quick = useQuickTasks(tasks);
  const root = useRef<HTMLDivElement>(null);
  const { places, columns, lists, counts } = useColumns(props);
  const focus = useCardFocus(root, lists);
  // Runs before a revealed task is scrolled to.
  useTopAgain(root, filter);
  const { tab, setTab, dragged, onDraw } = useTabs(props, focus);
  const { menu, openMenu, closeMenu } = useTaskMenu();
  const { edited, editQuickly, onEdit } = useQuickEdit(props);
  const { move, moveByMenu } = useMoves(root, focus, places, props.onMove);
  const editedId = edited?.id ?? null;
  const kept = useMemo(
    () => [...dragged, ...[focus.kept, editedId].filter((id) => id !== null)],
    [dragged, focus.kept, editedId],
  );
  const byId = (id: string | undefined) => tasks.find((task) => task.id === id);
  const onDrop = ({ id, list, after, before, onTab }: Drop) => {
    const status = list as Status;
    if (!onTab) {
      setTab(status);
      move({ id, status, after, before });
    } else if (byId(id)?.status !== status) moveByMenu(entryTo(status, id, places));
  };
  const cards = { isPart, kept, quick, scrolls: wide, today, search: filter.words };
  const column = (status: Status) => (
    <TaskColumn
      key={status}
      status={status}
      tasks={columns[status]}
      count={counts[status]}
      hidden={!wide && status !== tab}
      {...cards}
      edited={edited && byId(edited.id)?.status === status ? edited : null}
      onAdd={onAdd}
      onArchive={status === "done" && !isPart ? onArchive : undefined}
      onEdit={onEdit}
      onMenu={openMenu}
    />
  );
  // Removing an element ends the touch that began on it, so its column stays rendered.
  const origin = byId(dragged[0])?.status;
  const opened = byId(menu?.id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events of the cards in it.
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
        // Without lists, no card can be picked up.
        lists={sorted ? [] : lists}
        nameOf={(id) => byId(id)?.title ?? "The task"}
        onDraw={onDraw}
        onOpen={(list) => setTab(list as Status)}
        onDrop={onDrop}
        className="grid gap-2 md:h-full md:grid-cols-3 md:grid-rows-[minmax(0,1fr)] md:gap-4"
      >
        {wide ? (
          statuses.map(column)
        ) : (
          <ColumnTabs
            chosen={tab}
            counts={counts}
            onChoose={setTab}
            action={
              tab === "done" &&
              !isPart && (
                <ArchiveDone tasks={columns.done} count={counts.done} onArchive={onArchive} />
              )
            }
          >
            {statuses.filter((status) => status === tab || status === origin).map(column)}
          </ColumnTabs>
        )}
      </DragBoard>
      {menu && opened && (
        <TaskMenu
          key={menu.opened}
          anchor={menu.anchor}
          task={opened}
          columns={places}
          sorted={sorted}
          isPart={isPart}
          wide={wide}
          onMove={moveByMenu}
          onQuickEdit={(field) => editQuickly({ id: opened.id, field })}
          onRemove={() => onRemove(opened)}
          onClose={closeMenu}
        />
      )}
    </div>
  );
}

/**
 * The shown tasks of each column in board order and in display order, with their ids and counts.
 */
function useColumns({ tasks, shown, isPart, filter }: TaskBoardProps) {
  const sorted = filter.sort === "due";
  const places = useMemo(() => columnsOf(shown), [shown]);
  const columns = useMemo(
    () => (sorted ? columnsOf(shown, byDueDate) : places),
    [sorted, shown, places],
  );
  const lists = useMemo(
    () =>
      statuses.map((id) => ({
        id,
        name: statusNames[id],
        cards: columns[id].map((task) => task.id),
      })),
    [columns],
  );
  const counts = useMemo(() => countsOf(tasks, shown, isPart), [tasks, shown, isPart]);
  return { places, columns, lists, counts };
}

/** The number of tasks in each column, "33+" for a part; with a filter, also the number shown. */
function countsOf(
  tasks: readonly Task[],
  shown: readonly Task[],
  isPart: boolean,
): Record<Status, string> {
  const text = (status: Status) => {
    const count = (list: readonly Task[]) => list.filter((task) => task.status === status).length;
    if (isPart) return `${count(tasks)}+`;
    return tasks === shown ? `${count(tasks)}` : `${count(shown)} of ${count(tasks)}`;
  };
  return { todo: text("todo"), inprogress: text("inprogress"), done: text("done") };
}

/** The selected tab, which follows a revealed task, and the ids of the dragged cards. */
function useTabs({ revealed, onRevealed }: TaskBoardProps, focus: CardFocus) {
  const [tab, setTab] = useState<Status>("todo");
  const [dragged, setDragged] = useState<readonly string[]>([]);
  const openedFrom = useRef<Status | null>(null);
  const onDraw = (cards: readonly string[]) => {
    setDragged(cards);
    if (cards.length > 0) openedFrom.current ??= tab;
    else if (openedFrom.current) {
      // After the drag, the tab that was open before opens again.
      setTab(openedFrom.current);
      openedFrom.current = null;
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each task that is to be seen.
  useEffect(() => {
    if (!revealed) return;
    onRevealed();
    setTab(revealed.status as Status);
    focus.reveal(revealed.id);
  }, [revealed]);
  return { tab, setTab, dragged, onDraw };
}

type CardFocus = ReturnType<typeof useCardFocus>;

/** Moves by drag, menu or tab. Menus and tabs can move a card out of sight, so they offer Undo. */
function useMoves(
  root: RefObject<HTMLElement | null>,
  focus: CardFocus,
  places: Record<Status, Task[]>,
  onMove: TaskBoardProps["onMove"],
) {
  const latestOnMove = useLatest(onMove);
  const move = (change: Move, undo?: () => void) => {
    onMove(change, undo);
    const board = root.current;
    const moved = () => board && findItem(board, change.id);
    // After a keyboard move the card keeps the focus; after a drop it is scrolled into view.
    if (moved()?.contains(document.activeElement)) bringIntoView(moved);
  };
  const moveByMenu = (change: Move) => {
    const back = placeOf(change.id, places);
    const undo =
      back &&
      (() => {
        // Sonner restores the focus when its toast loses it, so the toast releases the focus first.
        releaseFocus();
        // The focus then follows the card to its previous place.
        focus.reveal(back.id);
        latestOnMove.current(back);
      });
    move(change, undo ?? undefined);
  };
  return { move, moveByMenu };
}

/** A different filter is a different list, shown from its top. */
function useTopAgain(root: RefObject<HTMLElement | null>, filter: TaskFilter): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each filter.
  useEffect(() => {
    for (const one of root.current?.querySelectorAll("[data-task-scroller]") ?? [])
      one.scrollTop = 0;
  }, [root, filter]);
}
