import type { Sql } from "../../../server/database/connect.ts";
import type { GeneratedQuery } from "../databases/query-grammar.ts";

/** Maximum size of a response in bytes. */
const LARGEST_ANSWER = 8 * 1024 * 1024;

/** Inserts enough rows that embedding and repeating them can exceed every limit. */
export async function fillPortfolio(sql: Sql, workspaceUser: string): Promise<void> {
  await sql`insert into skill_categories (name) select 'category ' || n from generate_series(1, 20) as n`;
  await sql`insert into skills (name, category_id)
    select 'skill ' || n, (select id from skill_categories order by name offset n % 20 limit 1)
    from generate_series(1, 900) as n`;
  await sql`insert into projects (name, live_link, description, stack)
    select 'project ' || n, 'https://example.test', repeat('x', 20000), array['a', 'b']
    from generate_series(1, 450) as n`;
  await sql`insert into personal_info (key, value) select 'fact ' || n, repeat('x', 262144)
    from generate_series(1, 20) as n`;
  await sql`insert into workspace_notes (user_id, title, content)
    select ${workspaceUser}, 'note ' || n, repeat('x', 1000000) from generate_series(1, 20) as n`;
}

export interface Outcome {
  query: GeneratedQuery;
  status: number;
  bytes: number;
  milliseconds: number;
  /** The beginning of the error body. */
  text: string;
}

/**
 * Whether the query was answered within its limits; a slow query must be refused with a message.
 */
export function isAnswered({ status, bytes, text }: Outcome): boolean {
  const isCanceled = status === 504 && text.includes('"57014"');
  return (status < 500 || isCanceled) && bytes <= LARGEST_ANSWER;
}

interface Sender {
  url: string;
  publishableKey: string;
  tokens: Record<GeneratedQuery["person"], string | null>;
}

let sent = 0;

/** Sends a query from a new address each time, so that no per-address limit interferes. */
export async function send(
  { url, publishableKey, tokens }: Sender,
  query: GeneratedQuery,
): Promise<Outcome> {
  const token = tokens[query.person];
  const number = sent++;
  const since = performance.now();
  const response = await fetch(`${url}/rest/v1/${query.path}`, {
    method: query.method,
    headers: {
      ...(query.body === null ? {} : { "content-type": "application/json" }),
      ...query.headers,
      apikey: publishableKey,
      "x-forwarded-for": `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: query.body,
  });
  const bytes = await response.arrayBuffer();
  return {
    query,
    status: response.status,
    bytes: bytes.byteLength,
    milliseconds: performance.now() - since,
    text: response.ok ? "" : new TextDecoder().decode(bytes.slice(0, 400)),
  };
}
