import { type FocusEvent, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { editPath, paths } from "../../lib/paths.ts";
import { recoverFocus } from "../../ui/focus-recovery.ts";
import { Notice } from "../../ui/notice.tsx";
import { dayOf } from "../tasks/due-date.ts";
import type { Priority } from "../tasks/task.ts";
import { DueDate, PriorityArrows } from "../tasks/task-card.tsx";
import { useCompletion } from "../tasks/tasks-queries.ts";
import { useToday } from "../tasks/use-today.ts";
import type { Overview } from "./overview-api.ts";
import { ASIDE, ROW, ROWS, Section } from "./section.tsx";

const { tasks: board } = paths.workspace;

/** Overdue tasks and those of today. Ticking one moves it to Done, as the board would. */
export function DueTasks({ tasks, userId }: { tasks: Overview["tasks"]; userId: string }) {
  const today = useToday();
  const { failure, completing, completeTask } = useCompletion(userId);
  const due = tasks.filter(({ due_date }) => dayOf(due_date) <= today);
  const shown = due.slice(0, MOST_SHOWN);
  const list = useFocusOfList();
  return (
    <Section
      title="Due"
      more={{ to: board, text: "All tasks" }}
      nothing={due.length === 0 ? "Nothing is overdue or due today." : ""}
    >
      {failure && <Notice>{failure}</Notice>}
      {shown.length > 0 && (
        <ul {...list} className={ROWS}>
          {shown.map((task) => (
            <li key={task.id} className="flex items-center gap-1">
              <label className="-ms-2.5 grid size-10 shrink-0 place-items-center pointer-coarse:size-11">
                <input
                  type="checkbox"
                  aria-label={`Done: ${task.title}`}
                  className="size-[1.125rem] accent-accent"
                  checked={completing.includes(task.id)}
                  onChange={() => !completing.includes(task.id) && completeTask(task.id)}
                />
              </label>
              <Link to={editPath(board, task.id)} className={ROW}>
                <span
                  dir="auto"
                  className={`line-clamp-2 wrap-anywhere ${completing.includes(task.id) ? "text-soft line-through" : ""}`}
                >
                  {task.title}
                </span>
                <span className={`${ASIDE} flex items-center gap-2.5`}>
                  <PriorityArrows priority={task.priority as Priority} />
                  <span className="min-w-16 text-end">
                    {dayOf(task.due_date) === today ? (
                      "Today"
                    ) : (
                      <DueDate task={task} dueDate={task.due_date ?? ""} today={today} />
                    )}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {due.length > MOST_SHOWN && (
        <p className="pt-1.5 text-small text-soft">
          The {MOST_SHOWN} that have waited longest.{" "}
          <Link to={`${board}?due=overdue`}>Show all overdue tasks</Link>
        </p>
      )}
    </Section>
  );
}

const MOST_SHOWN = 8;

/** A ticked task leaves the list, and the focus goes to the one in its place. */
function useFocusOfList() {
  const list = useRef<HTMLUListElement>(null);
  const index = useRef(-1);
  const boxes = () => [...(list.current?.querySelectorAll("input") ?? [])];
  useLayoutEffect(() => {
    if (index.current < 0) return;
    recoverFocus(() => {
      const left = boxes();
      return left[Math.min(index.current, left.length - 1)] ?? document.querySelector("main h1");
    });
  });
  return {
    ref: list,
    onFocus: ({ target }: FocusEvent) => {
      index.current = boxes().indexOf(target as HTMLInputElement);
    },
    onBlur: ({ target }: FocusEvent) => {
      // Removing a focused element is not leaving it.
      if (target.isConnected) index.current = -1;
    },
  };
}
