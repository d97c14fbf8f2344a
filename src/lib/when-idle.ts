/** Runs a task when the page has nothing else to do, after a second at most. */
export function whenIdle(task: () => void): void {
  // Safari has no idle callback.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => task(), { timeout: 1_000 });
  else setTimeout(task, 200);
}
