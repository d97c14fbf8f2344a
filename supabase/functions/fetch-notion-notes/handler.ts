import { z } from "zod";
import { answerCall, Refusal } from "../_shared/answers.ts";
import { type Backend, BackendError, createBackend } from "../_shared/backend.ts";
import type { FunctionEnvironment, FunctionHandler } from "../_shared/environment.ts";
import { requireRole } from "../_shared/require-role.ts";
import { type FailureReason, type NotionNote, type NotionNotes, notionNotes } from "./contract.ts";
import { listNotes } from "./list-notes.ts";
import { NotionFailure } from "./notion-failure.ts";

/**
 * Lists the notes of the connected Notion database for the workspace user. The token is never sent
 * to the browser. When Notion fails, returns the notes of the last successful sync with the reason.
 */
export function createHandler(env: FunctionEnvironment): FunctionHandler {
  const backend = createBackend(env);
  return (request) =>
    answerCall(request, async (): Promise<NotionNotes> => {
      const text = "Only the workspace user reads these notes.";
      await requireRole(backend, request, "workspace", text);
      const { token, databaseId, baseUrl } = env.notion;
      if (!token || !databaseId) throw new Refusal(503, NOT_CONNECTED, { details: SETTINGS });
      try {
        const notes = await listNotes({ token, databaseId, baseUrl });
        return { notes, syncedAt: await cacheNotes(backend, databaseId, notes) };
      } catch (error) {
        if (!(error instanceof NotionFailure)) throw error;
        const kept = await getCachedNotes(backend, databaseId);
        throw new Refusal(502, error.message, { details: { reason: error.reason, kept } });
      }
    });
}

const SETTINGS: { reason: FailureReason } = { reason: "settings" };
const NOT_CONNECTED =
  "Notion is not connected: NOTION_TOKEN and NOTION_DATABASE_ID have to be set on the server.";

/** Stores the notes as a fallback for when Notion fails. Returns the current time. */
async function cacheNotes(
  backend: Backend,
  databaseId: string,
  notes: NotionNote[],
): Promise<string> {
  try {
    await backend.call("/rest/v1/rpc/save_notion_notes", z.unknown(), {
      body: { source: databaseId, items: JSON.stringify(notes) },
    });
  } catch (error) {
    // Notes that cannot be stored, for example because they are too many, can still be shown.
    if (!(error instanceof BackendError)) throw error;
  }
  return new Date().toISOString();
}

/** The notes of the last successful sync; null when there was none. */
async function getCachedNotes(backend: Backend, databaseId: string): Promise<NotionNotes | null> {
  const [cached] = await backend.call("/rest/v1/rpc/get_notion_notes", cacheSchema, {
    body: { source: databaseId },
  });
  return cached ? { notes: cached.notes, syncedAt: cached.synced_at } : null;
}

const cacheSchema = z.array(
  z.object({ notes: notionNotes.shape.notes, synced_at: z.iso.datetime({ offset: true }) }),
);
