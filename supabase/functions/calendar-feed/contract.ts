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
});

export type FeedTask = z.infer<typeof feedTaskSchema>;

/** Format of the token in the address, in hexadecimal digits. */
export const FEED_TOKEN = /^[0-9a-f]{64}$/;
