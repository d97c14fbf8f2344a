/** Milliseconds of work without a break; browsers count tasks above 50 ms as long. */
const SLICE_MS = 15;

let since = 0;

/**
 * Call between parts of long work: yields if the current task has taken too long, so that input is
 * handled. Does not use a timer, which waits up to a minute in a hidden tab.
 */
export async function yieldToPage(): Promise<void> {
  if (performance.now() - since < SLICE_MS) return;
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  port1.close();
  since = performance.now();
}
