import { READ_RESTORED_MS } from "../limits/limits.ts";

/**
 * Milliseconds of database time for reads of an address at once, as of 1,000 landing pages.
 * @limit requests: a visitor's reads at once, in database time
 */
const READ_BURST_MS = 30_000;

/**
 * Minimum cost of a read in milliseconds, so that quick reads are counted as well.
 * @limit requests: the least a visitor's read counts as
 */
const READ_MINIMUM_MS = 5;

/** Addresses tracked at once; beyond it, the least recently charged one is evicted. */
const READ_ADDRESSES = 20_000;

/**
 * Milliseconds of database time above which an address's reads are summed over all servers.
 * @limit requests: a visitor's reads before several servers add them up
 */
const READ_SHARED_MS = 3_000;

/** The database time that one address may use for reads. */
export interface ReadBudget {
  /** Seconds until this address may read again; 0 when it may read now. */
  wait(address: string): number;
  /** Charges a read to the address's budget. */
  spend(address: string, databaseTime: number): void;
  /** Milliseconds that addresses with many reads have spent here since the last call. */
  takeUnshared(): Map<string, number>;
  /** Sets the total that an address has spent at all servers. */
  adopt(address: string, amount: number): void;
}

/**
 * Counts visitors' reads by their database time, per address: a page's quick reads hardly count, a
 * read that runs into its time limit counts as 300 of them. Kept in memory, because writing a row
 * for each read would cost more than the read; `share-reads.ts` shares high counts with the other
 * servers.
 * @param now monotonic time in milliseconds.
 */
export function createReadBudget(now: () => number = () => performance.now()): ReadBudget {
  const spent = new Map<string, { amount: number; at: number; unshared: number }>();
  /** Addresses whose counts are shared. */
  const heavy = new Set<string>();
  return {
    wait(address) {
      const over = current(address) - READ_BURST_MS;
      return over < 0 ? 0 : Math.max(1, Math.ceil(over / READ_RESTORED_MS));
    },
    spend(address, databaseTime) {
      const cost = Math.max(READ_MINIMUM_MS, databaseTime);
      const before = current(address);
      const unshared = before === 0 ? cost : (spent.get(address)?.unshared ?? 0) + cost;
      // Reinserted at the end, so that the first entry is the oldest.
      spent.delete(address);
      spent.set(address, { amount: before + cost, at: now(), unshared });
      if (before + cost >= READ_SHARED_MS) heavy.add(address);
      if (spent.size <= READ_ADDRESSES) return;
      const [oldest] = spent.keys();
      if (oldest !== undefined) spent.delete(oldest);
    },
    takeUnshared() {
      const taken = new Map<string, number>();
      for (const address of heavy) {
        const known = spent.get(address);
        if (!known) continue;
        taken.set(address, known.unshared);
        known.unshared = 0;
      }
      heavy.clear();
      return taken;
    },
    adopt(address, amount) {
      const known = spent.get(address);
      // The total does not include time spent here while the other servers were asked.
      if (known) spent.set(address, { ...known, amount: amount + known.unshared, at: now() });
    },
  };

  function current(address: string): number {
    const known = spent.get(address);
    if (!known) return 0;
    const back = ((now() - known.at) / 1000) * READ_RESTORED_MS;
    return Math.max(0, known.amount - back);
  }
}
