/** Milliseconds of work without a break; the browser calls a task of 50 ms long. */
const SLICE_MS = 15;

let since = 0;

/**
 * Call between parts of long work: ends the task if it has taken a while, so that input is answered.
 * Not by a timer, which in a hidden tab waits for up to a minute.
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
