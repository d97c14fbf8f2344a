import {
  READ_ADDRESSES,
  READ_BURST_MS,
  READ_MINIMUM_MS,
  READ_RESTORED_MS,
} from "../limits/limits.ts";

/** The database time that one address may use for reads. */
export interface ReadBudget {
  /** Seconds until this address may read again; 0 when it may read now. */
  wait(address: string): number;
  /** Charges a read to the address's budget. */
  spend(address: string, databaseTime: number): void;
}

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
      const over = current(address) - READ_BURST_MS;
      return over < 0 ? 0 : Math.max(1, Math.ceil(over / READ_RESTORED_MS));
    },
    spend(address, databaseTime) {
      const amount = current(address) + Math.max(READ_MINIMUM_MS, databaseTime);
      // Reinserted at the end, so that the first entry is the oldest.
      spent.delete(address);
      spent.set(address, { amount, at: now() });
      if (spent.size <= READ_ADDRESSES) return;
      const [oldest] = spent.keys();
      if (oldest !== undefined) spent.delete(oldest);
    },
  };

  function current(address: string): number {
    const known = spent.get(address);
    if (!known) return 0;
    const back = ((now() - known.at) / 1000) * READ_RESTORED_MS;
    return Math.max(0, known.amount - back);
  }
}
