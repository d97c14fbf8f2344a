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

-- Changes of notes, tasks and files have numbers in the order of their commits. A device asks for
-- those after the highest number that it knows.

-- Begins at the time in milliseconds, so that a database to which a site is moved, by a restore or
-- an upgrade, has higher numbers than the one before: tabs take lower ones for older states.
create sequence private.workspace_changes;

do $$
begin
  execute format(
    'alter sequence private.workspace_changes start with %1$s restart with %1$s',
    (extract(epoch from clock_timestamp()) * 1000)::bigint);
end
$$;

revoke all on sequence private.workspace_changes from public, anon, authenticated;

-- Deletions that devices have to learn of. A restored row has a higher number.
create table private.deleted_rows (
  id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  change_number bigint not null,
  deleted_at timestamptz not null default now(),
  table_name text not null,
  primary key (table_name, id)
);

comment on table private.deleted_rows is 'The deletions of the last 90 days, among the changes of a table. A device that was away for longer reads everything.';

create index deleted_rows_changes on private.deleted_rows (user_id, table_name, change_number);

create index deleted_rows_by_age on private.deleted_rows (deleted_at);

grant select on private.deleted_rows to authenticated, service_role;

create policy "The workspace user reads their own deletions" on private.deleted_rows
  for select to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()));

-- Without the lock, a lower number could be committed after a higher one, and a client that asks for
-- everything above the highest number it knows would miss it. Taken once per statement, before any
-- row is locked, so that two transactions cannot deadlock; its trigger comes after those of the
-- locks of a board and a drive (alphabetically), which functions take first.
create function private.serialize_changes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The rows of a deleted account are deleted with it. Their deletion gets no number: it holds a
  -- lock that could deadlock with a writer of these rows.
  if tg_op <> 'DELETE' or pg_trigger_depth() = 1 then
    perform pg_advisory_xact_lock(hashtextextended(tg_table_name, 0));
  end if;
  return null;
end
$$;

-- SECURITY DEFINER because callers have no rights on the sequence.
create function private.number_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.change_number := nextval('private.workspace_changes');
  return new;
end
$$;

-- SECURITY DEFINER because callers may not add deletions.
-- @limit content: a deletion is kept for other devices; 90 days by deleted_at < now() - interval '90 days'
create function private.record_deletions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.deleted_rows as known (table_name, id, user_id, change_number)
  select tg_table_name, id, user_id, nextval('private.workspace_changes')
  from old_rows
  where exists (select from auth.users where users.id = old_rows.user_id)
  on conflict (table_name, id) do update set
    user_id = excluded.user_id, change_number = excluded.change_number,
    deleted_at = excluded.deleted_at;
  delete from private.deleted_rows where deleted_at < now() - interval '90 days';
  return null;
end
$$;

-- Numbers the changes of a table of the workspace, and records its deletions.
create function private.number_changes(table_name text) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger serialize_changes before insert or update or delete on %1$s
      for each statement execute function private.serialize_changes();
    create or replace trigger number_change before insert or update on %1$s
      for each row execute function private.number_change();
    create or replace trigger record_deletions after delete on %1$s
      referencing old table as old_rows
      for each statement execute function private.record_deletions()',
    table_name);
end
$$;

-- The caller's rows that meet the condition, and deletions, after a change number. Both are read up
-- to max_rows, so that the first max_rows are complete; deletions mean nothing to a device without
-- rows, which asks for those after -1. Changes after a number below `oldest` are incomplete, and
-- `last` is the number of the table's last change.
create function private.changes_of(
  changed text, columns text, since bigint, max_rows integer, condition text default 'true'
) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  changes jsonb;
begin
  execute format(
    'select coalesce(jsonb_agg(change order by change_number), ''[]'') from (
      select change_number, to_jsonb(listed) as change from (
        select %2$s from public.%1$I
        where user_id = (select auth.uid()) and change_number > $1 and %3$s
        order by change_number limit $2
      ) as listed
      union all
      select change_number, to_jsonb(deletion) as change from (
        select id, change_number, true as is_deleted from private.deleted_rows
        where user_id = (select auth.uid()) and table_name = %1$L and change_number > $1 and $1 >= 0
        order by change_number limit $2
      ) as deletion
      order by change_number limit $2
    ) as changed',
    changed, columns, condition
  ) into changes using since, least(max_rows, 1000);
  return jsonb_build_object(
    'changes', changes, 'oldest', private.oldest_change(), 'last', private.last_change(changed));
end
$$;

create function private.last_change(changed text) returns bigint
language plpgsql stable security invoker set search_path = ''
as $$
declare
  last bigint;
begin
  execute format(
    'select max(change_number) from public.%I where user_id = (select auth.uid())', changed
  ) into last;
  return greatest(last, private.oldest_change(), (
    select max(change_number) from private.deleted_rows
    where user_id = (select auth.uid()) and table_name = changed
  ));
end
$$;

create function private.oldest_change() returns bigint
language sql stable set search_path = ''
as $$
  select seqstart - 1 from pg_catalog.pg_sequence
  where seqrelid = 'private.workspace_changes'::regclass
$$;

grant execute on function private.changes_of(text, text, bigint, integer, text),
  private.last_change(text), private.oldest_change() to authenticated, service_role;

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
