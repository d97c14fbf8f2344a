import { z } from "zod";
import { isTestPushOrigin } from "../../../shared/push-endpoint.ts";
import { isWebhookSecret, isWebhookUrl } from "../../../shared/webhook.ts";
import type { FunctionEnvironment, NoticeSettings } from "./environment.ts";
import { type AllowsOrigin, readSiteOrigins } from "./site-origins.ts";

/** Settings a function reads from its environment on Supabase. */
export interface FunctionSettings extends Omit<FunctionEnvironment, "fetch" | "visitor"> {
  /** Whether a page of this origin may call the function; null when no address is set. */
  allowsOrigin: AllowsOrigin | null;
}

/**
 * Reads a function's settings.
 * @param read returns a variable's value by name.
 * @throws one sentence that names the missing or invalid variable.
 */
export function readSettings(read: (name: string) => string | undefined): FunctionSettings {
  const supabaseUrl = read("SUPABASE_URL");
  if (!supabaseUrl) throw new Error("SUPABASE_URL is not set.");
  return {
    supabaseUrl: supabaseUrl.replace(/\/+$/, ""),
    secretKey: readSecretKey(read),
    allowsOrigin: readSiteOrigins(read),
    notion: {
      token: read("NOTION_TOKEN") || null,
      databaseId: read("NOTION_DATABASE_ID") || null,
      baseUrl: read("NOTION_BASE_URL") || null,
    },
    notices: {
      siteUrl: read("FOYER_PUBLIC_URL")?.trim().replace(/\/+$/, "") || null,
      mail: null,
      webhook: readWebhook(read),
      testPushOrigin: readTestPushOrigin(read),
    },
  };
}

function readTestPushOrigin(read: (name: string) => string | undefined): string | null {
  const origin = read("FOYER_TEST_PUSH_ORIGIN") || null;
  if (origin && !isTestPushOrigin(origin)) {
    throw new Error("FOYER_TEST_PUSH_ORIGIN must be http://127.0.0.1 with a port.");
  }
  return origin;
}

function readWebhook(read: (name: string) => string | undefined): NoticeSettings["webhook"] {
  const url = read("FOYER_WEBHOOK_URL");
  if (!url) return null;
  if (!isWebhookUrl(url)) throw new Error("FOYER_WEBHOOK_URL must be an https address.");
  const secret = read("FOYER_WEBHOOK_SECRET") ?? "";
  // Not quoted, because the value is a secret.
  if (!isWebhookSecret(secret)) {
    throw new Error("FOYER_WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64.");
  }
  return { url, secret };
}

/**
 * A project stores its secret keys in a dictionary and names the first one "default". The legacy
 * key is tried last: a project keeps the variable after it has stopped accepting the key.
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
    // The cause is left out, because it would quote the keys.
    throw new Error("SUPABASE_SECRET_KEYS must be a JSON dictionary of keys by their names.");
  }
}

const keysSchema = z.record(z.string(), z.string());
