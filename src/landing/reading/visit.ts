import { REST_PATH } from "../../../shared/api-paths.ts";
import type { ClientConfig } from "../../../shared/site-config.ts";
import { isOwnerBrowser } from "../../lib/owner-browser.ts";
import { readErrorMessage } from "../../lib/response-error.ts";

/**
 * Counts this page load as one visit, unless it is the owner's. A failure is only logged and never
 * shown to the visitor.
 */
export async function recordVisit(config: ClientConfig): Promise<void> {
  if (isOwnerBrowser()) return;
  try {
    const response = await fetch(`${config.supabaseUrl}${REST_PATH}/visits`, {
      method: "POST",
      headers: {
        apikey: config.publishableKey,
        "content-type": "application/json",
        prefer: "return=minimal",
      },
      body: "{}",
      keepalive: true,
    });
    if (!response.ok) throw new Error(await readErrorMessage(response));
    // Browsers report a response whose body is not read as an aborted request.
    await response.text();
  } catch (error) {
    console.error("Error tracking visit", error);
  }
}
