import type { Handler } from "hono";
import type { Sql } from "../database/connect.ts";

/** Timeout of the database check, milliseconds. */
const LIMIT_MS = 2000;

/** 200 `{"status":"ok"}` when the database responds in time, else 503. */
export function createHealthCheck(sql: Sql): Handler {
  return async (context) => {
    const ok = await answersInTime(sql);
    context.header("cache-control", "no-store");
    return context.json({ status: ok ? "ok" : "unavailable" }, ok ? 200 : 503);
  };
}

async function answersInTime(sql: Sql): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), LIMIT_MS);
  });
  const answered = sql`select 1`.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
