import { z } from "zod";

const count = z.number().nonnegative();

/** The scheduled archives, newest first (null without a schedule), and the running download. */
export const backupsSchema = z.object({
  archives: z.array(z.object({ name: z.string(), createdAt: z.string(), bytes: count })).nullable(),
  download: z
    .object({
      bytes: count,
      files: count,
      fileBytes: count,
      rows: count,
      total: z.object({ rows: count, files: count, fileBytes: count }),
    })
    .nullable(),
});

export type Backups = z.infer<typeof backupsSchema>;
export type Download = NonNullable<Backups["download"]>;

export const ticketSchema = z.object({ ticket: z.string() });
