-- Backup, restore and move of a hosted project with its URL and secret key. A backup needs all rows
-- as of one moment and a restore replaces them in one transaction, but each call of the Data API is a
-- transaction of its own. A staging table connects the calls: a backup fills it with one statement
-- and then reads it in parts; a restore fills it in parts and then replaces the site with one call.
--
-- Callable with the secret key alone. Callers choose neither tables nor conditions, because
-- private.snapshot_site and private.replace_site run with the rights of the tables' owner.

-- At most one backup or restore at a time, as long as it renews its lease.
create table private.transfer_lease (
  only_row boolean primary key default true check (only_row),
  id uuid not null,
  renewed_at timestamptz not null
);

comment on table private.transfer_lease is 'The backup or restore that is using private.transfer_parts.';

-- The table is unlogged, so that no row reaches the write-ahead log. A crash empties it.
create unlogged table private.transfer_parts (
  table_name text not null,
  part integer not null,
  -- Each row as an array of its columns' texts.
  entries jsonb not null,
  primary key (table_name, part)
);

comment on table private.transfer_parts is 'Rows of a backup that are still to be read, or of a restore that are still to be applied.';

grant select, insert, update, delete on private.transfer_lease, private.transfer_parts to service_role;

-- How tables are archived, each after those it refers to; server/archive/tables.ts runs this body too,
-- also in a database of an earlier version. Tables of the workspace that are not listed have the
-- defaults; every other table is left out, for the reason in HOST_TABLES there, whose rows an upgrade
-- of PostgreSQL keeps, or in tests/database/archive.test.ts.
--   sorting            columns that order the rows
--   column_names       null for all that are neither generated nor an identity
--   condition          which rows, where now() stands for the moment of the archive
--   triggers           those that run during a restore, because they maintain derived tables, number
--                      changes or notify servers; others would change what is restored
--   replaced           by private.replace_site; the others have services of their own on Supabase
--   expires            whether fewer rows are no loss
--   outside_workspace  which rows are not the workspace user's alone
create function private.archived_tables() returns table (
  place bigint,
  name text,
  sorting text[],
  column_names text[],
  condition text,
  triggers text[],
  replaced boolean,
  expires boolean,
  outside_workspace text
)
language sql stable set search_path = ''
as $$
  with listed (place, name, sorting, column_names, condition, triggers, replaced, expires, outside_workspace) as (
    select 100 + content.place, 'public.' || content.name, array[content.key_column], null::text[],
      'true', array['notify_content_change'], true, false, 'true'
    from private.content_tables() as content
    union all values
      -- The tokens of pending mails are left out.
      (1, 'auth.users', array['id'], array['id', 'aud', 'role', 'email', 'encrypted_password',
        'email_confirmed_at', 'raw_app_meta_data', 'raw_user_meta_data', 'banned_until',
        'last_sign_in_at', 'created_at', 'updated_at'], 'deleted_at is null', array[]::text[], false,
        false, 'true'),
      (2, 'auth.identities', array['user_id', 'provider'], array['id', 'user_id', 'provider',
        'provider_id', 'identity_data', 'last_sign_in_at', 'created_at', 'updated_at'],
        'user_id in (select id from auth.users where deleted_at is null)', '{}', false, false, 'true'),
      (3, 'private.members', array['role'], null, 'true', array['close_setup'], true, false, 'true'),
      (201, 'private.sample_entries', array['table_name', 'id'], null, 'true', '{}', true, true, 'true'),
      (202, 'public.messages', array['created_at', 'id'], null, 'true', array['index_message'], true,
        false, 'true'),
      -- Older visits are about to be deleted; they are part of the counts per day.
      (203, 'public.visits', array['created_at', 'id'], null,
        'created_at >= private.visits_kept_since()',
        array['count_added_visits', 'count_removed_visits'], true, true, 'true'),
      (204, 'public.workspace_users', array['user_id'], null, 'true', '{}', true, false, 'true'),
      (205, 'public.workspace_activity_logs', array['created_at', 'id'], null, 'true', '{}', true, false,
        'true'),
      -- Restored notes, tasks and files are numbered again, so that every device fetches them.
      (206, 'public.workspace_notes', array['change_number'], null, 'true',
        array['serialize_changes', 'number_change', 'record_deletions'], true, false, 'false'),
      (207, 'public.trashed_notes', array['id'], null, 'true', '{}', true, true, 'false'),
      -- Without "version", which names the stored bytes: they get a new name in every store. A file of
      -- the drive without a row is an upload that was not finished, or is about to be deleted. Hosted
      -- Storage may have earlier versions and delete markers.
      (208, 'storage.objects', array['bucket_id', 'name'], array['id', 'bucket_id', 'name', 'owner_id',
        'metadata', 'user_metadata', 'created_at', 'updated_at'],
        '(bucket_id = ''profile-pictures'' or bucket_id = ''workspace-files'' and objects.name in (
          select storage_object_path from public.workspace_files
          union all select thumbnail_path from public.workspace_files
          union all select storage_object_path from public.file_versions))
          and to_jsonb(objects) ->> ''archived_at'' is null
          and coalesce(to_jsonb(objects) ->> ''is_delete_marker'', ''false'') = ''false''', '{}', false,
        false, 'bucket_id <> ''workspace-files'''),
      (209, 'public.workspace_files', array['id'], null, 'true',
        array['serialize_changes', 'number_change', 'record_deletions'], true, false, 'false'),
      -- Includes the trash.
      (210, 'public.content_history', array['changed_at', 'id'], null, 'true', '{}', true, true, 'true'),
      (211, 'public.notice_choices', array['cause'], null, 'true', '{}', true, false, 'true'),
      (212, 'public.link_clicks', array['created_at', 'id'], null,
        'created_at >= private.visits_kept_since()',
        array['count_added_clicks', 'count_removed_clicks'], true, true, 'true'),
      -- Later days are counted again from the archived rows.
      (213, 'private.analytics_days', array['day', 'metric', 'subject'], null,
        'day < (private.visits_kept_since() at time zone ''UTC'')::date', '{}', true, true, 'true'),
      (214, 'public.trashed_messages', array['trashed_at', 'id'], null, 'true', '{}', true, true, 'true'),
      (215, 'public.spam_senders', array['email'], null, 'true', '{}', true, false, 'true'),
      (216, 'public.file_versions', array['id'], null, 'true', '{}', true, true, 'false'),
      (217, 'public.note_files', array['note_id', 'file_id'], null, 'true', '{}', true, true, 'false'),
      (218, 'public.workspace_tasks', array['id'], null, 'true',
        array['serialize_changes', 'number_change', 'record_deletions'], true, false, 'false')
  )
  select * from listed
  union all
  select
    300 + row_number() over (order by exists (
      select from pg_catalog.pg_constraint where conrelid = relation.oid and confrelid <> 'auth.users'::regclass
    ), relation.relname),
    'public.' || relation.relname,
    array(
      select attname::text from pg_catalog.pg_index, unnest(indkey) with ordinality as keys (number, place)
      join pg_catalog.pg_attribute on attnum = number
      where indrelid = relation.oid and indisprimary and attrelid = indrelid order by keys.place),
    null, 'true', '{}', true, false, 'false'
  from pg_catalog.pg_class as relation
  join pg_catalog.pg_trigger on tgrelid = relation.oid and tgname = 'announce_insert'
  where relation.relnamespace = 'public'::regnamespace and tgargs = 'workspace\000'::bytea
    and not exists (select from listed where listed.name = 'public.' || relation.relname)
  order by 1
$$;

-- The columns to archive of the tables that this database has.
create function private.archived_columns() returns table (place bigint, name text, column_names text[])
language sql stable set search_path = ''
as $$
  select tables.place, tables.name, array_agg(attribute.attname::text order by attribute.attnum)
  from private.archived_tables() as tables
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = to_regclass(tables.name)
  where attribute.attnum > 0 and not attribute.attisdropped
    and attribute.attgenerated = '' and attribute.attidentity = ''
    and (tables.column_names is null or attribute.attname = any (tables.column_names))
  group by tables.place, tables.name
$$;

-- The SQL that turns a staged `entry` into values of these columns.
create function private.entry_values(table_name text, column_names text[]) returns text
language sql stable set search_path = ''
as $$
  select string_agg(
    format('(entry ->> %s)::%s', listed.place - 1, format_type(attribute.atttypid, null)),
    ', ' order by listed.place)
  from unnest(column_names) with ordinality as listed (name, place)
  join pg_catalog.pg_attribute as attribute
    on attribute.attrelid = to_regclass(table_name) and attribute.attname = listed.name
$$;

-- Returns whether there are accounts, messages, stored files, or a portfolio other than the sample.
-- A restore's own uploads do not count.
create function private.site_has_content() returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from auth.users)
    or exists (
      select from storage.buckets, private.stored_objects(buckets.id) as stored
      where stored.name !~ '^restore-[0-9a-f-]{36}/')
    or exists (select from public.messages)
    or not exists (select from private.sample_entries) and private.content_exists()
$$;

create function public.begin_transfer() returns uuid
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  transfer constant uuid := gen_random_uuid();
begin
  insert into private.transfer_lease as lease (only_row, id, renewed_at)
  values (true, transfer, clock_timestamp())
  on conflict (only_row) do update set id = excluded.id, renewed_at = excluded.renewed_at
    where lease.renewed_at < clock_timestamp() - interval '5 minutes';
  if not found then
    raise sqlstate 'PT409' using
      message = 'Another backup or restore of this site is running. Try again when it has ended.';
  end if;
  delete from private.transfer_parts where true;
  return transfer;
end
$$;

comment on function public.begin_transfer() is 'Secret key only: begins a backup or restore, unless another one renewed its lease within five minutes.';

-- Every other function calls this one first. The updated row stays locked until the call ends.
create function public.renew_transfer(transfer uuid) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  update private.transfer_lease as lease set renewed_at = clock_timestamp()
  where lease.id = transfer;
  if not found then
    raise sqlstate 'PT409' using
      message = 'This backup or restore was interrupted for too long. Start it again.';
  end if;
end
$$;

comment on function public.renew_transfer(uuid) is 'Secret key only: keeps the lease of a backup or restore.';

create function public.end_transfer(transfer uuid) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  delete from private.transfer_lease as lease where lease.id = transfer;
  if found then
    delete from private.transfer_parts where true;
  end if;
end
$$;

comment on function public.end_transfer(uuid) is 'Secret key only: ends a backup or restore and deletes its staged rows.';

-- A backup or restore that was killed leaves staged rows. The first visitor of a day, who adds the
-- day's salt, removes them.
create function private.sweep_transfer_parts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.transfer_parts where not exists (
    select from private.transfer_lease as lease
    where lease.renewed_at > clock_timestamp() - interval '5 minutes'
  );
  return null;
end
$$;

create trigger sweep_transfer_parts after insert on private.daily_salts
  for each statement execute function private.sweep_transfer_parts();

create function private.describe_site() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'migrations', (
      select jsonb_agg(jsonb_build_object('version', version, 'sha256', null) order by version)
      from supabase_migrations.schema_migrations),
    'tables', (
      select jsonb_agg(jsonb_build_object('name', name, 'columns', column_names) order by place)
      from private.archived_columns()),
    'hasContent', private.site_has_content()
  )
$$;

create function public.describe_site(transfer uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$
  select public.renew_transfer(transfer);
  select private.describe_site()
$$;

comment on function public.describe_site(uuid) is 'Secret key only: the migrations, the columns an archive may have, and whether there is content.';

-- Stages all rows to archive, in parts of about a megabyte. Stable: its queries all see the
-- snapshot of the statement that calls it.
create function private.read_site() returns table (table_name text, part integer, entries jsonb)
language plpgsql stable set search_path = '' set datestyle = 'ISO' set timezone = 'UTC'
as $$
declare
  archived record;
begin
  for archived in
    select tables.name, tables.sorting, tables.condition, present.column_names
    from private.archived_tables() as tables join private.archived_columns() as present using (place)
    order by place
  loop
    return query execute format(
      'select %L, (row_number() over (order by chunk))::integer, chunk_entries
       from (
         select chunk, jsonb_agg(entry order by place) as chunk_entries
         from (
           select place, entry,
             sum(pg_column_size(entry)) over (order by place rows unbounded preceding) / 1000000 as chunk
           from (
             select row_number() over (order by %s) as place, array[%s] as entry from %s where %s
           ) as numbered
         ) as sized
         group by chunk
       ) as chunks',
      archived.name,
      (select string_agg(format('%I', name), ', ' order by place)
        from unnest(archived.sorting) with ordinality as listed (name, place)),
      (select string_agg(format('%I::text', name), ', ' order by place)
        from unnest(archived.column_names) with ordinality as listed (name, place)),
      archived.name, archived.condition);
  end loop;
end
$$;

create function private.snapshot_site(transfer uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform public.renew_transfer(transfer);
  delete from private.transfer_parts where true;
  insert into private.transfer_parts (table_name, part, entries)
  select site.table_name, site.part, site.entries from private.read_site() as site;
  return private.describe_site() || jsonb_build_object(
    'createdAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'tables', (
      select jsonb_agg(
        jsonb_build_object('name', present.name, 'columns', present.column_names, 'rows', (
          select coalesce(sum(jsonb_array_length(parts.entries)), 0)
          from private.transfer_parts as parts where parts.table_name = present.name))
        order by present.place)
      from private.archived_columns() as present),
    'files', (
      select jsonb_build_object(
        'count', count(*),
        'bytes', coalesce(sum(((entry ->> (array_position(present.column_names, 'metadata') - 1))::jsonb ->> 'size')::bigint), 0))
      from private.archived_columns() as present
      join private.transfer_parts as parts on parts.table_name = present.name,
        jsonb_array_elements(parts.entries) as entry
      where present.name = 'storage.objects')
  );
end
$$;

-- The Data API ends a call after 8 seconds by default; a function can set another limit.
create function public.snapshot_site(transfer uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '60s'
as $$
  select private.snapshot_site(transfer)
$$;

comment on function public.snapshot_site(uuid) is 'Secret key only: stages all rows as of one moment, with the hashes of passwords, and returns the manifest.';

create function public.get_transfer_part(transfer uuid, table_name text, part integer) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  perform public.renew_transfer(transfer);
  return (
    select parts.entries from private.transfer_parts as parts
    where parts.table_name = get_transfer_part.table_name and parts.part = get_transfer_part.part
  );
end
$$;

comment on function public.get_transfer_part(uuid, text, integer) is 'Secret key only: some staged rows, counted from part 1; null after the last one.';

create function public.stage_rows(
  transfer uuid, table_name text, column_names text[], part integer, entries jsonb
) returns void
language plpgsql volatile security invoker set search_path = '' set datestyle = 'ISO'
as $$
begin
  perform public.renew_transfer(transfer);
  -- A value that does not fit its column is refused here, before any part of the site is replaced.
  execute format(
    'select count(row(%s)::text) from jsonb_array_elements($1) as staged (entry)',
    private.entry_values(table_name, column_names)) using entries;
  insert into private.transfer_parts (table_name, part, entries)
  values (stage_rows.table_name, stage_rows.part, stage_rows.entries);
end
$$;

comment on function public.stage_rows(uuid, text, text[], integer, jsonb) is 'Secret key only: adds rows of an archive to the staged ones.';

-- The restore's own uploads are in a folder named after it.
create function public.list_replaced_files(transfer uuid) returns table (bucket text, name text)
language sql volatile security invoker set search_path = ''
as $$
  select public.renew_transfer(transfer);
  select listed.bucket, stored.name
  from unnest(array['profile-pictures', 'workspace-files']) as listed (bucket)
  cross join private.stored_objects(listed.bucket) as stored
  where not starts_with(stored.name, format('restore-%s/', transfer))
  order by listed.bucket, stored.name limit 500
$$;

comment on function public.list_replaced_files(uuid) is 'Secret key only: up to 500 of the stored files that a restore replaces.';

-- Works like server/archive/replace-rows.ts: readers see the old rows until the commit. Triggers
-- would change restored values such as times and revisions.
create function private.replace_site(transfer uuid, tables jsonb) returns void
language plpgsql volatile security definer set search_path = '' set datestyle = 'ISO'
as $$
declare
  archived record;
  trigger_name text;
  given_columns text[];
  inserted bigint;
begin
  perform public.renew_transfer(transfer);
  for archived in select * from private.archived_tables() where replaced order by place loop
    execute format('alter table %s disable trigger user', archived.name);
    foreach trigger_name in array archived.triggers loop
      execute format('alter table %s enable trigger %I', archived.name, trigger_name);
    end loop;
  end loop;
  delete from private.incoming_uploads where true;
  delete from private.pending_blobs where true;
  for archived in select * from private.archived_tables() where replaced order by place desc loop
    execute format('delete from %s where true', archived.name);
  end loop;
  for archived in
    select known.name, given.columns, given.rows
    from private.archived_tables() as known
    join jsonb_to_recordset(tables) as given (name text, columns jsonb, rows bigint) using (name)
    where known.replaced order by known.place
  loop
    given_columns := array(select jsonb_array_elements_text(archived.columns));
    execute format(
      'insert into %s (%s) select %s
       from private.transfer_parts as parts,
         jsonb_array_elements(parts.entries) with ordinality as staged (entry, place)
       where parts.table_name = %L order by parts.part, staged.place',
      archived.name,
      (select string_agg(format('%I', name), ', ' order by place)
        from unnest(given_columns) with ordinality as listed (name, place)),
      private.entry_values(archived.name, given_columns), archived.name);
    get diagnostics inserted = row_count;
    if inserted <> archived.rows then
      raise sqlstate 'PT409' using
        message = format('Staged rows of %s were lost. Start the restore again.', archived.name);
    end if;
  end loop;
  -- Pending checks would prevent the ALTER.
  set constraints all immediate;
  for archived in select * from private.archived_tables() where replaced order by place loop
    execute format('alter table %s enable trigger user', archived.name);
  end loop;
  perform private.restore_object_details(array(select jsonb_array_elements_text(given.columns)))
  from jsonb_to_recordset(tables) as given (name text, columns jsonb)
  where given.name = 'storage.objects';
  perform public.end_transfer(transfer);
end
$$;

create function public.replace_site(transfer uuid, tables jsonb) returns void
language sql volatile security invoker set search_path = '' set statement_timeout = '60s'
as $$
  select private.replace_site(transfer, tables)
$$;

comment on function public.replace_site(uuid, jsonb) is 'Secret key only: replaces the site''s rows by the staged ones of these tables, all or none.';

grant execute on function
  private.entry_values(text, text[]),
  private.describe_site()
to service_role;

select private.allow_calls('service_role', '{
  begin_transfer, renew_transfer, end_transfer, describe_site, snapshot_site, get_transfer_part,
  stage_rows, list_replaced_files, replace_site
}');
