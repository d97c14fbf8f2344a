import type { BrowserContext } from "@playwright/test";
import type { PageWatch } from "../page-watch.ts";

/**
 * Cuts the network, including for pages that are reloaded; those may have it for a moment, before
 * the browser's emulation applies.
 * @returns a function that restores the network.
 */
export async function cutNetwork(
  context: BrowserContext,
  watch: PageWatch,
): Promise<() => Promise<void>> {
  // A reloaded page may have `navigator.onLine`, and then tries to open its live channel.
  watch.tolerate(/WebSocket connection .* net::ERR_INTERNET_DISCONNECTED/);
  // Routing disables the browser's cache, so the page behind the workspace lacks its icons.
  watch.tolerate(/net::ERR_FAILED \(.*\/assets\/brands-/);
  const api = "**/{rest,auth}/v1/**";
  await context.route(api, (route) => route.abort("internetdisconnected"));
  await context.setOffline(true);
  return async () => {
    await context.unroute(api);
    await context.setOffline(false);
  };
}
