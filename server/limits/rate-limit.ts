/** Allows at most `limit` hits within any `seconds` seconds. */
export interface RateLimit {
  /** Separates the counts of different limits. */
  name: string;
  limit: number;
  seconds: number;
  /**
   * Beyond `after` hits, each hit has to wait since the previous one, initially one second; the
   * wait doubles with every `doublesEvery` further hits up to `mostSeconds`.
   */
  pause?: { after: number; doublesEvery: number; mostSeconds: number };
}
