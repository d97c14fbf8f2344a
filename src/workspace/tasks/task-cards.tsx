import { useRef } from "react";
import type { Task } from "./task.ts";
import { TaskCard } from "./task-card.tsx";
import { useCardWindow } from "./use-card-window.ts";
import { useSteadyView } from "./use-steady-view.ts";

interface TaskCardsProps {
  tasks: readonly Task[];
  /** Cards that are rendered at any scroll position. */
  kept: readonly string[];
  /** Whether the column scrolls, rather than the page. */
  scrolls: boolean;
  today: string;
  onEdit: (id: string) => void;
  onMenu: (id: string, anchor: HTMLElement) => void;
}

/** The cards of a column. Long columns render only those in view, with position and total. */
export function TaskCards({ tasks, kept, scrolls, ...card }: TaskCardsProps) {
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
                aria-setsize={tasks.length}
                // The bar on narrow screens covers the top of the page.
                className="absolute inset-x-0 rounded border bg-surface max-md:scroll-mt-20"
                style={{ top }}
              >
                <TaskCard task={task} {...card} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
