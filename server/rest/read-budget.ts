/** The database time that one address may use for reads. */
export interface ReadBudget {
  /** Seconds until this address may read again; 0 when it may read now. */
  wait(address: string): number;
  /** Charges a read to the address's budget. */
  spend(address: string, databaseTime: number): void;
}

/** Milliseconds of database time an address may use at once; the reads of 1,000 landing pages. */
const BURST_MS = 30_000;
/** Budget restored per second: a quarter of one of ten connections. */
const BACK_PER_SECOND_MS = 250;
/** Minimum cost of a read, so that quick ones are counted as well. */
const LEAST_MS = 5;
/** Addresses tracked at once. Beyond it, the least recently charged one is evicted. */
const MOST_ADDRESSES = 20_000;

/**
 * Counts visitors' reads by their database time, per address: a page's quick reads hardly count, a
 * read that runs into its time limit counts as 300 of them. Kept in memory, because writing a row
 * for each read would cost more than the read.
 * @param now monotonic time in milliseconds.
 */
export function createReadBudget(now: () => number = () => performance.now()): ReadBudget {
  const spent = new Map<string, { amount: number; at: number }>();
  return {
    wait(address) {
      const over = current(address) - BURST_MS;
      return over < 0 ? 0 : Math.max(1, Math.ceil(over / BACK_PER_SECOND_MS));
    },
    spend(address, databaseTime) {
      const amount = current(address) + Math.max(LEAST_MS, databaseTime);
      // Reinserted at the end, so that the first entry is the oldest.
      spent.delete(address);
      spent.set(address, { amount, at: now() });
      if (spent.size <= MOST_ADDRESSES) return;
      const [oldest] = spent.keys();
      if (oldest !== undefined) spent.delete(oldest);
    },
  };

  function current(address: string): number {
    const known = spent.get(address);
    if (!known) return 0;
    const back = ((now() - known.at) / 1000) * BACK_PER_SECOND_MS;
    return Math.max(0, known.amount - back);
  }
}
