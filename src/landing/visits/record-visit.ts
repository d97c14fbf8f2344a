import { readErrorMessage } from "../../lib/response-error.ts";
import type { ClientConfig } from "../../lib/site-config.ts";

/** Counts this page load as one visit. A failure is only logged: the visitor is not to notice. */
export async function recordVisit(config: ClientConfig): Promise<void> {
  try {
    const response = await fetch(`${config.supabaseUrl}/rest/v1/visits`, {
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
    // Browsers count an answer that nobody reads as an aborted request.
    await response.text();
  } catch (error) {
    console.error("Error tracking visit", error);
  }
}
