import type { Handler } from "hono";
import { withTimeLimit } from "../../shared/time-limit.ts";
import type { Sql } from "../database/connect.ts";
import { HEALTH_CHECK_MS } from "../limits/limits.ts";

/** 200 `{"status":"ok"}` when the database responds in time, else 503. */
export function createHealthCheck(sql: Sql): Handler {
  return async (context) => {
    const ok = await answersInTime(sql);
    context.header("cache-control", "no-store");
    return context.json({ status: ok ? "ok" : "unavailable" }, ok ? 200 : 503);
  };
}

function answersInTime(sql: Sql): Promise<boolean> {
  const answered = sql`select 1`.then(
    () => true,
    () => false,
  );
  return withTimeLimit(answered, HEALTH_CHECK_MS, () => false);
}
