import { FunctionsFetchError, FunctionsHttpError } from "@supabase/supabase-js";
import {
  type FailureReason,
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

/** The function's own reason, or one that only the client can detect. */
type NotionFailureReason = FailureReason | "offline" | "session";

/** Why the notes could not be read, with the notes of the last successful sync, if any. */
export class NotionError extends BackendError {
  override name = "NotionError";
  /** The error of Notion or the function, unless the message contains it. */
  readonly detail: string;
  /** Null when the function gave none, or did not run. */
  readonly reason: NotionFailureReason | null;
  /** The notes of the last successful sync, if the function has cached them. */
  readonly cached: SyncedNotes | null;

  constructor(
    message: string,
    {
      status = 0,
      detail = "",
      reason = null as NotionFailureReason | null,
      cached = null as SyncedNotes | null,
    } = {},
  ) {
    super(message, { status });
    this.detail = detail;
    this.reason = reason;
    this.cached = cached;
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
    const reason = body.data?.reason ?? reasonOf(status);
    return new NotionError(error.message, {
      status,
      detail,
      reason,
      cached: kept ? synced(kept) : null,
    });
  }
  if (error instanceof FunctionsFetchError) {
    return new NotionError("Failed to fetch", { reason: navigator.onLine ? null : "offline" });
  }
  return new NotionError(messageOf(error));
}

/** For a response that names no reason: an ended session, or a timeout of a proxy or the host. */
function reasonOf(status: number): NotionFailureReason | null {
  if ([401, 403].includes(status)) return "session";
  return [502, 503, 504].includes(status) ? "outage" : null;
}

function synced({ notes, syncedAt }: NotionNotes): SyncedNotes {
  return { notes, syncedAt: syncedAt ?? new Date().toISOString() };
}
