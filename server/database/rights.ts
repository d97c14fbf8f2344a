import type { Sql } from "./connect.ts";
import { UnsuitableDatabaseError } from "./system-schema.ts";

/** How many of the lost rights the message lists. */
const NAMED = 5;

/**
 * Compares the database's policies and grants with those recorded after its last migration: a
 * restore without roles or privileges keeps every table but opens or closes them all.
 * @throws {UnsuitableDatabaseError} naming what is lost.
 */
export async function checkRights(sql: Sql): Promise<void> {
  if (!(await isRecorded(sql))) return;
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

/** Records the current rights; called when migrations have changed them. */
export async function recordRights(sql: Sql, { changed }: { changed: boolean }): Promise<void> {
  if (!changed && (await isRecorded(sql))) return;
  await sql.begin(async (tx) => {
    await tx.unsafe(
      "create table if not exists supabase_migrations.expected_rights (fact text primary key)",
    );
    await tx`delete from supabase_migrations.expected_rights`;
    await tx.unsafe(`insert into supabase_migrations.expected_rights ${FACTS}`);
  });
}

async function isRecorded(sql: Sql): Promise<boolean> {
  const [table] = await sql<{ there: boolean }[]>`
    select to_regclass('supabase_migrations.expected_rights') is not null as there`;
  if (!table?.there) return false;
  const rows = await sql`select from supabase_migrations.expected_rights limit 1`;
  return rows.length > 0;
}

/**
 * One line per right, in readable form. Missing rights count too: a function that loses its revoke
 * is open to everyone. Objects outside these schemas belong to the engine.
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
