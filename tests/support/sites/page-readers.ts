import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "../../../server/database/connect.ts";

export interface PageCount {
  /** Answers by status. A server that was killed meanwhile gives none. */
  statuses: Record<string, number>;
  /** How many of them were the last page that could be rendered. */
  stale: number;
}

/** Reads the page of each server, one request after the other, until it is over. */
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

/** Ends PostgreSQL, which its supervisor then starts again, and waits until it answers. */
export async function restartDatabase(sql: Sql): Promise<void> {
  const pid = () =>
    sql<{ file: string }[]>`select pg_read_file('postmaster.pid') as file`
      .then(([row]) => Number.parseInt(row?.file ?? "", 10))
      .catch(() => null);
  const before = await pid();
  process.kill(before ?? 0, "SIGINT");
  while ([null, before].includes(await pid())) await delay(50);
}
