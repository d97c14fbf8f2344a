import { z } from "zod";
import { DESCRIPTION_MAX_LENGTH } from "../../../shared/limits.ts";
import { optionalText, requiredText, wordList } from "../../forms/field-rules.ts";
import { formatWords } from "../../forms/word-list.ts";
import { dayOf, LAST_DAY, toDueDate } from "./due-date.ts";
import { priorities, type Status, statuses, type Task } from "./task.ts";

/** Characters. @limit content: a task's title */
export const TASK_TITLE_MAX_LENGTH = 500;

/** Form values in, column values out. The limits are the table's own. */
export const taskSchema = z.object({
  title: requiredText("Please enter a title.", TASK_TITLE_MAX_LENGTH),
  description: optionalText(DESCRIPTION_MAX_LENGTH),
  status: z.enum(statuses),
  priority: z.enum(priorities),
  due_date: z
    .string()
    .refine((day) => day <= LAST_DAY && day.length <= LAST_DAY.length, {
      error: "Please enter a four-digit year.",
    })
    .transform(toDueDate),
  tags: wordList(),
});

export type TaskValues = z.input<typeof taskSchema>;
export type TaskColumns = z.output<typeof taskSchema>;

/** Form values of a stored task; without one, of a new task in the given column. */
export function toTaskValues(task: Task | null, status: Status): TaskValues {
  return {
    title: task?.title ?? "",
    description: task?.description ?? "",
    status: (task?.status as Status | undefined) ?? status,
    priority: (task?.priority as TaskColumns["priority"] | undefined) ?? "medium",
    due_date: dayOf(task?.due_date ?? null),
    tags: formatWords(task?.tags ?? null),
  };
}

/** The column named in the URL; To Do when there is none. */
export function statusFrom(text: string): Status {
  return statuses.find((status) => status === text) ?? "todo";
}
