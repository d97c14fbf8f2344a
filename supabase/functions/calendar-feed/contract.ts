import { z } from "zod";

/** A task with a due date, as `read_calendar_feed` returns it. */
export const feedTaskSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  status: z.enum(["todo", "inprogress", "done"]),
  priority: z.enum(["low", "medium", "high", "urgent"]),
  revision: z.int(),
  /** Day like `20261224`. */
  day: z.string(),
  /** The last change, not counting changes of the position on the board. */
  updated_at: z.string(),
  // A database of an earlier version does not return these.
  /** The rule of a task that is not done and counts from its due date. */
  recurrence: z.string().nullish(),
  /** The day of the month of the series, when a short month has changed the due date. */
  recurrence_day: z.int().nullish(),
  /** The reminder of a task that is not done. */
  remind_at: z.string().nullish(),
  /** The series' reminder in local time, in minutes from the start of the due day. */
  remind_minutes: z.int().nullish(),
});

export type FeedTask = z.infer<typeof feedTaskSchema>;

/** Format of the token in the address, in hexadecimal digits. */
export const FEED_TOKEN = /^[0-9a-f]{64}$/;
