/** Allows at most `limit` hits within any `seconds` seconds. */
export interface RateLimit {
  /** Identifies the limit, so that counts of different limits are separate. */
  name: string;
  limit: number;
  seconds: number;
  /**
   * Beyond `after` hits, each hit must wait after the previous one: initially one second, doubled
   * with every `doublesEvery` further hits, up to `mostSeconds`.
   */
  pause?: { after: number; doublesEvery: number; mostSeconds: number };
}
