import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Sql } from "../../../server/database/connect.ts";
import type { PostgresVersion } from "./clusters.ts";
import { become, createPersonas, type Persona, type Tx } from "./personas.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";

interface Suite {
  readonly sql: Sql;
  readonly url: string;
  /** Runs in a transaction that is always rolled back. */
  trial<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs the work in a transaction as this persona. */
  as<T>(persona: Persona, work: (tx: Tx) => Promise<T>): Promise<T>;
}

/**
 * Runs the same tests on PostgreSQL 17 and 15, each in a fresh migrated database with the personas.
 */
export function describeDatabase(subject: string, tests: (suite: Suite) => void): void {
  describeOn([17, 15], subject, tests);
}

/**
 * Runs the tests on PostgreSQL 17 only, because their subject is a tool, a query plan, a regular
 * expression or another test instead of SQL behavior.
 */
export function describeNewestDatabase(subject: string, tests: (suite: Suite) => void): void {
  describeOn([17], subject, tests);
}

function describeOn(versions: PostgresVersion[], subject: string, tests: (suite: Suite) => void) {
  describe.each(versions)(`${subject}, PostgreSQL %i`, (version) => {
    let database: TestDatabase | undefined;
    beforeAll(async () => {
      database = await createTestDatabase(version);
      await createPersonas(database.sql);
    });
    afterAll(() => database?.drop());
    const opened = () => {
      if (!database) throw new Error("The database of this suite is not open.");
      return database;
    };
    tests({
      get sql() {
        return opened().sql;
      },
      get url() {
        return opened().url;
      },
      trial: (work) => rolledBack(opened().sql, work),
      as: (persona, work) =>
        rolledBack(opened().sql, async (tx) => {
          await become(tx, persona);
          return work(tx);
        }),
    });
  });
}

/** Runs in a transaction that is always rolled back. */
function rolledBack<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return undo((run) => sql.begin(run), work);
}

/** Runs in a savepoint that is rolled back; the surrounding transaction stays usable. */
export function undone<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return undo((run) => tx.savepoint(run), work);
}

async function undo<T>(
  begin: (run: (tx: Tx) => Promise<never>) => Promise<unknown>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await begin(async (tx) => {
      result = { value: await work(tx) };
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  if (!result) throw new Error("The transaction ended without a result.");
  return result.value;
}

class Undo extends Error {}

/** The error code (SQLSTATE) this statement fails with, or null. The transaction stays usable. */
export async function codeOf(
  tx: Tx,
  statement: (tx: Tx) => PromiseLike<unknown>,
): Promise<string | null> {
  try {
    await tx.savepoint(async (inner) => {
      await statement(inner);
    });
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/** SQLSTATEs the schema raises. */
export const sqlstate = {
  check: "23514",
  notNull: "23502",
  unique: "23505",
  foreignKey: "23503",
  denied: "42501",
} as const;

export interface ColumnValues {
  refused: readonly unknown[];
  taken: readonly unknown[];
}

/** Expects the column's CHECK to refuse the values of one list and accept those of the other. */
export async function expectColumn(
  tx: Tx,
  write: (tx: Tx, value: unknown) => PromiseLike<unknown>,
  { refused, taken }: ColumnValues,
): Promise<void> {
  for (const value of refused) {
    const code = await codeOf(tx, (inner) => write(inner, value));
    expect([sqlstate.check, sqlstate.notNull], `refuses ${show(value)}`).toContain(code);
  }
  for (const value of taken) {
    await expect(
      undone(tx, async (inner) => write(inner, value)),
      `takes ${show(value)}`,
    ).resolves.toBeDefined();
  }
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;
}
