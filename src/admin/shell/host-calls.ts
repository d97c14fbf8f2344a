import { BACKUP_PATH } from "../../../shared/api-paths.ts";
import { BackendError, UNKNOWN_ERROR } from "../../lib/errors.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { accessTokenOf } from "../../lib/supabase.ts";

/** The URL of a route of the host's backups. */
export function backupUrl(path: string): string {
  return `${readClientConfig().supabaseUrl}${BACKUP_PATH}/${path}`;
}

interface HostCall {
  method?: string;
  json?: object;
  /** For reads: a logout cancels those that the ended session would be refused. */
  signal?: AbortSignal;
}

export function callBackups(path: string, call?: HostCall): Promise<unknown> {
  return callHost(`${BACKUP_PATH}/${path}`, call);
}

/**
 * Calls one of the host's own routes as the owner.
 * @throws {BackendError} with the host's message.
 */
export async function callHost(path: string, { json, ...init }: HostCall = {}): Promise<unknown> {
  const { supabaseUrl, publishableKey } = readClientConfig();
  const token = await accessTokenOf("admin");
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}` };
  const response = await fetch(`${supabaseUrl}${path}`, {
    ...init,
    headers,
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  if (response.status === 204) return null;
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  // Refusals of the account itself have the shape of Supabase Auth.
  const { message, code, msg, error_code } = (body ?? {}) as Partial<Record<string, string>>;
  throw new BackendError(message ?? msg ?? UNKNOWN_ERROR, {
    code: error_code ?? code ?? "",
    status: response.status,
  });
}
