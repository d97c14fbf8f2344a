import { EllipsisVertical, ListChecks, Repeat, Text } from "lucide-react";
import { memo } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Highlight, matchingPassage } from "../../ui/highlight.tsx";
import { ReminderMark } from "../shell/reminder-field.tsx";
import { formatDueDate } from "./due-date.ts";
import { recurrenceText } from "./recurrence.ts";
import type { Task } from "./task.ts";
import { progressOf } from "./task-checklist.ts";
import { DueDate, PriorityArrows } from "./task-marks.tsx";
import { TaskTag } from "./task-tag.tsx";

/** Element id of the instructions for cards. */
export const DRAG_HINT = "task-drag-hint";

export interface TaskCardProps {
  task: Task;
  today: string;
  /** The search words to mark. */
  search: string;
  onEdit: (id: string) => void;
  onMenu: (id: string, anchor: HTMLElement) => void;
}

export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const { task, today, search, onEdit, onMenu } = props;
  const passage = search && task.description && matchingPassage(task.description, search);
  return (
    <>
      <button
        type="button"
        aria-describedby={DRAG_HINT}
        className="grid w-full min-w-0 gap-2 rounded py-2.5 ps-3 pe-11 text-start -outline-offset-2"
        onClick={() => onEdit(task.id)}
      >
        <span dir="auto" className="line-clamp-6 text-note [overflow-wrap:anywhere]">
          <Highlight text={task.title} search={search} />
        </span>
        {passage && (
          <span dir="auto" className="line-clamp-2 text-small text-soft [overflow-wrap:anywhere]">
            <Highlight text={passage} search={search} />
          </span>
        )}
        <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1.5 text-small text-soft">
          <PriorityArrows task={task} />
          {task.due_date && formatDueDate(task.due_date, today) && (
            <DueDate task={task} dueDate={task.due_date} today={today} />
          )}
          {task.remind_at && <ReminderMark short at={task.remind_at} />}
          {task.recurrence && (
            <span className="inline-flex items-center gap-1">
              <Repeat className="size-3.5" />
              {recurrenceText(task.recurrence)}
            </span>
          )}
          {task.description && <DescriptionMark description={task.description} />}
          {[...new Set(task.tags)].map((tag) => (
            <TaskTag key={tag} name={tag} search={search} />
          ))}
        </span>
      </button>
      <IconButton
        icon={EllipsisVertical}
        data-no-drag
        label={`More: ${task.title}`}
        title="More"
        aria-haspopup="menu"
        className="absolute! end-0.5 top-0.5"
        onClick={({ currentTarget }) => onMenu(task.id, currentTarget)}
      />
    </>
  );
}, isSameCard);

/** Shows that a task has a description, and the progress of its checklist. */
function DescriptionMark({ description }: { description: string }) {
  const { total, done, hasText } = progressOf(description);
  return (
    <>
      {hasText && (
        <span role="img" aria-label="Has a description" title="Has a description">
          <Text className="size-3.5" />
        </span>
      )}
      {total > 0 && (
        <span
          className="inline-flex items-center gap-1 tabular-nums"
          title={`${done} of ${total} items done`}
        >
          <ListChecks className="size-3.5" />
          <span className="sr-only">Checklist </span>
          {done}/{total}
        </span>
      )}
    </>
  );
}

// A changed position does not re-render the card, because one drop may renumber hundreds.
function isSameCard(was: TaskCardProps, is: TaskCardProps): boolean {
  const placed = { ...was.task, order: is.task.order, revision: is.task.revision };
  const same = <Props extends object>(one: Props, other: Props) =>
    (Object.keys(other) as (keyof Props)[]).every((key) => one[key] === other[key]);
  return same({ ...was, task: is.task }, is) && same(placed, is.task);
}
