import { FunctionsFetchError, FunctionsHttpError } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
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

/** The reason given by the function, or one that only the client can detect. */
type NotionFailureReason = FailureReason | "offline" | "session";

/** Why the notes could not be read, with the notes of the last successful sync, if any. */
export class NotionError extends BackendError {
  override name = "NotionError";
  /** The error text of Notion or the function, unless the message contains it. */
  readonly detail: string;
  /** Null when the function gave no reason or did not run. */
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
async function fetchNotionNotes(): Promise<SyncedNotes> {
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

/** The reason by status, when the response gives none: an ended session or a timeout. */
function reasonOf(status: number): NotionFailureReason | null {
  if ([401, 403].includes(status)) return "session";
  return [502, 503, 504].includes(status) ? "outage" : null;
}

function synced({ notes, syncedAt }: NotionNotes): SyncedNotes {
  return { notes, syncedAt: syncedAt ?? new Date().toISOString() };
}

/** The notes of the Notion database. The edge function retries, so this query does not. */
export const notionNotesQuery = queryOptions<SyncedNotes, Error>({
  queryKey: ["notion_notes"],
  queryFn: fetchNotionNotes,
  retry: false,
  staleTime: 60_000,
  // Every request counts toward Notion's rate limit.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

interface FailureTexts {
  message: string;
  /** Possible causes, if the message is inconclusive. */
  advice?: string;
  /** Hint about the connection's settings. */
  hint?: string;
  detail?: string;
}

/**
 * The texts for a failure. Settings are blamed first only if they are the cause; outages, being
 * offline and ended sessions are named; an unexplained failure gets both texts.
 */
export function textsOf(error: Error): FailureTexts {
  const { message } = error;
  const { detail, reason, status } =
    error instanceof NotionError ? error : { detail: "", reason: null, status: 0 };
  const unsent = message.includes("Failed to fetch");
  if (!unsent && !message.includes("non-2xx")) return { message };
  if (reason === "offline") return { message: OFFLINE };
  if (reason === "settings") return { message: CONNECTION_FAILED, hint: HINT, detail };
  const cause = detail || (unsent ? UNREACHED : `The server answered with status ${status}.`);
  return reason === null
    ? { message: cause, advice: CONNECTION_FAILED, hint: HINT }
    : { message: cause };
}

const OFFLINE = "You're offline. Refresh the notes once you're connected again.";
const UNREACHED = "The server could not be reached.";
const CONNECTION_FAILED =
  "Connection to Notion failed. This could be due to incorrect API keys or the integration not being shared with the database in Notion.";

const HINT =
  "The integration token and the database id must be correct in the backend secrets, and the database must be shared with the integration.";
