import type { TransactionSql } from "postgres";
import type { Caller } from "../auth/caller.ts";
import type { Sql } from "../database/connect.ts";

export type CallerSql = TransactionSql<{ bigint: number; timestamptz: string }>;

/** Runs statements in one transaction as the caller, so that row level security decides. */
export async function runAsCaller<T>(
  sql: Sql,
  caller: Caller,
  work: (tx: CallerSql) => Promise<T>,
): Promise<T> {
  const result = await sql.begin(async (tx) => {
    await assumeRole(tx, caller);
    return [await work(tx)] as const;
  });
  return result[0] as T;
}

/** Assumes the caller's role and claims until the transaction ends. */
export async function assumeRole(tx: CallerSql, caller: Caller): Promise<void> {
  // One statement saves round trips. The role is checked, because it is part of the SQL.
  if (!["anon", "authenticated", "service_role"].includes(caller.role)) {
    throw new Error(`Unknown role ${caller.role}`);
  }
  await tx`select set_config('role', ${caller.role}, true),
    set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true)`;
}
