import { REST_PATH } from "../../../shared/api-paths.ts";
import type { ClientConfig } from "../../../shared/site-config.ts";
import { readErrorMessage } from "../../lib/response-error.ts";

/** Sends one row that visitors may add, also while the page is being left. */
export async function insertRow(config: ClientConfig, table: string, row: object): Promise<void> {
  const response = await fetch(`${config.supabaseUrl}${REST_PATH}/${table}`, {
    method: "POST",
    headers: {
      apikey: config.publishableKey,
      "content-type": "application/json",
      prefer: "return=minimal",
    },
    body: JSON.stringify(row),
    keepalive: true,
  });
  if (!response.ok) throw new Error(await readErrorMessage(response));
  // Browsers report a response whose body is not read as an aborted request.
  await response.text();
}
