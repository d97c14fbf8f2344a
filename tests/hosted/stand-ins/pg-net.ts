import { connect } from "../../../server/database/connect.ts";

/** A response, as stored in `net._http_response`. */
export interface NetResponse {
  status_code: number | null;
  error_msg: string | null;
}

/**
 * Stands in for pg_net: a queue that `net.http_post` fills, and a worker that sends committed
 * requests and stores the responses. Modeled on the extension's published SQL and documentation.
 * @param adminUrl URL with the platform's role, which owns extensions.
 */
export async function startPgNet(adminUrl: string) {
  const sql = connect(adminUrl, { max: 2 });
  await sql.unsafe(INSTALL);
  let working = Promise.resolve();
  const worker = await sql.listen("stand_in_net", () => {
    working = working.then(sendQueued);
  });

  async function sendQueued(): Promise<void> {
    const queued = await sql<
      { id: string; url: string; headers: object; body: string; ms: number }[]
    >`
      delete from net.http_request_queue
      returning id, url, headers, convert_from(body, 'UTF8') as body, timeout_milliseconds as ms`;
    for (const { id, url, headers, body, ms } of queued) {
      const options = { method: "POST", headers: { ...headers }, body };
      const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(ms) })
        .then(async (response) => ({ status: response.status, content: await response.text() }))
        .catch((error: Error) => ({ failure: error.message }));
      const row = "failure" in answer ? { status: null, content: null, ...answer } : answer;
      await sql`insert into net._http_response (id, status_code, content, error_msg)
        values (${id}, ${row.status}, ${row.content}, ${"failure" in row ? row.failure : null})`;
    }
  }

  return {
    /** The responses received so far, oldest first. */
    responses: async () => [
      ...(await sql<
        NetResponse[]
      >`select status_code, error_msg from net._http_response order by id`),
    ],
    async stop() {
      await worker.unlisten();
      await working;
      await sql.unsafe("drop schema net cascade");
      await sql.end();
    },
  };
}

const INSTALL = `
  create schema net;
  create unlogged table net.http_request_queue (
    id bigserial, method text not null, url text not null, headers jsonb, body bytea,
    timeout_milliseconds integer not null);
  create unlogged table net._http_response (
    id bigint, status_code integer, content_type text, headers jsonb, content text, timed_out boolean,
    error_msg text, created timestamptz not null default now());
  create function net.http_post(
    url text, body jsonb default '{}', params jsonb default '{}',
    headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds integer default 5000
  ) returns bigint language plpgsql security definer set search_path = net as $$
  declare
    given text := (
      select value from jsonb_each_text(http_post.headers) where lower(key) = 'content-type' limit 1);
    request bigint;
  begin
    if given <> 'application/json' then
      raise exception 'Content-Type header must be "application/json"';
    end if;
    insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
    values ('POST', http_post.url,
      case when given is null then http_post.headers || '{"Content-Type": "application/json"}'
        else http_post.headers end,
      convert_to(http_post.body::text, 'UTF8'), http_post.timeout_milliseconds)
    returning id into request;
    -- Delivered once the transaction is committed.
    perform pg_notify('stand_in_net', '');
    return request;
  end $$;
  revoke execute on all functions in schema net from public;
  grant usage on schema net to postgres, anon, authenticated, service_role;
  grant execute on all functions in schema net to postgres, anon, authenticated, service_role;
  grant all on all tables in schema net to postgres;`;
