import type { Sql } from "./connect.ts";
import { UnsuitableDatabaseError } from "./system-schema.ts";

/** Number of lost rights in the message. */
const NAMED = 5;

/**
 * Compares the database's policies and grants with those recorded with its last migration: a
 * restore without roles or privileges keeps every table but opens or closes them all. Does nothing
 * when the last migration was applied by another program, which records nothing.
 * @throws {UnsuitableDatabaseError} naming what is lost.
 */
export async function checkRights(sql: Sql): Promise<void> {
  if ((await recordOf(sql)) !== "current") return;
  const lost = await sql<{ fact: string }[]>`
    select fact from supabase_migrations.expected_rights
    except select fact from (${sql.unsafe(FACTS)}) as now order by fact`;
  if (lost.length === 0) return;
  const named = lost.slice(0, NAMED).map(({ fact }) => fact);
  const more = lost.length > NAMED ? ` and ${lost.length - NAMED} more` : "";
  throw new UnsuitableDatabaseError(
    `The database lost rights it had, as after a restore without roles or privileges: ${named.join("; ")}${more}. Restore it with them (roles first, no --no-acl). If the change is intended, run in the database: truncate supabase_migrations.expected_rights`,
  );
}

/** Records the current rights, unless those of the last migration are recorded. */
export async function completeRights(sql: Sql): Promise<void> {
  if ((await recordOf(sql)) !== "current") await sql.begin(recordRights);
}

/** Records the rights as they are in the transaction that has applied the last migration. */
export async function recordRights(tx: Pick<Sql, "unsafe">): Promise<void> {
  await tx.unsafe(`
    create table if not exists supabase_migrations.expected_rights (fact text primary key);
    delete from supabase_migrations.expected_rights;
    insert into supabase_migrations.expected_rights ${FACTS};
    do $$ begin
      execute format('comment on table supabase_migrations.expected_rights is %L',
        (select max(version) from supabase_migrations.schema_migrations));
    end $$`);
}

/** Whether rights are recorded, and for the last migration. */
export async function recordOf(
  sql: Pick<Sql, "unsafe">,
): Promise<"missing" | "current" | "outdated"> {
  const [table] = await sql.unsafe<{ noted: string | null }[]>(
    `select obj_description(oid, 'pg_class') as noted from pg_class
     where oid = to_regclass('supabase_migrations.expected_rights')`,
  );
  if (!table) return "missing";
  const [row] = await sql.unsafe<{ empty: boolean; last: string | null }[]>(
    `select not exists (select from supabase_migrations.expected_rights) as empty,
       (select max(version) from supabase_migrations.schema_migrations) as last`,
  );
  if (!row || row.empty) return "missing";
  return table.noted === row.last ? "current" : "outdated";
}

/**
 * One line per right, in readable form. Missing rights are listed too: a function that loses its
 * revoke is open to everyone. Objects outside these schemas belong to the engine.
 */
const FACTS = `
  with roles as (
    select unnest(array['anon', 'authenticated', 'service_role']) as role),
  tables as (
    select c.oid, format('table %I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm')),
  functions as (
    select p.oid, format('function %I.%I(%s)', n.nspname, p.proname,
      pg_get_function_identity_arguments(p.oid)) as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private'))
  select format('policy "%s" on %I.%I', p.polname, n.nspname, c.relname) as fact
    from pg_policy p join pg_class c on c.oid = p.polrelid
      join pg_namespace n on n.oid = c.relnamespace
  union select format('row level security on %I.%I', n.nspname, c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relrowsecurity and n.nspname in ('public', 'private', 'storage')
  union select format('%s %s %s on %s', role,
      case when has_table_privilege(role, oid, privilege) then 'has' else 'has no' end,
      privilege, name)
    from roles, tables, unnest(array['select', 'insert', 'update', 'delete']) as privilege
  union select format('%s %s execute on %s', role,
      case when has_function_privilege(role, oid, 'execute') then 'has' else 'has no' end, name)
    from roles, functions
  union select format('%s has %s on column %I of %s', g.rolname, lower(a.privilege_type), attname, name)
    from tables join pg_attribute on attrelid = oid and attacl is not null,
      aclexplode(attacl) as a join pg_roles g on g.oid = a.grantee
    where g.rolname in (select role from roles)
  union select format('%s has usage on schema %I', role, nspname)
    from roles, pg_namespace
    where nspname in ('public', 'private', 'auth', 'storage')
      and has_schema_privilege(role, oid, 'usage')
  union select format('%s bypasses row level security', rolname)
    from pg_roles join roles on role = rolname where rolbypassrls`;
