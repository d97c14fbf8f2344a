import { z } from "zod";

/** ASCII text without characters that PostgreSQL cannot store. */
const ascii = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[ -~]*$/);

/** Request for the site's public key, or a user's answer to a reminder. */
export const remindersRequest = z.discriminatedUnion("action", [
  z.object({ action: z.literal("key") }),
  z.object({
    action: z.literal("answer"),
    /** The browser's subscription, with its secret in base64url, identifies the browser. */
    endpoint: ascii(1000),
    auth: ascii(100),
    /** Id of the task or note of the reminder. */
    task: z.uuid().optional(),
    note: z.uuid().optional(),
    /** Answers that a reminder's notification offers. */
    answer: z.enum(["done", "snooze"]),
  }),
]);
