import { z } from "zod";

export const CAUSES = ["message", "sign_in", "backup", "digest"] as const;

export type Cause = (typeof CAUSES)[number];

export type Choices = Partial<Record<string, boolean>>;

/** Default of a cause without a choice; the database has the same one. */
export const isOnByDefault = (cause: Cause) => cause !== "digest";

export const statusSchema = z.object({
  /** Null while nothing is sent. */
  transport: z.enum(["mail", "webhook"]).nullable(),
  /** An address, or a webhook's host. */
  recipient: z.string().nullable(),
  waiting: z.int(),
  /** Interrupted while a mail server was accepting them; not sent again. */
  unconfirmed: z.int(),
  gaveUp: z.int(),
  lastSentAt: z.string().nullable(),
  lastError: z.object({ at: z.string(), message: z.string().nullable() }).nullable(),
});

export type NoticeStatus = z.infer<typeof statusSchema>;
