import { siteAddress } from "../../lib/site-address.ts";

/**
 * Registers the service worker that caches the application for offline use. Only in builds: the dev
 * server's files change constantly. Does nothing in browsers without service workers and on plain
 * http.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker
    .register(siteAddress("/service-worker.js"), { updateViaCache: "none" })
    // Offline, or forbidden by the browser; retried at the next visit.
    .catch(() => {});
}
