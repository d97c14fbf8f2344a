import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const NOTION_TOKEN = "ntn_a_token_that_stays_on_the_server";
export const DATABASE_ID = "11111111-2222-4333-8444-555555555555";
const SOURCE_ID = "99999999-8888-4777-8666-555555555555";

/**
 * A faulty response from Notion; `hang` never answers, `cut` closes the connection in the middle.
 */
export type Trick =
  | { status: number; headers?: Record<string, string>; body: unknown }
  | "hang"
  | "cut";

/** A fake of Notion's API, limited to the calls that list the notes. */
export interface FakeNotion {
  /** Value of `NOTION_BASE_URL`. */
  url: string;
  /** The rows of the database, as Notion lists them. */
  pages: unknown[];
  /** Rows per response. */
  pageSize: number;
  /** Faulty responses, used up one per request before normal ones. */
  tricks: Trick[];
  /** Applied to every request from now on. */
  always: Trick | null;
  /** The requests received, in order. */
  readonly asked: { route: string; body: Record<string, unknown> }[];
  /** Resets to normal responses and an empty database. */
  reset(): void;
  stop(): Promise<void>;
}

/** @param port a free one by default. */
export async function startFakeNotion(port = 0): Promise<FakeNotion> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const fake: FakeNotion = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages: [],
    pageSize: 100,
    tricks: [],
    always: null,
    asked: [],
    reset() {
      Object.assign(fake, { pages: [], pageSize: 100, tricks: [], always: null });
      fake.asked.length = 0;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    fake.asked.push({ route: `${request.method} ${request.url}`, body });
    const trick = fake.tricks.shift() ?? fake.always;
    if (trick === "hang") return;
    const { status, headers, body: said } = trick && trick !== "cut" ? trick : truth(request, body);
    const text = typeof said === "string" ? said : JSON.stringify(said);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    if (trick !== "cut") return void response.end(text);
    response.write(text.slice(0, text.length / 2));
    response.socket?.destroy();
  }

  function truth(request: IncomingMessage, body: Record<string, unknown>): Exclude<Trick, string> {
    if (request.headers.authorization !== `Bearer ${NOTION_TOKEN}`) return unauthorized;
    if (request.headers["notion-version"] !== "2025-09-03") {
      return refusal(400, "missing_version", "Notion-Version header should be 2025-09-03.");
    }
    const route = `${request.method} ${request.url}`;
    if (route === `GET /v1/databases/${DATABASE_ID}`) {
      const data_sources = [{ id: SOURCE_ID, name: "Notes" }];
      return { status: 200, body: { object: "database", id: DATABASE_ID, data_sources } };
    }
    if (route !== `POST /v1/data_sources/${SOURCE_ID}/query`) return notShared;
    const from = Number(body.start_cursor ?? 0);
    const to = from + Math.min(fake.pageSize, Number(body.page_size ?? 100));
    const has_more = to < fake.pages.length;
    return {
      status: 200,
      body: {
        object: "list",
        type: "page_or_data_source",
        page_or_data_source: {},
        results: fake.pages.slice(from, to),
        has_more,
        next_cursor: has_more ? String(to) : null,
      },
    };
  }
}

/**
 * A row of the database as Notion describes it, with overrides for the properties that tests vary.
 */
export function notionPage(
  number: number,
  {
    title = `Note ${number}`,
    tags = [] as string[],
    icon = null as unknown,
    ...rest
  }: { title?: string; tags?: string[]; icon?: unknown; [field: string]: unknown } = {},
) {
  const id = `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
  return {
    object: "page",
    id,
    created_time: "2026-01-02T03:04:00.000Z",
    last_edited_time: "2026-11-19T12:00:00.000Z",
    in_trash: false,
    archived: false,
    url: `https://www.notion.so/${id.replaceAll("-", "")}`,
    public_url: null,
    icon,
    cover: null,
    parent: { type: "data_source_id", data_source_id: SOURCE_ID, database_id: DATABASE_ID },
    properties: {
      Tags: { id: "t", type: "multi_select", multi_select: tags.map((name) => ({ name })) },
      Name: { id: "title", type: "title", title: [{ type: "text", plain_text: title }] },
    },
    ...rest,
  };
}

export function refusal(status: number, code: string, message: string): Exclude<Trick, string> {
  return { status, body: { object: "error", status, code, message } };
}

export const unauthorized = refusal(401, "unauthorized", "API token is invalid.");
export const notShared = refusal(404, "object_not_found", "Could not find database.");

/** @param pause seconds to wait, in Notion's format. */
export function rateLimited(pause: number): Exclude<Trick, string> {
  const { status, body } = refusal(429, "rate_limited", "You have been rate limited.");
  return { status, body, headers: { "retry-after": String(pause) } };
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text === "" ? {} : JSON.parse(text);
}
