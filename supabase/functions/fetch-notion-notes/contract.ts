import { z } from "zod";

/** One page of the Notion database, with the fields that are shown. */
export const notionNote = z.object({
  id: z.string(),
  title: z.string(),
  /** An http(s) URL; null when Notion returned none. */
  url: z.string().nullish(),
  icon: z
    .discriminatedUnion("type", [
      z.object({ type: z.literal("emoji"), emoji: z.string() }),
      z.object({ type: z.literal("external"), url: z.string() }),
    ])
    .nullish(),
  /** ISO 8601; null when Notion returned none. */
  lastEdited: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
});

/** All notes, and when they were fetched from Notion (ISO 8601). */
export const notionNotes = z.object({
  notes: z.array(notionNote),
  syncedAt: z.iso.datetime({ offset: true }).optional(),
});

/**
 * Whether the connection's settings are wrong (token, database id, sharing), or Notion failed for
 * another reason that the owner cannot fix.
 */
const failureReason = z.enum(["settings", "outage"]);

/** Why the sync failed, in one sentence, with the notes of the last successful sync. */
export const notionFailure = z.object({
  error: z.string(),
  reason: failureReason.optional().catch(undefined),
  kept: notionNotes.nullish(),
});

export type FailureReason = z.infer<typeof failureReason>;
export type NotionNote = z.infer<typeof notionNote>;
export type NotionNotes = z.infer<typeof notionNotes>;
