import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "./database.types.ts";
import { readClientConfig } from "./site-config.ts";

/** The two signed-in areas. Each has a session of its own, so both can be open in one browser. */
export type Area = "admin" | "workspace";

export type Client = SupabaseClient<Database>;

const clients = new Map<Area, Client>();

/** The area's client; its session is kept in localStorage and refreshed by itself. */
export function getClient(area: Area): Client {
  let client = clients.get(area);
  if (!client) {
    client = open({ storageKey: storageKeyOf(area), detectSessionInUrl: false });
    clients.set(area, client);
  }
  return client;
}

/** Where the area's session is kept in localStorage. */
export function storageKeyOf(area: Area): string {
  return `foyer-${area}`;
}

/** A client that remembers nothing, to find out who somebody is before they are let in. */
export function createForgetfulClient(): Client {
  return open({
    storageKey: `foyer-once-${crypto.randomUUID()}`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

function open(auth: {
  storageKey: string;
  detectSessionInUrl: boolean;
  persistSession?: boolean;
  autoRefreshToken?: boolean;
}): Client {
  const { supabaseUrl, publishableKey } = readClientConfig();
  return createClient<Database>(supabaseUrl, publishableKey, { auth });
}
