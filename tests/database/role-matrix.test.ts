import { describe, expect, it } from "vitest";
import { describeDatabase } from "../support/databases/database-suite.ts";
import {
  cells,
  findDeviations,
  grantEverything,
  subjects,
} from "../support/databases/role-matrix.ts";

describe("The declared matrix", () => {
  it("the declared matrix has every persona, subject and verb, and foreign rows where rows have owners", () => {
    const labels = cells().map((cell) => cell.label);
    expect(new Set(labels).size).toBe(labels.length);
    // 66 subjects × 6 personas × 4 verbs, and 19 owned ones × 5 personas with an id × 4 verbs.
    expect(labels).toHaveLength(66 * 6 * 4 + 19 * 5 * 4);
  });
});

describeDatabase("The role matrix", (suite) => {
  it("the role matrix holds with minimal grants, as on hosted Supabase", async () => {
    expect(await suite.trial(findDeviations)).toEqual([]);
  });

  it("the role matrix holds by policies alone when everything is granted", async () => {
    const deviations = await suite.trial(async (tx) => {
      await tx.unsafe(grantEverything);
      return findDeviations(tx);
    });
    expect(deviations).toEqual([]);
  });

  it("the role matrix covers every existing table", async () => {
    const tables = await suite.sql<{ name: string }[]>`
      select format('%s.%s', relnamespace::regnamespace, relname) as name
      from pg_class
      where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;
    const declared = subjects
      .map((subject) => subject.table)
      .filter((table) => table !== "storage.objects");
    expect(tables.map((table) => table.name).sort()).toEqual([...new Set(declared)].sort());
  });

  it("the role matrix finds row level security on every table", async () => {
    const open = await suite.sql`
      select relname from pg_class
      where relkind in ('r', 'p') and not relrowsecurity
        and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'storage'::regnamespace)`;
    expect(open.map((table) => table.relname)).toEqual([]);
  });

  it("the role matrix detects a table without row level security", async () => {
    const open = await suite.trial(async (tx) => {
      await tx`create table public.forgotten (id int)`;
      return tx`select relname from pg_class where relkind = 'r' and not relrowsecurity
        and relnamespace = 'public'::regnamespace`;
    });
    expect(open.map((table) => table.relname)).toEqual(["forgotten"]);
  });

  it("the role matrix exposes only tables and views with the caller's rights, no SECURITY DEFINER functions", async () => {
    const others = await suite.sql`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace
        and (relkind in ('m', 'f')
          or relkind = 'v' and not coalesce(reloptions @> '{security_invoker=true}', false))
      union all
      select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`;
    expect(others).toHaveLength(0);
  });

  it("the role matrix has one policy that permits per table, verb and role", async () => {
    const doubled = await suite.sql`
      select tablename, cmd, role from pg_policies, unnest(roles) as role
      where permissive = 'PERMISSIVE'
      group by schemaname, tablename, cmd, role
      having count(*) > 1 or cmd = 'ALL'`;
    expect(doubled).toHaveLength(0);
  });
});
