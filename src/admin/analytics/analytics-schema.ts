import { z } from "zod";

const count = z.number().int().nonnegative();

/** Result of the database function `site_analytics`; UTC days, oldest first. */
export const analyticsSchema = z.object({
  days: z
    .array(
      z.object({
        date: z.iso.date(),
        visits: count,
        /** Null for days from before visitors were counted. */
        visitors: count.nullable(),
        bots: count,
      }),
    )
    .min(1),
  /** Visits with a referrer, including referrers that are not listed. */
  referred: count,
  /** The most frequent referrers, in descending order. */
  referrers: z.array(z.object({ host: z.string(), visits: count })),
  links: z.array(
    z.object({
      kind: z.enum(["project", "code", "social", "cv", "contact"]),
      subject: z.string(),
      /** Name of the project or social link; null once it is deleted. */
      name: z.string().nullable(),
      clicks: count,
    }),
  ),
});

export type Analytics = z.infer<typeof analyticsSchema>;

export type AnalyticsDay = Analytics["days"][number];
