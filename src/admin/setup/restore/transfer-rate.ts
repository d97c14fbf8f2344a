/** The time over which the rate is measured, in milliseconds. */
const WINDOW_MS = 10_000;

/** Below this, a rate would only be a guess. */
const LEAST_MS = 2_000;

export interface TransferRate {
  /** @returns bytes a second over the last seconds; null before they are known. */
  measure(bytes: number, now: number): number | null;
}

/** Measures how fast a growing number of bytes grows. */
export function createTransferRate(): TransferRate {
  let samples: { bytes: number; at: number }[] = [];
  return {
    measure(bytes, now) {
      samples.push({ bytes, at: now });
      samples = samples.filter(({ at }) => now - at <= WINDOW_MS);
      const [first] = samples;
      if (!first || now - first.at < LEAST_MS) return null;
      return ((bytes - first.bytes) / (now - first.at)) * 1000;
    },
  };
}
