import { z } from "zod";

const count = z.number().nonnegative();

/** Newest first; null without a schedule. */
export const archivesSchema = z
  .array(z.object({ name: z.string(), createdAt: z.string(), bytes: count }))
  .nullable();

export type Archives = z.infer<typeof archivesSchema>;

/** The schedule; null if the host makes no backups. */
export const scheduleSchema = z
  .object({
    /** Such as `03:00`; null while backups are off. */
    at: z.string().nullable(),
    /** Whether the server's variables set the schedule. */
    isFixed: z.boolean(),
    /** A folder on the server, or a bucket. */
    place: z.string(),
    timeZone: z.string(),
  })
  .nullable();

export type Schedule = z.infer<typeof scheduleSchema>;

/** Progress of the archive that is being downloaded; null if there is none. */
export const downloadSchema = z
  .object({
    bytes: count,
    files: count,
    fileBytes: count,
    rows: count,
    total: z.object({ rows: count, files: count, fileBytes: count }),
  })
  .nullable();

export type Download = z.infer<typeof downloadSchema>;

export const ticketSchema = z.object({ ticket: z.string() });
