import { createClient, type Session, type SupabaseClient } from "@supabase/supabase-js";
import { AUTH_PATH } from "../../shared/api-paths.ts";
import type { Database } from "../../shared/database.types.ts";
import { type Area, storageKeyOf } from "./area.ts";
import { BackendError } from "./errors.ts";
import { newId } from "./new-id.ts";
import { readClientConfig } from "./site-config.ts";
import { readStoredSession } from "./stored-session.ts";
import { tokenStore } from "./token-store.ts";

export type Client = SupabaseClient<Database>;

const clients = new Map<Area, Client>();

/** The area's client; its session is stored in the browser and refreshed automatically. */
export function getClient(area: Area): Client {
  let client = clients.get(area);
  if (!client) {
    const auth = { storageKey: storageKeyOf(area), storage: tokenStore };
    client = open(auth, { fetch: fetchAs(area) });
    clients.set(area, client);
  }
  return client;
}

/**
 * A client that stores nothing outside of itself, for verifying a user's role before admitting
 * them.
 * @param session set directly, because `setSession` would treat it as expired on a device whose
 * clock runs fast.
 */
export function createEphemeralClient(session?: Session): Client {
  const storageKey = `foyer-once-${newId()}`;
  const kept = new Map<string, string>();
  if (session) kept.set(storageKey, JSON.stringify(session));
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return open({ storageKey, storage, autoRefreshToken: false }, { fetch: fetchByOwnClock });
}

interface AuthOptions {
  storageKey: string;
  storage: typeof tokenStore;
  autoRefreshToken?: boolean;
}

function open(auth: AuthOptions, global: { fetch: typeof fetch }): Client {
  const { supabaseUrl, publishableKey } = readClientConfig();
  const client = createClient<Database>(supabaseUrl, publishableKey, {
    auth: { detectSessionInUrl: false, ...auth },
    global,
  });
  failAtOnce(client);
  return client;
}

/**
 * By default, reads without a response are tried four times over seven seconds before they fail.
 * The query client retries once itself, and everything is refetched when the site is back.
 * supabase-js does not expose this option of its data client.
 */
function failAtOnce(client: Client): void {
  const { rest } = client as unknown as { rest: { retry?: boolean } };
  rest.retry = false;
}

/**
 * The area's access token, refreshed if necessary.
 * @throws {BackendError} with status 401 when there is no session.
 * @throws {TypeError} when the session could not be refreshed, as for a missing response.
 */
export async function accessTokenOf(area: Area): Promise<string> {
  const { data } = await getClient(area).auth.getSession();
  if (data.session) return data.session.access_token;
  if (readStoredSession(area)) throw new TypeError("Failed to fetch");
  throw new BackendError("Your session has ended.", { status: 401 });
}

/**
 * A `fetch` that adds the area's token to requests without another token.
 *
 * Without a token, supabase-js continues as an anonymous visitor: when the session has ended, could
 * not be refreshed, or is being refreshed by another tab. An area's request must never be sent as a
 * visitor's, whose reads just return nothing.
 */
export function fetchAs(area: Area): typeof fetch {
  const { publishableKey } = readClientConfig();
  return async (input, given) => {
    // Supabase's responses allow caching, but the browser's cache outlives the session.
    const init: RequestInit = { ...given, cache: "no-store" };
    const headers = new Headers(init.headers);
    const token = headers.get("authorization");
    const anonymous = token === null || token === `Bearer ${publishableKey}`;
    if (String(input).includes(`${AUTH_PATH}/`)) {
      return fetchByOwnClock(input, { ...init, keepalive: outlivesPage(String(input)) });
    }
    if (!anonymous) return fetch(input, init);
    try {
      headers.set("authorization", `Bearer ${await accessTokenOf(area)}`);
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      return Response.json({ message: error.message }, { status: error.status });
    }
    return fetch(input, { ...init, headers });
  };
}

/**
 * Adjusts the expiry of new tokens to this device's clock, which auth-js compares with: if it runs
 * hours fast, tokens would be renewed before every request.
 */
const fetchByOwnClock: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const copy = response.clone();
  const session = await copy.json().catch(() => null);
  if (!session?.expires_in) return response;
  const expires_at = Math.floor(Date.now() / 1000) + session.expires_in;
  return Response.json({ ...session, expires_at }, response);
};

/**
 * Whether the request must outlive the page: a sign-out waits only a few seconds for the backend
 * before it leaves the page, but the session must still be revoked.
 */
function outlivesPage(url: string): boolean {
  return url.includes(`${AUTH_PATH}/logout`);
}
