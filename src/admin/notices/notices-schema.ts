import { z } from "zod";

export const CAUSES = ["message", "sign_in", "backup", "digest"] as const;

export type Cause = (typeof CAUSES)[number];

export type Choices = Partial<Record<string, boolean>>;

/** Whether a cause is on by default; the database has the same rule. */
export const isOnByDefault = (cause: Cause) => cause !== "digest";

export const statusSchema = z.object({
  /** Null while notices are not configured. */
  transport: z.enum(["mail", "webhook"]).nullable(),
  /** An email address, or a webhook's host. */
  recipient: z.string().nullable(),
  waiting: z.int(),
  /** Mails interrupted while a server was accepting them; they are not sent again. */
  unconfirmed: z.int(),
  gaveUp: z.int(),
  lastSentAt: z.string().nullable(),
  lastError: z.object({ at: z.string(), message: z.string().nullable() }).nullable(),
});

export type NoticeStatus = z.infer<typeof statusSchema>;
