import { queryOptions } from "@tanstack/react-query";
import { fetchNotionNotes, NotionError, type SyncedNotes } from "./notion-api.ts";

/** The notes of the Notion database. The function tries again by itself, so nothing here does. */
export const notionNotesQuery = queryOptions<SyncedNotes, Error>({
  queryKey: ["notion_notes"],
  queryFn: fetchNotionNotes,
  retry: false,
  staleTime: 60_000,
  // Every look at Notion counts against its limits.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** What a failure looks like on the screen. */
export interface FailureTexts {
  message: string;
  /** What to look at when the connection itself is wrong. */
  hint: string | null;
  detail: string | null;
}

/** Failures that carry no reason of their own are replaced by one that helps. */
export function textsOf(error: Error): FailureTexts {
  const { message } = error;
  const detail = error instanceof NotionError && error.detail !== "" ? error.detail : null;
  const unexplained = message.includes("Failed to fetch") || message.includes("non-2xx");
  return unexplained
    ? { message: CONNECTION_FAILED, hint: HINT, detail }
    : { message, hint: null, detail: null };
}

const CONNECTION_FAILED =
  "Connection to Notion failed. This could be due to incorrect API keys or the integration not being shared with the database in Notion.";

const HINT =
  "The integration token and the database id must be correct in the backend secrets, and the database must be shared with the integration.";
