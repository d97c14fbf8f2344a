import { z } from "zod";

/** One page of the Notion database, as far as it is shown. */
export const notionNote = z.object({
  id: z.string(),
  title: z.string(),
  /** An http(s) address; null when Notion gave none. */
  url: z.string().nullish(),
  icon: z
    .discriminatedUnion("type", [
      z.object({ type: z.literal("emoji"), emoji: z.string() }),
      z.object({ type: z.literal("external"), url: z.string() }),
    ])
    .nullish(),
  /** ISO 8601; null when Notion gave none. */
  lastEdited: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
});

/** All notes, and when Notion told them (ISO 8601). */
export const notionNotes = z.object({
  notes: z.array(notionNote),
  syncedAt: z.iso.datetime({ offset: true }).optional(),
});

/** Why there are none, in a sentence; with the notes of the last time that went well. */
export const notionFailure = z.object({
  error: z.string(),
  kept: notionNotes.nullish(),
});

export type NotionNote = z.infer<typeof notionNote>;
export type NotionNotes = z.infer<typeof notionNotes>;
