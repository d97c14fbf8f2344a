import { REST_PATH } from "../../shared/api-paths.ts";
import { reach } from "../lib/response-error.ts";
import type { ReadConfig } from "./read-portfolio.ts";

/**
 * Reads a digest that changes with every change of the public content.
 * @returns null when the backend has none, such as a project with an older schema.
 * @throws {Error} with a readable message when there is no response.
 */
export async function readContentVersion(
  fetch: typeof globalThis.fetch,
  { supabaseUrl, publishableKey }: ReadConfig,
): Promise<string | null> {
  const url = `${supabaseUrl}${REST_PATH}/content_version?select=version`;
  const headers = { apikey: publishableKey, accept: "application/json" };
  const response = await reach(fetch, url, { headers });
  if (!response.ok) return null;
  const [row] = (await response.json()) as { version: string | null }[];
  return row?.version ?? null;
}
