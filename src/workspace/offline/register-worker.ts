/**
 * Has the browser keep the application for when there is no network. Only where it was built: the
 * dev server's files change by the minute. A browser that has no workers, or a page on plain http,
 * goes on without.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker
    .register("/service-worker.js", { updateViaCache: "none" })
    // Offline, or forbidden by the browser; the next visit tries again.
    .catch(() => {});
}
