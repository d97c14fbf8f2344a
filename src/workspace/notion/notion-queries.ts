import { queryOptions } from "@tanstack/react-query";
import { fetchNotionNotes, NotionError, type SyncedNotes } from "./notion-api.ts";

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

export interface FailureTexts {
  message: string;
  /** Other possible causes, if the message is inconclusive. */
  advice: string | null;
  /** What to check in the connection's settings. */
  hint: string | null;
  detail: string | null;
}

/**
 * Blames the settings first only if they are the cause. An outage, being offline or an ended
 * session is reported as such; an unexplained failure gets both.
 */
export function textsOf(error: Error): FailureTexts {
  const { message } = error;
  const { detail, reason, status } =
    error instanceof NotionError ? error : { detail: "", reason: null, status: 0 };
  const unsent = message.includes("Failed to fetch");
  if (!unsent && !message.includes("non-2xx")) return plain(message);
  if (reason === "offline") return plain(OFFLINE);
  if (reason === "settings") {
    return { message: CONNECTION_FAILED, advice: null, hint: HINT, detail: detail || null };
  }
  const cause = detail || (unsent ? UNREACHED : `The server answered with status ${status}.`);
  if (reason !== null) return plain(cause);
  return { message: cause, advice: CONNECTION_FAILED, hint: HINT, detail: null };
}

const plain = (message: string): FailureTexts => ({
  message,
  advice: null,
  hint: null,
  detail: null,
});

const OFFLINE = "You're offline. Refresh the notes once you're connected again.";
const UNREACHED = "The server could not be reached.";
const CONNECTION_FAILED =
  "Connection to Notion failed. This could be due to incorrect API keys or the integration not being shared with the database in Notion.";

const HINT =
  "The integration token and the database id must be correct in the backend secrets, and the database must be shared with the integration.";
