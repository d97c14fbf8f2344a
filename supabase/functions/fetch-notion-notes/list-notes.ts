import {
  APIErrorCode,
  Client,
  ClientErrorCode,
  extractNotionId,
  isNotionClientError,
  iteratePaginatedAPI,
  LogLevel,
} from "@notionhq/client";
import { z } from "zod";
import { type Bounds, boundedFetch } from "./bounded-fetch.ts";
import type { NotionNote } from "./contract.ts";
import {
  NO_ANSWER,
  NotionFailure,
  TOO_MANY_NOTES,
  TOO_MANY_REQUESTS,
  UNREADABLE,
} from "./notion-failure.ts";
import { toNote } from "./to-note.ts";

/** Milliseconds one request to Notion may take. @limit requests: one request to Notion */
const NOTION_REQUEST_TIMEOUT_MS = 10_000;

/**
 * Milliseconds all requests to Notion may take; the rest is left for calls to the database.
 * @limit requests: all requests to Notion for one call
 */
const NOTION_TOTAL_TIMEOUT_MS = 22_000;

/** Bytes of one response of Notion. @limit requests: one response of Notion */
const NOTION_RESPONSE_MAX_BYTES = 8 * 1024 * 1024;

/**
 * Pages of 100 notes: Notion's own limit of 10,000 rows for a query.
 * @limit requests: notes of a Notion database, in pages of 100 [pages]
 */
const NOTION_MAX_PAGES = 100;

export interface NotionConnection {
  token: string;
  /** The id as Notion shows it, with or without dashes, or the database's full URL. */
  databaseId: string;
  baseUrl: string | null;
}

const BOUNDS: Bounds = {
  request: NOTION_REQUEST_TIMEOUT_MS,
  total: NOTION_TOTAL_TIMEOUT_MS,
  size: NOTION_RESPONSE_MAX_BYTES,
};

/**
 * Every page of the database's data sources, last edited first.
 * @throws {NotionFailure} for any error of Notion.
 */
export async function listNotes(
  { token, databaseId, baseUrl }: NotionConnection,
  bounds = BOUNDS,
): Promise<NotionNote[]> {
  const notion = new Client({
    auth: token,
    notionVersion: "2025-09-03",
    fetch: boundedFetch(bounds),
    logLevel: LogLevel.ERROR,
    retry: { maxRetries: 3 },
    ...(baseUrl ? { baseUrl: baseUrl.replace(/\/+$/, "") } : {}),
  });
  const notes = new Map<string, NotionNote>();
  try {
    for (const source of await listSources(notion, databaseId)) {
      for await (const page of iteratePaginatedAPI(pagesOf(notion), firstPage(source))) {
        const note = toNote(page);
        if (note) notes.set(note.id, note);
      }
    }
  } catch (error) {
    throw failureOf(error);
  }
  // Each source is sorted separately; the merged list needs sorting, too.
  return [...notes.values()].sort((one, other) => timeOf(other) - timeOf(one));
}

const timeOf = ({ lastEdited }: NotionNote) => (lastEdited ? Date.parse(lastEdited) : 0);

async function listSources(notion: Client, databaseId: string): Promise<string[]> {
  const database = await notion.databases.retrieve({
    database_id: extractNotionId(databaseId) ?? databaseId,
  });
  return databaseSchema.parse(database).data_sources.map(({ id }) => id);
}

const databaseSchema = z.object({ data_sources: z.array(z.object({ id: z.string() })) });

const firstPage = (source: string): PageOfSource => ({
  data_source_id: source,
  page_size: 100,
  sorts: [{ timestamp: "last_edited_time", direction: "descending" }],
});

type PageOfSource = Parameters<Client["dataSources"]["query"]>[0];

/** Reads page by page, and detects a loop in Notion's cursors. */
function pagesOf(notion: Client) {
  const seen = new Set<string>();
  return async (query: PageOfSource) => {
    const page = pageSchema.parse(await notion.dataSources.query(query));
    const next = page.has_more ? page.next_cursor : null;
    if (page.request_status?.type === "incomplete" || seen.size >= NOTION_MAX_PAGES) {
      throw new NotionFailure(TOO_MANY_NOTES);
    }
    if (next !== null && seen.has(next)) throw new NotionFailure(UNREADABLE);
    if (next !== null) seen.add(next);
    return { ...page, next_cursor: next };
  };
}

const pageSchema = z.object({
  object: z.literal("list"),
  results: z.array(z.unknown()),
  next_cursor: z.string().min(1).nullable(),
  has_more: z.boolean(),
  request_status: z.object({ type: z.string() }).optional(),
});

function failureOf(error: unknown): unknown {
  if (error instanceof SyntaxError || error instanceof z.ZodError) {
    return new NotionFailure(UNREADABLE);
  }
  if (!isNotionClientError(error)) return error;
  switch (error.code) {
    case ClientErrorCode.RequestTimeout:
      return new NotionFailure(NO_ANSWER);
    case APIErrorCode.RateLimited:
      return new NotionFailure(TOO_MANY_REQUESTS);
    case APIErrorCode.Unauthorized:
    case APIErrorCode.RestrictedResource:
    case APIErrorCode.ObjectNotFound:
    case APIErrorCode.InvalidRequestURL:
    case APIErrorCode.ValidationError:
    case ClientErrorCode.InvalidPathParameter:
      return new NotionFailure(error.message.slice(0, 300), "settings");
    default:
      return new NotionFailure(error.message.slice(0, 300));
  }
}
