import { useRef } from "react";
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
import { ROWS, Row, Section } from "./section.tsx";

const { tasks: board } = paths.workspace;
const MOST_SHOWN = 8;

/** Overdue tasks and those of today. Ticking one moves it to Done, as the board would. */
export function DueTasks({ tasks, userId }: { tasks: Overview["tasks"]; userId: string }) {
  const today = useToday();
  const { failure, completing, completeTask } = useCompletion(userId);
  const due = tasks.filter(({ due_date }) => dayOf(due_date) <= today);
  const list = useRef<HTMLUListElement>(null);
  const tick = (id: string) => {
    if (completing.includes(id)) return;
    // By then the task has left the list, with the focus if that was on its box.
    const next = () => list.current?.querySelector("input") ?? document.querySelector("main h1");
    completeTask(id, { onSettled: () => requestAnimationFrame(() => recoverFocus(next)) });
  };
  return (
    <Section
      title="Due"
      more={{ to: board, text: "All tasks" }}
      nothing={due.length === 0 && "Nothing is overdue or due today."}
    >
      {failure && <Notice>{failure}</Notice>}
      <ul ref={list} className={ROWS}>
        {due.slice(0, MOST_SHOWN).map((task) => (
          <Row
            key={task.id}
            to={editPath(board, task.id)}
            name={task.title}
            before={
              <label className="-ms-2.5 grid size-10 shrink-0 place-items-center pointer-coarse:size-11">
                <input
                  type="checkbox"
                  aria-label={`Done: ${task.title}`}
                  className="size-[1.125rem] accent-accent"
                  checked={completing.includes(task.id)}
                  onChange={() => tick(task.id)}
                />
              </label>
            }
          >
            <PriorityArrows priority={task.priority as Priority} />
            <span className="flex min-w-16 justify-end">
              {dayOf(task.due_date) === today ? (
                "Today"
              ) : (
                <DueDate task={task} dueDate={task.due_date ?? ""} today={today} />
              )}
            </span>
          </Row>
        ))}
      </ul>
      {due.length > MOST_SHOWN && (
        <p className="pt-1.5 text-small text-soft">
          The {MOST_SHOWN} that have waited longest.{" "}
          <Link to={`${board}?due=overdue`}>Show all overdue tasks</Link>
        </p>
      )}
    </Section>
  );
}
