import { z } from "zod";
import type { FunctionEnvironment } from "./environment.ts";

/** Settings a function reads from its environment on Supabase. */
export interface FunctionSettings extends Omit<FunctionEnvironment, "fetch"> {
  /** The only origin whose pages may call the function; null when no address is set. */
  siteOrigin: string | null;
}

/**
 * Reads a function's settings.
 * @param read returns a variable's value by name.
 * @throws one sentence that names the missing or invalid variable.
 */
export function readSettings(read: (name: string) => string | undefined): FunctionSettings {
  const supabaseUrl = read("SUPABASE_URL");
  if (!supabaseUrl) throw new Error("SUPABASE_URL is not set.");
  const publicUrl = read("FOYER_PUBLIC_URL");
  const siteOrigin = publicUrl ? originOf(publicUrl.trim()) : null;
  if (publicUrl && !siteOrigin) {
    throw new Error("FOYER_PUBLIC_URL must be an http or https address.");
  }
  return {
    supabaseUrl: supabaseUrl.replace(/\/+$/, ""),
    secretKey: readSecretKey(read),
    siteOrigin,
    notion: {
      token: read("NOTION_TOKEN") || null,
      databaseId: read("NOTION_DATABASE_ID") || null,
      baseUrl: read("NOTION_BASE_URL") || null,
    },
  };
}

/**
 * A URL's origin in the browser's format: lower case, without a path or a default port. Null for
 * anything that is not an http or https URL.
 */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? origin : null;
}

/**
 * A project stores its secret keys in a dictionary and names the first one "default". The legacy
 * key is tried last: a project keeps setting it after it has stopped accepting it.
 */
function readSecretKey(read: (name: string) => string | undefined): string {
  const named = read("SUPABASE_SECRET_KEYS");
  const keys = named ? parseKeys(named) : {};
  const key = keys.default || Object.values(keys).find(Boolean);
  const found = key || read("SUPABASE_SECRET_KEY") || read("SUPABASE_SERVICE_ROLE_KEY");
  if (!found) throw new Error("SUPABASE_SECRET_KEYS is not set.");
  return found;
}

function parseKeys(text: string): Record<string, string> {
  try {
    return keysSchema.parse(JSON.parse(text));
  } catch {
    // Without the cause, which would quote the keys.
    throw new Error("SUPABASE_SECRET_KEYS must be a JSON dictionary of keys by their names.");
  }
}

const keysSchema = z.record(z.string(), z.string());
