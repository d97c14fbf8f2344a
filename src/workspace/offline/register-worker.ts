import { siteAddress } from "../../lib/site-address.ts";

/**
 * Interval of checks for a new version in a window that stays open, in milliseconds.
 * @limit content: interval between two searches for a new version
 */
const UPDATE_CHECK_MS = 60 * 60 * 1000;

/**
 * Registers the service worker that caches the application for offline use. Only in builds, because
 * the dev server's files change constantly. Does nothing in browsers without service workers and on
 * plain http.
 * @param onNewVersion called when the active worker belongs to another build than the page.
 */
export function registerWorker(onNewVersion: () => void): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) => {
    // The document names its own build's entry.
    if (!document.documentElement.outerHTML.includes(data.entry)) onNewVersion();
  });
  let checkedAt = Date.now();
  serviceWorker
    .register(siteAddress("/service-worker.js"), { updateViaCache: "none" })
    .then((registration) => {
      document.addEventListener("visibilitychange", () => {
        if (document.hidden || Date.now() - checkedAt < UPDATE_CHECK_MS) return;
        checkedAt = Date.now();
        registration.update().catch(() => {});
      });
    })
    // Offline, or forbidden by the browser; retried at the next visit.
    .catch(() => {});
}

/** Message of a worker to the pages when it becomes active. */
export interface WorkerMessage {
  /** URL of the entry of the worker's build. */
  entry: string;
}
