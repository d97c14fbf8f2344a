-- Functions shared by the tables of a kind. A table of content entries gets its policies, grants
-- and triggers by a call of add_content_table(), and functions for all content get its tables from
-- content_tables(). A table of the workspace gets them by add_workspace_table().

-- The server invalidates its prerendered pages on this notification, which is sent once per
-- transaction. The owner's other windows read the content again.
create function private.notify_content_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('portfolio_changed', '');
  perform private.announce(members.user_id, tg_table_name)
  from private.members where members.role = 'admin';
  return null;
end
$$;

-- `key_column` identifies an entry, `order_column` has its place if the owner can choose one. A
-- table comes after those that its rows refer to. Finds them by the trigger for their history.
create function private.content_tables() returns table (
  place bigint, name text, key_column text, order_column text
)
language sql stable set search_path = ''
as $$
  select
    row_number() over (order by exists (
      select from pg_catalog.pg_constraint where conrelid = relation.oid and contype = 'f'
    ), relation.relname),
    relation.relname::text,
    case relation.relname when 'personal_info' then 'key' else 'id' end,
    (select attname::text from pg_catalog.pg_attribute
      where attrelid = relation.oid and attname in ('position', 'display_order') and not attisdropped)
  from pg_catalog.pg_class as relation
  join pg_catalog.pg_trigger on tgrelid = relation.oid and tgname = 'record_content_version'
  where relation.relnamespace = 'public'::regnamespace
$$;

-- Row counts that the planner estimates are refused on every table of the schema public.
create function private.refuse_estimated_counts(table_name text) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create policy "Nobody reads estimated counts" on public.%I as restrictive
      for select to anon, authenticated using (private.refuse_estimates())',
    table_name
  );
end
$$;

-- Sets up a new table with the column id, whose entries have a visibility, a revision and, unless a
-- display_order, a position. If they have dates, it also has created_at, date_range, start_month and
-- perhaps end_month.
create function private.add_content_table(table_name text) returns void
language plpgsql set search_path = ''
as $$
declare
  entries constant text := format('public.%I', table_name);
  label constant text := replace(table_name, '_', ' ');
  columns constant text[] := array(
    select attname::text from pg_catalog.pg_attribute
    where attrelid = entries::regclass and attnum > 0 and not attisdropped
  );
  has_position constant boolean := 'display_order' <> all (columns);
begin
  if has_position then
    execute format('alter table %s add position integer', entries);
  end if;
  execute format(
    'alter table %s
      add visibility text not null default ''public'' check (visibility in (''public'', ''draft'', ''hidden'')),
      add revision integer not null default 1', entries);
  if 'end_month' = any (columns) then
    execute format('alter table %s add constraint %I check (end_month >= start_month)',
      entries, table_name || '_months_check');
  end if;
  execute format('alter table %s enable row level security', entries);
  -- Policies control access; grants only reduce what a hosted project exposes.
  execute format('revoke all on %s from anon, authenticated', entries);
  execute format('grant select on %s to anon, authenticated', entries);
  execute format('grant insert, update, delete on %s to authenticated', entries);
  execute format('grant all on %s to service_role', entries);
  execute format(
    'create policy %I on %s for select to anon, authenticated
      using (visibility = ''public'' or (select private.is_admin()))',
    format('Everyone reads public %s, the owner all', label), entries);
  execute format(
    'create policy %I on %s for insert to authenticated with check ((select private.is_admin()))',
    'The owner adds ' || label, entries);
  execute format(
    'create policy %I on %s for update to authenticated
      using ((select private.is_admin())) with check ((select private.is_admin()))',
    'The owner changes ' || label, entries);
  execute format(
    'create policy %I on %s for delete to authenticated using ((select private.is_admin()))',
    'The owner deletes ' || label, entries);
  perform private.refuse_estimated_counts(table_name);

  -- A new position alone is not a change of the entry: it must not cause a conflict in an open form.
  execute format(
    'create trigger check_revision before update on %s for each row %s
      execute function private.check_revision()',
    entries,
    case when has_position then
      'when (new.position is not distinct from old.position
        or to_jsonb(new) - ''position'' is distinct from to_jsonb(old) - ''position'')'
    end);
  execute format(
    'create trigger record_content_version after insert or update or delete on %s
      for each row execute function private.record_content_version()', entries);
  execute format(
    'create trigger sweep_deleted_content after delete on %s
      for each statement execute function private.sweep_deleted_content()', entries);
  execute format(
    'create trigger notify_content_change after insert or update or delete or truncate on %s
      for each statement execute function private.notify_content_change()', entries);
  if 'created_at' = any (columns) then
    execute format('create index %I on %s (created_at desc)', table_name || '_newest_first', entries);
    execute format(
      'create trigger protect_created_at before insert or update on %s
        for each row execute function private.protect_created_at(''each'')', entries);
  end if;
  if 'date_range' = any (columns) then
    execute format(
      'create trigger write_date_range before insert or update on %s
        for each row execute function private.write_date_range()', entries);
  end if;
end
$$;

-- Sets up a new table of the workspace with the column user_id, whose rows belong to that user
-- alone. `label` names the rows in the policies; `verbs` are those of the Data API, functions may
-- write without them. The rows of a live table are archived, and its changes announced.
create function private.add_workspace_table(
  table_name text,
  label text,
  verbs text[] default '{select,insert,update,delete}',
  live boolean default true
) returns void
language plpgsql set search_path = ''
as $$
declare
  rows constant text := format('public.%I', table_name);
  own constant text := '((select private.is_workspace()) and user_id = (select auth.uid()))';
  verb text;
begin
  execute format('alter table %s enable row level security', rows);
  execute format('revoke all on %s from anon, authenticated', rows);
  execute format('grant all on %s to service_role', rows);
  foreach verb in array verbs loop
    execute format('grant %s on %s to authenticated', verb, rows);
    execute format(
      'create policy %I on %s for %s to authenticated %s %s',
      format('The workspace user %s their own %s', case verb
        when 'select' then 'reads' when 'insert' then 'adds' when 'update' then 'changes' else 'deletes'
      end, label),
      rows, verb,
      case when verb <> 'insert' then 'using ' || own end,
      case when verb in ('insert', 'update') then 'with check ' || own end);
  end loop;
  perform private.refuse_estimated_counts(table_name);
  if live then
    perform private.announce_changes(rows, 'workspace');
  end if;
end
$$;

grant execute on function private.content_tables() to anon, authenticated, service_role;

-- Returns whether there is any entry, including the entries of the sample.
create function private.content_exists() returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  list text;
  found_any boolean;
begin
  for list in select name from private.content_tables() loop
    execute format('select exists (select from public.%I)', list) into found_any;
    if found_any then
      return true;
    end if;
  end loop;
  return false;
end
$$;
