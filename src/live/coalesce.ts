/**
 * Runs `read` for a key at once, or after the read of the same key that is running: however often it
 * is asked meanwhile, once more.
 * @param gapMs between the end of a read and the next one of that key, at least; three times as long as
 * a slow one took, so that a long series of changes does not keep the backend busy.
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
    // A failed read is shown by what reads; the next announcement or poll repeats it.
    await read(key).catch(() => {});
    const pause = Math.max(gapMs, 3 * (Date.now() - startedAt));
    await new Promise((resolve) => setTimeout(resolve, pause));
    const again = reading.get(key);
    reading.delete(key);
    if (again) request(key);
  }
}
