import { Archive, Plus } from "lucide-react";
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button, IconButton } from "../../ui/button.tsx";
import { usePageTop, useVirtualList, type VirtualList } from "../../ui/hooks/use-virtual-list.ts";
import { QuickTask, type QuickTasks } from "./quick-task.tsx";
import { type Status, statusNames, type Task } from "./task.ts";
import { TaskCard, type TaskCardProps } from "./task-card.tsx";

interface TaskColumnProps extends TaskCardsProps {
  status: Status;
  /** Number of cards as displayed: "3", "33+" for a part, or "1 of 3" with a filter. */
  count: string;
  hidden: boolean;
  quick: UseFormReturn<QuickTasks>;
  onAdd: (status: Status) => void;
  /** Archives these tasks; undefined except in Done. */
  onArchive: ArchiveTasks | undefined;
}

type ArchiveTasks = (tasks: readonly Task[]) => void;

/** One column: its name and count, its cards, and a button to add one. */
export const TaskColumn = memo(function TaskColumn(props: TaskColumnProps) {
  const { status, count, hidden, quick, onAdd, onArchive, ...cards } = props;
  return (
    <section
      aria-labelledby={`column-${status}`}
      data-drop-list={status}
      hidden={hidden}
      className={`${hidden ? "" : "flex"} min-h-0 min-w-0 flex-col rounded border bg-raised/40`}
    >
      {/* Narrow screens have the tab instead. */}
      <header className="flex min-h-11 items-center gap-2 px-3 max-md:hidden">
        <h2 id={`column-${status}`} className="flex-1 text-note font-semibold">
          {statusNames[status]}
        </h2>
        {onArchive && <ArchiveDone tasks={cards.tasks} count={count} onArchive={onArchive} />}
        <p className="text-small text-soft tabular-nums">
          {count}
          <span className="sr-only"> tasks</span>
        </p>
      </header>
      {cards.tasks.length === 0 && !cards.isPart && (
        <p className="px-3 py-4 text-small text-soft">
          {count.startsWith("0 of") ? "No matching tasks" : "No tasks here."}
        </p>
      )}
      <TaskCards {...cards} />
      <footer className="border-t p-1.5">
        <QuickTask status={status} form={quick} />
        <Button
          look="quiet"
          className="w-full justify-start! px-2!"
          icon={<Plus />}
          onClick={() => onAdd(status)}
        >
          Add Task
        </Button>
      </footer>
    </section>
  );
});

interface ArchiveDoneProps extends Pick<TaskColumnProps, "tasks" | "count"> {
  onArchive: ArchiveTasks;
}

/** Archives the shown tasks of Done. */
export function ArchiveDone({ tasks, count, onArchive }: ArchiveDoneProps) {
  if (tasks.length === 0) return null;
  return (
    <IconButton
      label={count.includes("of") ? "Archive these" : "Archive done"}
      icon={Archive}
      onClick={() => onArchive(tasks)}
    />
  );
}

interface TaskCardsProps extends Omit<TaskCardProps, "task"> {
  tasks: readonly Task[];
  /** Whether the column has further cards, which are being read. */
  isPart: boolean;
  /** Ids of cards that are rendered at any scroll position. */
  kept: readonly string[];
  /** Whether the column scrolls, rather than the page. */
  scrolls: boolean;
  /** A form in place of a card. */
  edited: { id: string; form: ReactNode } | null;
}

/** The cards of a column. Long columns render only those in view, with position and total. */
function TaskCards({ tasks, isPart, kept, scrolls, edited, ...card }: TaskCardsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const view = useCardWindow(tasks, kept, list, scrolls ? scroller : null);
  useSteadyView(tasks, view, kept, scroller);
  return (
    <div
      ref={scroller}
      data-task-scroller
      className={`min-h-0 flex-1 ${scrolls ? "overflow-y-auto overscroll-contain" : ""}`}
    >
      <ul ref={list} className="relative mx-2 list-none" style={{ height: view.height }}>
        {view.items.map(({ index, top }) => {
          const task = tasks[index];
          return (
            task && (
              <li
                key={task.id}
                ref={view.measure}
                data-index={index}
                data-drag-item={task.id}
                aria-posinset={index + 1}
                aria-setsize={isPart ? -1 : tasks.length}
                // The bar on narrow screens covers the top of the page.
                className="absolute inset-x-0 rounded border bg-surface max-md:scroll-mt-20"
                style={{ top }}
              >
                {edited?.id === task.id ? edited.form : <TaskCard task={task} {...card} />}
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** Columns with up to this many cards render all of them. */
const WHOLE = 50;

/** Pixels between two cards and at both ends; the estimated height of an unmeasured card. */
const GAP = 8;
const GUESSED_HEIGHT = 84;

/**
 * The cards of a column to render: those in view with some around them, and the kept ones with
 * their neighbors, so that Tab can continue from them.
 *
 * @param scroller the cards' scroll container; null where they scroll with the page.
 */
function useCardWindow(
  tasks: readonly Task[],
  kept: readonly string[],
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null> | null,
) {
  const count = tasks.length;
  const keptIndexes = useMemo(
    () =>
      tasks.flatMap(({ id }, index) =>
        kept.includes(id) ? [index - 1, index, index + 1].filter((one) => tasks[one]) : [],
      ),
    [tasks, kept],
  );
  return useVirtualList({
    count,
    scroller,
    pageTop: usePageTop(list, scroller === null),
    estimateSize: guessHeight,
    gap: GAP,
    padding: GAP,
    overscan: count <= WHOLE ? count : 6,
    keyOf: useCallback((index: number) => tasks[index]?.id ?? index, [tasks]),
    kept: keptIndexes,
  });
}

const guessHeight = () => GUESSED_HEIGHT;

/**
 * Keeps the scroll position stable when cards are added or removed above the view. The browser's
 * scroll anchoring does not apply to absolutely positioned elements.
 *
 * @param kept cards that may be the ones that moved.
 */
function useSteadyView(
  tasks: readonly Task[],
  { items, scrolledTo }: Pick<VirtualList, "items" | "scrolledTo">,
  kept: readonly string[],
  scroller: RefObject<HTMLElement | null>,
): void {
  const seen = useRef<{ tasks: readonly Task[]; id: string | undefined; top: number } | null>(null);
  useLayoutEffect(() => {
    const idAt = (index: number) => tasks[index]?.id;
    const was = seen.current;
    // The element is not measured: this runs while scrolling and would force a layout each time.
    const scrolled = scrolledTo();
    if (scroller.current && was && was.tasks !== tasks && scrolled > 0) {
      const now = items.find(({ index }) => idAt(index) === was.id);
      if (now && now.top !== was.top) scroller.current.scrollTop = scrolled + now.top - was.top;
    }
    const first = items.find(
      ({ index, top }) => top >= scrolled && !kept.includes(idAt(index) ?? ""),
    );
    seen.current = { tasks, id: first && idAt(first.index), top: first?.top ?? 0 };
  });
}
