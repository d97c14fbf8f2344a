import { createHmac } from "node:crypto";
import type { Sql } from "../database/connect.ts";
import { createGatewayTable } from "../database/gateway-table.ts";
import { READ_RESTORED_MS } from "../limits/limits.ts";
import type { ReadBudget } from "./read-budget.ts";

/** Milliseconds between two sums of the reads of all servers. */
const READ_SHARE_MS = 1000;

/**
 * Adds up the reads of addresses that read much at several servers: every second each server adds
 * what such an address has spent there, and adopts the sum. An ordinary visitor's reads are never
 * written. Addresses are stored as keyed hashes, for an hour.
 * @returns a function that stops it.
 */
export async function shareReads(
  sql: Sql,
  budget: ReadBudget,
  hashKey: string,
): Promise<() => void> {
  await createGatewayTable(sql, "read_budgets", COLUMNS, { unlogged: true });
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    // Without the database, there are no reads to share.
    shareOnce(sql, budget, hashKey)
      .catch(() => {})
      .finally(() => {
        running = false;
      });
  }, READ_SHARE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** One round of `shareReads`. */
export async function shareOnce(sql: Sql, budget: ReadBudget, hashKey: string): Promise<void> {
  const addresses = new Map<string, string>();
  const amounts: number[] = [];
  for (const [address, amount] of budget.takeUnshared()) {
    const key = createHmac("sha256", hashKey).update(`reads ${address}`).digest("base64url");
    addresses.set(key, address);
    amounts.push(amount);
  }
  if (addresses.size === 0) return;
  const rows = await sql<{ key: string; amount: number }[]>`
    insert into gateway.read_budgets as spent (key, amount, at)
    select key, amount, now()
    from unnest(${[...addresses.keys()]}::text[], ${amounts}::float8[]) as added (key, amount)
    on conflict (key) do update set at = now(), amount = excluded.amount + greatest(0,
      spent.amount - extract(epoch from now() - spent.at)::float8 * ${READ_RESTORED_MS}::float8)
    returning key, amount`;
  for (const { key, amount } of rows) budget.adopt(addresses.get(key) ?? "", amount);
  await sql`delete from gateway.read_budgets where at < now() - interval '1 hour'`;
}

const COLUMNS = `
  key text primary key,
  amount float8 not null,
  at timestamptz not null`;
