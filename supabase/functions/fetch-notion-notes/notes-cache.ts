import { z } from "zod";
import { type Backend, BackendError } from "../_shared/backend.ts";
import { type NotionNote, type NotionNotes, notionNotes } from "./contract.ts";

/** Stores the notes as a fallback for when Notion fails. Returns the current time. */
export async function cacheNotes(
  backend: Backend,
  databaseId: string,
  notes: NotionNote[],
): Promise<string> {
  try {
    await backend.call("/rest/v1/rpc/save_notion_notes", z.unknown(), {
      body: { source: databaseId, items: JSON.stringify(notes) },
    });
  } catch (error) {
    // For example too many notes to store; they can still be shown.
    if (!(error instanceof BackendError)) throw error;
  }
  return new Date().toISOString();
}

/** The notes of the last successful sync; null when there was none. */
export async function getCachedNotes(
  backend: Backend,
  databaseId: string,
): Promise<NotionNotes | null> {
  const [cached] = await backend.call("/rest/v1/rpc/get_notion_notes", cacheSchema, {
    body: { source: databaseId },
  });
  return cached ? { notes: cached.notes, syncedAt: cached.synced_at } : null;
}

const cacheSchema = z.array(
  z.object({ notes: notionNotes.shape.notes, synced_at: z.iso.datetime({ offset: true }) }),
);
