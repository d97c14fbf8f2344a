/**
 * Runs `read` for a key at once. While a read of that key is running, any number of calls cause one
 * more read after it.
 * @param gapMs minimum pause between two reads of one key; three times the duration of a slow read,
 * so that a long series of changes does not keep the backend busy.
 */
export function coalesce(
  read: (key: string) => Promise<void>,
  gapMs: number,
): (key: string) => void {
  /** Whether a key that is being read has to be read again. */
  const reading = new Map<string, boolean>();
  return request;

  function request(key: string): void {
    if (reading.has(key)) reading.set(key, true);
    else void run(key);
  }

  async function run(key: string): Promise<void> {
    reading.set(key, false);
    const startedAt = Date.now();
    // The failed query shows its error; the next announcement or poll repeats the read.
    await read(key).catch(() => {});
    const pause = Math.max(gapMs, 3 * (Date.now() - startedAt));
    await new Promise((resolve) => setTimeout(resolve, pause));
    const again = reading.get(key);
    reading.delete(key);
    if (again) request(key);
  }
}
