import type postgres from "postgres";
import type { Sql } from "../database/connect.ts";
import type { DatabaseUse } from "../observability/metrics.ts";
import type { Plan } from "./plan.ts";

export interface Result {
  /** Number of returned or changed rows. */
  page: number;
  /** The rows as JSON, as PostgreSQL wrote them. */
  body: Buffer | null;
  /** Number of matching rows, if they were counted. */
  total: number | null;
}

/** A connection that runs one request's transaction. */
export interface Runner {
  /**
   * Runs a plan's statement in a transaction with these settings; begin, settings, statement and
   * commit are sent together, so that they take one round trip.
   * @param accept refuses a result by throwing; then the transaction is rolled back.
   * @param onUse called once the connection is free again.
   * @throws the error of the driver or of `accept`.
   */
  run(
    plan: Plan,
    settings: Settings,
    accept: ((result: Result) => void) | null,
    onUse: (use: DatabaseUse) => void,
  ): Promise<Result>;
}

/** The settings of a transaction. Every request sets the same names, with its own values. */
export type Settings = readonly (readonly [name: string, value: string])[];

/** Statements that stay prepared on each connection; further statements are parsed each time. */
const PREPARED_STATEMENTS = 200;

/** Number of remembered texts, to detect repeated statements. */
const REMEMBERED_TEXTS = 1000;

export function createRunner(sql: Sql, prepares: boolean): Runner {
  const prepared = new Set<string>();
  const seen = new Set<string>();
  return {
    async run(plan, settings, accept, onUse) {
      const arrived = performance.now();
      const connection = await sql.reserve();
      const since = performance.now();
      const send = (text: string, values: string[] = []) =>
        connection.unsafe(text, values, { prepare: values.length > 0 && isPrepared(text) }).raw();
      try {
        const sent: Promise<unknown>[] = [
          send(plan.isReadOnly ? "begin read only" : "begin"),
          send(
            settingsText(settings),
            settings.map(([, value]) => value),
          ),
          send(plan.text, plan.values),
        ].map((query) => query.execute());
        if (accept === null) sent.push(send("commit").execute());
        const outcomes = await Promise.allSettled(sent);
        const failed = outcomes.find(({ status }) => status === "rejected");
        if (failed) throw (failed as PromiseRejectedResult).reason;
        const result = toResult(plan, (outcomes[2] as PromiseFulfilledResult<RawResult>).value);
        if (accept) {
          accept(result);
          await send("commit");
        }
        return result;
      } catch (error) {
        // After a commit that was sent with the statement, no transaction is open.
        if (accept) await send("rollback").catch(() => {});
        throw error;
      } finally {
        connection.release();
        onUse({ waitMs: since - arrived, holdMs: performance.now() - since });
      }
    },
  };

  /** Whether a statement stays prepared: from its second use, while there is room. */
  function isPrepared(text: string): boolean {
    if (!prepares) return false;
    if (prepared.has(text)) return true;
    if (prepared.size >= PREPARED_STATEMENTS || !seen.delete(text)) {
      if (seen.size >= REMEMBERED_TEXTS) seen.clear();
      seen.add(text);
      return false;
    }
    prepared.add(text);
    return true;
  }
}

type RawResult = postgres.RowList<Buffer[][]>;

function toResult({ returns }: Plan, rows: RawResult): Result {
  if (returns === "count") return { page: rows.count, body: null, total: null };
  const [page, body, total] = rows[0] ?? [];
  return { page: Number(page), body: body ?? null, total: total ? Number(total) : null };
}

const texts = new Map<string, string>();

/** One statement that makes all settings until the end of the transaction. */
function settingsText(settings: Settings): string {
  const names = settings.map(([name]) => name).join();
  const known = texts.get(names);
  if (known) return known;
  const calls = settings.map(([name], at) => `set_config('${name}', $${at + 1}, true)`);
  const text = `select ${calls.join(", ")}`;
  texts.set(names, text);
  return text;
}
