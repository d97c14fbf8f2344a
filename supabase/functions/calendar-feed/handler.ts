import { z } from "zod";
import { matchesEtag } from "../../../shared/matches-etag.ts";
import { createBackend } from "../_shared/backend.ts";
import type { FunctionEnvironment, FunctionHandler } from "../_shared/environment.ts";
import { FEED_TOKEN, feedTaskSchema } from "./contract.ts";
import { toCalendar } from "./to-calendar.ts";

/**
 * The workspace user's tasks as a calendar, for programs that subscribe to an address. The token in
 * the address is the only credential; a revoked token gets the same response as an unknown one.
 */
export function createHandler(env: FunctionEnvironment): FunctionHandler {
  const backend = createBackend(env);
  return async (request) => {
    if (!["GET", "HEAD"].includes(request.method))
      return refusal(405, "Only GET and HEAD are allowed.", { allow: "GET, HEAD" });
    const token = new URL(request.url).searchParams.get("token") ?? "";
    if (!FEED_TOKEN.test(token)) return refusal(404, NOT_FOUND);
    const tasks = await backend.call(
      "/rest/v1/rpc/read_calendar_feed",
      z.array(feedTaskSchema).nullable(),
      { body: { token_hash: await digest(token) } },
    );
    if (!tasks) return refusal(404, NOT_FOUND);
    const text = toCalendar(tasks, env.notices.siteUrl);
    const etag = `"${await digest(text)}"`;
    const headers = {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'attachment; filename="tasks.ics"',
      "cache-control": "private, no-store",
      etag,
    };
    if (matchesEtag(request.headers.get("if-none-match"), etag))
      return new Response(null, { status: 304, headers });
    return new Response(request.method === "HEAD" ? null : text, { headers });
  };
}

const NOT_FOUND = "There is no calendar at this address.";

function refusal(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers: { "cache-control": "no-store", ...headers } });
}

/** SHA-256 in hex. */
async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
