import { useRef } from "react";
import { Link } from "react-router";
import { editPath, paths } from "../../lib/paths.ts";
import { Checkbox } from "../../ui/field.tsx";
import { recoverFocus } from "../../ui/focus-recovery.ts";
import { Notice } from "../../ui/notice.tsx";
import { dayOf } from "../tasks/due-date.ts";
import { DueDate, PriorityArrows } from "../tasks/task-marks.tsx";
import { useCompletion } from "../tasks/tasks-queries.ts";
import { useToday } from "../tasks/use-today.ts";
import type { Overview } from "./overview-api.ts";
import { ROWS, Row, Section } from "./section.tsx";

const { tasks: board } = paths.workspace;
const MOST_SHOWN = 8;
/** Number of the shown tasks that is reserved for tasks due today. */
const TODAY_SHOWN = 4;

/** Overdue tasks and those of today. Ticking one moves it to Done, as the board would. */
export function DueTasks({ tasks, userId }: { tasks: Overview["tasks"]; userId: string }) {
  const today = useToday();
  const { failure, completing, completeTask } = useCompletion(userId);
  const due = tasks.filter(({ due_date }) => dayOf(due_date) <= today);
  const overdue = due.filter(({ due_date }) => dayOf(due_date) < today);
  const ofToday = due.slice(overdue.length);
  const late = overdue.slice(0, MOST_SHOWN - Math.min(ofToday.length, TODAY_SHOWN));
  const now = ofToday.slice(0, MOST_SHOWN - late.length);
  const list = useRef<HTMLUListElement>(null);
  const tick = (task: Overview["tasks"][number]) => {
    if (completing.includes(task.id)) return;
    // When the request settles, the task has left the list, and a focus on its checkbox is lost.
    const next = () => list.current?.querySelector("input") ?? document.querySelector("main h1");
    completeTask(task, { onSettled: () => requestAnimationFrame(() => recoverFocus(next)) });
  };
  return (
    <Section
      title="Due"
      more={{ to: board, text: "All tasks" }}
      nothing={due.length === 0 && "Nothing is overdue or due today."}
    >
      {failure && <Notice>{failure}</Notice>}
      <ul ref={list} className={ROWS}>
        {[...late, ...now].map((task) => (
          <Row
            key={task.id}
            to={editPath(board, task.id)}
            name={task.title}
            before={
              <Checkbox
                wrap="-ms-2.5 size-10 shrink-0 pointer-coarse:size-11"
                aria-label={`Done: ${task.title}`}
                checked={completing.includes(task.id)}
                onChange={() => tick(task)}
              />
            }
          >
            <PriorityArrows task={task} />
            <span className="flex min-w-16 justify-end">
              <DueDate task={task} dueDate={task.due_date ?? ""} today={today} />
            </span>
          </Row>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 pt-1.5 text-small empty:hidden">
        {late.length < overdue.length && (
          <Link to={`${board}?due=overdue`}>{overdue.length - late.length} more overdue</Link>
        )}
        {now.length < ofToday.length && (
          <Link to={`${board}?due=today`}>{ofToday.length - now.length} more due today</Link>
        )}
      </p>
    </Section>
  );
}
