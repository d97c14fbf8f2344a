import { FunctionsFetchError, FunctionsHttpError } from "@supabase/supabase-js";
import {
  type NotionNotes,
  notionFailure,
  notionNotes,
} from "../../../supabase/functions/fetch-notion-notes/contract.ts";
import { BackendError, messageOf } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";

/** All notes, and when they were read. */
export interface SyncedNotes {
  notes: NotionNotes["notes"];
  /** ISO 8601. */
  syncedAt: string;
}

/** Why the notes could not be read, with the ones of the last time if there was one. */
export class NotionError extends BackendError {
  override name = "NotionError";
  /** What Notion or the function said, where the message does not say it. */
  readonly detail: string;
  readonly kept: SyncedNotes | null;

  constructor(
    message: string,
    { status = 0, detail = "", kept = null as SyncedNotes | null } = {},
  ) {
    super(message, { status });
    this.detail = detail;
    this.kept = kept;
  }
}

/** @throws {NotionError} */
export async function fetchNotionNotes(): Promise<SyncedNotes> {
  const { data, error } = await getClient("workspace").functions.invoke("fetch-notion-notes");
  if (error) throw await errorOf(error);
  const refused = notionFailure.safeParse(data);
  if (refused.success) throw new NotionError(refused.data.error);
  const answer = notionNotes.safeParse(data);
  if (!answer.success) throw new NotionError("The answer could not be read.");
  return synced(answer.data);
}

async function errorOf(error: unknown): Promise<NotionError> {
  if (error instanceof FunctionsHttpError) {
    const response = error.context as Response;
    const body = notionFailure.safeParse(await response.json().catch(() => null));
    const { error: detail = "", kept } = body.data ?? {};
    const { status } = response;
    return new NotionError(error.message, { status, detail, kept: kept ? synced(kept) : null });
  }
  // Its own message only says that a function could not be reached; the cause says why.
  return new NotionError(messageOf(error instanceof FunctionsFetchError ? error.context : error));
}

function synced({ notes, syncedAt }: NotionNotes): SyncedNotes {
  return { notes, syncedAt: syncedAt ?? new Date().toISOString() };
}
