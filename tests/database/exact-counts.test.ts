import { expect, it } from "vitest";
import { codeOf, describeDatabase } from "../support/databases/database-suite.ts";
import { become, becomeService, personas, type Tx } from "../support/databases/personas.ts";

describeDatabase("The planner's estimates", (suite) => {
  it("the planner's estimates of every table are refused to everyone but the secret key", async () => {
    const tables = await suite.sql<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' order by 1`;
    expect(tables.length).toBeGreaterThan(15);
    await suite.trial(async (tx) => {
      for (const persona of personas) {
        await become(tx, persona);
        for (const { name } of tables) {
          // Without a grant or policy for reading, there is nothing to estimate.
          expect(["PT400", "42501", 0], `${persona} ${name}`).toContain(await estimate(tx, name));
        }
      }
      await becomeService(tx);
      expect(await estimate(tx, "skills")).toBeGreaterThan(0);
    });
  });

  it("the planner's estimates are refused by a condition that is part of no plan", async () => {
    const plan = await suite.as("owner", async (tx) =>
      JSON.stringify(await tx.unsafe("/* not as PostgREST asks */ explain select * from messages")),
    );
    expect(plan).toContain("messages");
    expect(plan).not.toContain("refuse_estimates");
  });
});

/** The number of rows that the planner expects, requested like PostgREST, or the error's code. */
async function estimate(tx: Tx, table: string): Promise<number | string | null> {
  let rows: number | null = null;
  const code = await codeOf(tx, async (inner) => {
    const [row] = await inner.unsafe(`EXPLAIN (FORMAT JSON)
      WITH pgrst_source AS (SELECT 1 FROM public.${table}) SELECT 1 FROM pgrst_source`);
    rows = row?.["QUERY PLAN"][0].Plan["Plan Rows"];
  });
  return code ?? rows;
}
