import { Plus } from "lucide-react";
import { memo } from "react";
import { Button } from "../../ui/button.tsx";
import { type Status, statusNames, type Task } from "./task.ts";
import { TaskCards } from "./task-cards.tsx";

interface TaskColumnProps {
  status: Status;
  tasks: readonly Task[];
  /** As displayed: "3", or "1 of 3" with a filter. */
  count: string;
  kept: readonly string[];
  hidden: boolean;
  /** Whether it scrolls, rather than the page. */
  scrolls: boolean;
  today: string;
  onAdd: (status: Status) => void;
  onEdit: (id: string) => void;
  onMenu: (id: string, anchor: HTMLElement) => void;
}

/** One column: its name and count, its cards, and a button to add one. */
export const TaskColumn = memo(function TaskColumn(props: TaskColumnProps) {
  const { status, count, hidden, onAdd, ...cards } = props;
  return (
    <section
      aria-labelledby={`column-${status}`}
      data-drop-list={status}
      hidden={hidden}
      className={`${hidden ? "" : "flex"} min-h-0 min-w-0 flex-col rounded border bg-raised/40`}
    >
      <header className="flex items-baseline justify-between gap-2 px-3 pt-2.5 pb-1">
        <h2 id={`column-${status}`} className="text-note font-semibold">
          {statusNames[status]}
        </h2>
        <p className="text-small text-soft tabular-nums">
          {count}
          <span className="sr-only"> tasks</span>
        </p>
      </header>
      {cards.tasks.length === 0 && (
        <p className="px-3 py-4 text-small text-soft">
          {count.startsWith("0 of") ? "No matching tasks" : "No tasks here."}
        </p>
      )}
      <TaskCards {...cards} />
      <footer className="border-t p-1.5">
        <Button
          look="quiet"
          className="w-full justify-start! px-2!"
          icon={<Plus aria-hidden="true" />}
          onClick={() => onAdd(status)}
        >
          Add Task
        </Button>
      </footer>
    </section>
  );
});
