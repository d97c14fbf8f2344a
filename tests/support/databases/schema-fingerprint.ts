import type { Sql } from "../../../server/database/connect.ts";

/**
 * One line per element of the schema: columns, constraints, indexes, policies, triggers, functions,
 * views, owners, grants, comments, extensions, buckets and the migration history. Equal lines mean
 * equal schemas.
 */
export async function fingerprint(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with own as (
      select oid, nspname from pg_namespace
      where nspname in ('public', 'private', 'auth', 'storage')
    ), relation as (
      select pg_class.*, nspname || '.' || relname as name
      from pg_class join own on own.oid = relnamespace
    )
    select concat_ws(' ', 'schema', nspname, nspowner::regrole, ${sorted(sql, "nspacl")}) as line from pg_namespace where nspname in ('public', 'private')
    union all
    select concat_ws(' ', 'relation', name, relkind, relpersistence, relowner::regrole, relrowsecurity,
      relreplident, reloptions, ${sorted(sql, "relacl")}) from relation
    union all
    select concat_ws(' ', 'column', name, attname, format_type(atttypid, atttypmod), attnotnull,
      attidentity, attgenerated, attcollation::regcollation, pg_get_expr(adbin, adrelid),
      ${sorted(sql, "attacl")})
    from relation join pg_attribute on attrelid = relation.oid and attnum > 0
      and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select concat_ws(' ', 'constraint', conname, conrelid::regclass, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join own on own.oid = connamespace
    union all
    select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname in (select nspname from own)
    union all
    select concat_ws(' ', 'policy', schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check)
    from pg_policies
    union all
    select concat_ws(' ', 'trigger', tgname, tgenabled, pg_get_triggerdef(pg_trigger.oid))
    from pg_trigger join relation on relation.oid = tgrelid where not tgisinternal
    union all
    select concat_ws(' ', 'function', proowner::regrole, case prokind when 'a' then pg_proc.oid::regprocedure::text || aggregate::text
        else pg_get_functiondef(pg_proc.oid) end, ${sorted(sql, "proacl")})
    from pg_proc join own on own.oid = pronamespace left join pg_aggregate as aggregate on aggfnoid = pg_proc.oid
    union all
    select concat_ws(' ', 'comment', objoid::regclass, attname, description)
    from pg_description join relation on relation.oid = objoid
    left join pg_attribute on attrelid = objoid and attnum = objsubid and attnum > 0
    union all
    select concat_ws(' ', 'comment', pg_proc.oid::regprocedure, description)
    from pg_description join pg_proc on pg_proc.oid = objoid join own on own.oid = pronamespace
    where classoid = 'pg_proc'::regclass
    union all
    select concat_ws(' ', 'view', name, pg_get_viewdef(oid)) from relation where relkind = 'v'
    union all
    select concat_ws(' ', 'sequence', schemaname, sequencename, data_type, increment_by, cycle)
    from pg_sequences where schemaname in (select nspname from own)
    union all
    select concat_ws(' ', 'default', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype,
      ${sorted(sql, "defaclacl")}) from pg_default_acl
    union all
    select concat_ws(' ', 'extension', extname, extnamespace::regnamespace) from pg_extension
    union all
    select concat_ws(' ', 'bucket', id, public, file_size_limit, allowed_mime_types) from storage.buckets
    union all
    select concat_ws(' ', 'migration', version, name) from supabase_migrations.schema_migrations
    order by 1`;
  return rows.map((row) => row.line);
}

/** Rights in the order of the roles' names; PostgreSQL keeps the order in which they were granted. */
function sorted(sql: Sql, rights: string) {
  return sql.unsafe(
    `case when ${rights} is not null then array(select unnest(${rights})::text order by 1) end`,
  );
}

/**
 * A short hash that changes with any change of the catalogs, the buckets or the history, even one
 * that is later reverted. Cheap enough to query hundreds of times.
 */
export async function catalogState(sql: Sql): Promise<string> {
  const [row] = await sql<{ state: string }[]>`
    select md5(string_agg(entry, ',' order by entry)) as state from (
      select concat_ws(' ', 'n', oid, xmin) as entry from pg_namespace
      union all select concat_ws(' ', 'c', oid, xmin) from pg_class
      union all select concat_ws(' ', 'a', attrelid, attnum, xmin) from pg_attribute
      union all select concat_ws(' ', 'd', oid, xmin) from pg_attrdef
      union all select concat_ws(' ', 'r', oid, xmin) from pg_constraint
      union all select concat_ws(' ', 'p', oid, xmin) from pg_policy
      union all select concat_ws(' ', 't', oid, xmin) from pg_trigger
      union all select concat_ws(' ', 'f', oid, xmin) from pg_proc
      union all select concat_ws(' ', 'o', objoid, classoid, objsubid, xmin) from pg_description
      union all select concat_ws(' ', 'b', id, xmin) from storage.buckets
      union all select concat_ws(' ', 'm', version, xmin) from supabase_migrations.schema_migrations
    ) as entries`;
  return row?.state ?? "";
}
