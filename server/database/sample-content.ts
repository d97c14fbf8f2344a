import { readFile } from "node:fs/promises";
import type { Queries } from "../auth/users.ts";
import { type Sql, tableExists } from "./connect.ts";

/** The key of the history row, as the Supabase CLI writes it for its own seeding. */
const SEED_PATH = "supabase/seed.sql";

/**
 * Decides once in a database's life whether it starts with the sample portfolio, so that an emptied
 * site never gets the sample back.
 * @returns whether the sample was loaded now.
 */
export async function loadSampleContent(
  sql: Sql,
  options: { seedFile: string; wanted: boolean },
): Promise<boolean> {
  if (await isDecided(sql)) return false;
  return sql.begin(async (tx) => {
    await tx.unsafe(`create table if not exists supabase_migrations.seed_files (
      path text not null primary key, hash text not null)`);
    await tx`lock table supabase_migrations.seed_files in exclusive mode`;
    // Another process may have done it first.
    if (await isDecided(tx)) return false;
    const load = options.wanted && (await hasNoContent(tx));
    if (load) await tx.unsafe(await readFile(options.seedFile, "utf8"));
    await tx`insert into supabase_migrations.seed_files (path, hash)
      values (${SEED_PATH}, ${load ? "loaded" : "declined"})`;
    return load;
  });
}

async function isDecided(sql: Queries): Promise<boolean> {
  if (!(await tableExists(sql, "supabase_migrations.seed_files"))) return false;
  const rows = await sql`select from supabase_migrations.seed_files where path = ${SEED_PATH}`;
  return rows.length > 0;
}

async function hasNoContent(tx: Pick<Sql, "unsafe">): Promise<boolean> {
  const [row] = await tx.unsafe<{ empty: boolean }[]>(`select not exists (
      select from public.personal_info union all select from public.experience
      union all select from public.education union all select from public.projects
      union all select from public.skills union all select from public.skill_categories
      union all select from public.social_links) as empty`);
  return row?.empty ?? false;
}
