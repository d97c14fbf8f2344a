import { z } from "zod";
import { LAST_DAY } from "../../../shared/days.ts";
import { DESCRIPTION_MAX_LENGTH } from "../../../shared/limits.ts";
import { optionalText, requiredText, wordList } from "../../forms/field-rules.ts";
import { formatWords } from "../../forms/word-list.ts";
import { timeOf, toMoment } from "../shell/reminder-time.ts";
import { dayOf, toDueDate } from "./due-date.ts";
import { MAX_INTERVAL, parseRecurrence, type RecurrenceStart, toRecurrence } from "./recurrence.ts";
import { priorities, type Status, statuses, TASK_TITLE_MAX_LENGTH, type Task } from "./task.ts";

const INTERVAL_ERROR = `Please enter a number from 1 to ${MAX_INTERVAL}.`;

/** Converts form values to column values. The limits are those of the table. */
export const taskSchema = z
  .object({
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
    remind_at: z
      .string()
      .refine((time) => time === "" || !Number.isNaN(Date.parse(time)), {
        error: "Please enter a date and a time.",
      })
      .transform(toMoment),
    tags: wordList(),
    repeat: z.string(),
    every: z.coerce
      .number<string>(INTERVAL_ERROR)
      .int(INTERVAL_ERROR)
      .min(1, INTERVAL_ERROR)
      .max(MAX_INTERVAL, INTERVAL_ERROR),
    recurrence_from: z.enum(["due", "done"]),
    ends: z.enum(["", "until", "times"]),
    until: z.string(),
    times: z.string(),
  })
  .superRefine(({ repeat, ends, until, times }, context) => {
    if (repeat === "") return;
    if (ends === "until" && !/^[1-9]\d{3}-\d\d-\d\d$/.test(until))
      context.addIssue({ code: "custom", path: ["until"], message: "Please enter a date." });
    if (ends === "times" && !/^[1-9]\d?$/.test(times))
      context.addIssue({ code: "custom", path: ["times"], message: INTERVAL_ERROR });
  })
  .transform(({ repeat, every, ends, until, times, ...columns }) => ({
    ...columns,
    recurrence: toRecurrence(
      ...([repeat, every, ends === "until" ? until : "", ends === "times" ? times : ""] as const),
    ),
    // The time zone whose midnight ends the day on which the task is done.
    recurrence_zone: repeat ? Intl.DateTimeFormat().resolvedOptions().timeZone : null,
  }));

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
    remind_at: timeOf(task?.remind_at ?? null),
    tags: formatWords(task?.tags ?? null),
    ...parseRecurrence(task?.recurrence ?? null),
    recurrence_from: (task?.recurrence_from as RecurrenceStart | undefined) ?? "due",
  };
}
