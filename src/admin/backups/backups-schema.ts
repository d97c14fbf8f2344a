import { z } from "zod";

const count = z.number().nonnegative();

/** Newest first; null without a schedule. */
export const archivesSchema = z
  .array(z.object({ name: z.string(), createdAt: z.string(), bytes: count }))
  .nullable();

export type Archives = z.infer<typeof archivesSchema>;

/** What has been written of the archive that is being downloaded; null while none is. */
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
