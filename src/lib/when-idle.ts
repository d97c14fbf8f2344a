/** Runs a task when the page is idle, at the latest after a second. */
export function whenIdle(task: () => void): void {
  // Safari has no idle callback.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => task(), { timeout: 1_000 });
  else setTimeout(task, 200);
}
