import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "../../../server/database/connect.ts";

export interface PageCount {
  /** Number of responses by status; a killed server sends none. */
  statuses: Record<string, number>;
  /** Number of responses with the last rendered page. */
  stale: number;
}

/** Reads the page of each server, one request after another, until stopped. */
export async function countPages(
  origins: () => string[],
  isOver: () => boolean,
): Promise<PageCount> {
  const statuses: Record<string, number> = {};
  let stale = 0;
  const read = async (index: number) => {
    while (!isOver()) {
      const origin = origins()[index];
      const response = origin ? await fetch(origin).catch(() => null) : null;
      const text = await response?.text().catch(() => null);
      if (!response || text === null) {
        await new Promise(setImmediate);
        continue;
      }
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (response.headers.has("cache-status")) stale++;
    }
  };
  await Promise.all(origins().map((_, index) => read(index)));
  return { statuses, stale };
}

/** Crashes PostgreSQL, which its supervisor restarts, and waits until it answers. */
export async function restartDatabase(sql: Sql): Promise<void> {
  const pid = () =>
    sql<{ file: string }[]>`select pg_read_file('postmaster.pid') as file`
      .then(([row]) => Number.parseInt(row?.file ?? "", 10))
      .catch(() => null);
  const before = await pid();
  process.kill(before ?? 0, "SIGINT");
  while ([null, before].includes(await pid())) await delay(50);
}
