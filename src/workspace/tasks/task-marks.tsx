import { CalendarDays, TriangleAlert } from "lucide-react";
import { formatDay, formatDueDate } from "./due-date.ts";
import { isOverdue } from "./match-tasks.ts";
import { type Priority, priorities, priorityNames, type Task } from "./task.ts";

interface DueDateProps {
  task: Pick<Task, "status" | "due_date">;
  dueDate: string;
  today: string;
}

/** The due date of a task, marked if the day has passed. */
export function DueDate({ task, dueDate, today }: DueDateProps) {
  const overdue = isOverdue(task, today);
  const Icon = overdue ? TriangleAlert : CalendarDays;
  return (
    <span
      className={`inline-flex items-center gap-1 ${overdue ? "font-semibold text-bad" : ""}`}
      title={overdue ? "Overdue" : formatDay(dueDate, today)}
    >
      <Icon className="size-3.5" />
      {overdue && <span className="sr-only">Overdue: </span>}
      <time dateTime={dueDate.slice(0, 10)}>{formatDueDate(dueDate, today)}</time>
    </span>
  );
}

/**
 * One to four upward arrows, without color for a done task; the priority's name is the tooltip and
 * accessible name.
 */
export function PriorityArrows({ task }: { task: Pick<Task, "status" | "priority"> }) {
  const priority = task.priority as Priority;
  const count = priorities.indexOf(priority) + 1;
  return (
    <span
      role="img"
      title={priorityNames[priority]}
      aria-label={priorityNames[priority]}
      className={`inline-flex ${(task.status !== "done" && LOOKS[priority]) || ""}`}
    >
      {arrows.slice(0, count)}
    </span>
  );
}

const LOOKS: Partial<Record<Priority, string>> = { high: "text-warn", urgent: "text-bad" };

// Created once: a full board contains thousands of them.
const arrows = priorities.map((priority) => (
  <svg key={priority} aria-hidden="true" viewBox="0 0 10 14" className="h-3.5 w-2.5">
    <path d="M5 13V2M1.5 5.5 5 2l3.5 3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
  </svg>
));
