-- The tables of content entries in one place. A table becomes one by a call of add_content_table(),
-- which gives it the policies, grants and triggers that all of them have; every function that goes
-- through the content asks content_tables() which there are.

-- `key_column` identifies an entry, `order_column` has its place if the owner can choose one. A table
-- comes after those that its rows refer to. Found by the trigger that keeps their history.
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

-- For a new table with the columns id, visibility, revision, and if its entries have dates or can be
-- put in order, created_at, start_month, end_month, date_range and position.
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
begin
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
    case when 'position' = any (columns) then
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
    execute format(
      'create trigger protect_created_at before insert or update on %s
        for each row execute function private.protect_created_at()', entries);
  end if;
  if 'date_range' = any (columns) then
    execute format(
      'create trigger write_date_range before insert or update on %s
        for each row execute function private.write_date_range()', entries);
  end if;
end
$$;

revoke execute on function private.content_tables(), private.add_content_table(text),
  private.refuse_estimated_counts(text) from public;

grant execute on function private.content_tables() to anon, authenticated, service_role;

create or replace function public.clear_sample_content() returns integer
language plpgsql security invoker set search_path = ''
as $$
declare
  list record;
  removed integer;
  total integer := 0;
begin
  if not (select private.is_admin()) then
    raise insufficient_privilege using message = 'Only the owner clears the sample content.';
  end if;
  -- Skills before their categories.
  for list in select * from private.content_tables() order by place desc loop
    execute format(
      'delete from public.%1$I as present using private.sample_entries as sample
        where sample.table_name = %1$L and sample.id = present.%2$I::text
          and private.is_unchanged_sample(to_jsonb(present), sample.entry) and %3$s',
      list.name, list.key_column,
      case list.name
        when 'skill_categories' then
          'not exists (select from public.skills where skills.category_id = present.id)'
        else 'true'
      end);
    get diagnostics removed = row_count;
    total := total + removed;
  end loop;
  -- The remaining rows are the owner's content.
  delete from private.sample_entries where true;
  return total;
end
$$;

create or replace function public.list_sample_content() returns table (table_name text, id text)
language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query execute format(
    'with current_entries (table_name, id, entry) as (%s),
    unchanged as (
      select current_entries.table_name, current_entries.id
      from private.sample_entries as sample
      join current_entries on current_entries.table_name = sample.table_name
        and current_entries.id = sample.id
      where private.is_unchanged_sample(current_entries.entry, sample.entry)
    )
    select table_name, id from unchanged
    where table_name <> ''skill_categories'' or not exists (
      select from public.skills
      where skills.category_id::text = unchanged.id
        and not exists (
          select from unchanged as skill where skill.table_name = ''skills'' and skill.id = skills.id::text
        )
    )',
    (select string_agg(
      format('select %1$L::text, entries.%2$I::text, to_jsonb(entries) from public.%1$I as entries',
        name, key_column),
      ' union all ' order by place) from private.content_tables()));
end
$$;

create or replace function public.save_content_order(list text, items jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  place text := (select order_column from private.content_tables() where name = list);
  scope text := case list
    when 'skills' then 'entry.category_id is not distinct from (
      select first.category_id from public.skills as first where first.id = ($1 -> 0 ->> ''id'')::uuid)'
    else 'true'
  end;
  listed integer;
  saved integer;
begin
  if not (select private.is_admin()) then
    raise insufficient_privilege using message = 'Only the owner changes the order.';
  end if;
  if place is null then
    raise sqlstate '22023' using message = 'There is no list of this name.';
  end if;
  -- The embedded engine sends JSON arguments as JSON text within a JSON string.
  if jsonb_typeof(items) = 'string' then
    items := (items #>> '{}')::jsonb;
  end if;
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 10000 then
    raise sqlstate '22023' using message = 'Expected a list of at most 10000 entries.';
  end if;
  -- Taken before any row is locked, so that two orders cannot deadlock.
  perform pg_advisory_xact_lock(hashtextextended('order of ' || list, 0));
  execute format('select count(*) from public.%I as entry where %s', list, scope) into listed using items;
  execute format(
    'update public.%1$I as entry set %2$I = item.place
    from (
      select (value ->> ''id'')::uuid as id, (value ->> ''was'')::integer as was, ordinality as place
      from jsonb_array_elements($1) with ordinality
    ) as item
    where entry.id = item.id and entry.%2$I is not distinct from item.was and %3$s',
    list, place, scope
  ) using items;
  get diagnostics saved = row_count;
  if saved <> listed or saved <> jsonb_array_length(items) then
    raise sqlstate 'PT409' using
      message = 'The list has changed elsewhere. Nothing was saved.',
      detail = format('%s of %s entries found.', saved, listed);
  end if;
end
$$;

create or replace function public.import_content(content jsonb, clear_sample boolean default false) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  list record;
  item jsonb;
  columns text;
  saved integer;
begin
  if not (select private.is_admin()) then
    raise insufficient_privilege using message = 'Only the owner imports content.';
  end if;
  -- The embedded engine sends JSON arguments as JSON text within a JSON string.
  if jsonb_typeof(content) = 'string' then
    content := (content #>> '{}')::jsonb;
  end if;
  if content is null or jsonb_typeof(content) <> 'object' then
    raise sqlstate '22023' using message = 'Expected an object with a list for each table.';
  end if;
  if clear_sample then
    perform public.clear_sample_content();
  end if;
  for list in select * from private.content_tables() order by place loop
    for item in select value from jsonb_array_elements(coalesce(content -> list.name, '[]')) loop
      select string_agg(quote_ident(attname), ', ') into columns
        from pg_catalog.pg_attribute
        where attrelid = format('public.%I', list.name)::regclass and attnum > 0 and not attisdropped
          and attname not in (list.key_column, 'created_at', 'revision') and item ? attname;
      if item -> 'revision' is null or item -> 'revision' = 'null' then
        execute format(
          'insert into public.%1$I (%2$I, %3$s)
          select %2$I, %3$s from jsonb_populate_record(null::public.%1$I, $1)
          on conflict (%2$I) do nothing',
          list.name, list.key_column, columns
        ) using item;
        get diagnostics saved = row_count;
        -- An entry's id is chosen by the client; a key may have been added in another tab.
        continue when list.key_column = 'id';
      else
        execute format(
          'update public.%1$I as entry
          set (revision, %3$s) = (select revision, %3$s from jsonb_populate_record(entry, $1))
          where entry.%2$I::text = $1 ->> %2$L',
          list.name, list.key_column, columns
        ) using item;
        get diagnostics saved = row_count;
      end if;
      if saved = 0 then
        raise sqlstate 'PT409' using
          message = 'The content has changed elsewhere. Nothing was imported.',
          hint = 'Read it again and repeat the import.';
      end if;
    end loop;
  end loop;
end
$$;

-- Whether there is any entry, that of the sample included.
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

revoke execute on function private.content_exists() from public;

create or replace function private.site_has_content() returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from auth.users)
    or exists (
      select from storage.buckets, private.stored_objects(buckets.id) as stored
      where stored.name !~ '^restore-[0-9a-f-]{36}/')
    or exists (select from public.messages)
    or not exists (select from private.sample_entries) and private.content_exists()
$$;

create or replace function private.archived_tables() returns table (
  place integer,
  name text,
  sorting text[],
  column_names text[],
  condition text,
  triggers text[],
  replaced boolean
)
language sql stable set search_path = ''
as $$
  select 100 + content.place::integer, 'public.' || content.name, array[content.key_column],
    null::text[], null::text, array['notify_content_change'], true
  from private.content_tables() as content
  union all values
    (1, 'auth.users', array['id'], array['id', 'aud', 'role', 'email', 'encrypted_password',
      'email_confirmed_at', 'raw_app_meta_data', 'raw_user_meta_data', 'banned_until',
      'last_sign_in_at', 'created_at', 'updated_at'], 'deleted_at is null', array[]::text[], false),
    (2, 'auth.identities', array['user_id', 'provider'], array['id', 'user_id', 'provider',
      'provider_id', 'identity_data', 'last_sign_in_at', 'created_at', 'updated_at'],
      'user_id in (select id from auth.users where deleted_at is null)', '{}', false),
    (3, 'private.members', array['role'], null, null, array['close_setup'], true),
    (201, 'private.sample_entries', array['table_name', 'id'], null, null, '{}', true),
    (202, 'public.messages', array['created_at', 'id'], null, null, array['index_message'], true),
    (203, 'public.visits', array['created_at', 'id'], null,
      'created_at >= private.visits_kept_since()',
      array['count_added_visits', 'count_removed_visits'], true),
    (204, 'public.workspace_users', array['user_id'], null, null, '{}', true),
    (205, 'public.workspace_activity_logs', array['created_at', 'id'], null, null, '{}', true),
    (206, 'public.workspace_notes', array['change_number'], null, null,
      array['lock_note_changes', 'number_change'], true),
    (207, 'public.trashed_notes', array['id'], null, null, '{}', true),
    (208, 'public.workspace_tasks', array['id'], null, null, '{}', true),
    (209, 'storage.objects', array['bucket_id', 'name'], array['id', 'bucket_id', 'name', 'owner_id',
      'metadata', 'user_metadata', 'created_at', 'updated_at'],
      '(bucket_id = ''profile-pictures'' or bucket_id = ''workspace-files'' and exists (
        select from public.workspace_files where storage_object_path = objects.name))
        and to_jsonb(objects) ->> ''archived_at'' is null
        and coalesce(to_jsonb(objects) ->> ''is_delete_marker'', ''false'') = ''false''', '{}', false),
    (210, 'public.workspace_files', array['id'], null, null, '{}', true),
    (211, 'public.content_history', array['changed_at', 'id'], null, null, '{}', true),
    (212, 'public.notice_choices', array['cause'], null, null, '{}', true),
    (213, 'public.link_clicks', array['created_at', 'id'], null,
      'created_at >= private.visits_kept_since()',
      array['count_added_clicks', 'count_removed_clicks'], true),
    (214, 'private.analytics_days', array['day', 'metric', 'subject'], null,
      'day < (private.visits_kept_since() at time zone ''UTC'')::date', '{}', true)
  order by 1
$$;

-- A digest of the content that the caller reads.
create function private.content_digest() returns text
language plpgsql stable set search_path = ''
as $$
declare
  list record;
  part text;
  parts text[];
begin
  for list in select name, key_column from private.content_tables() order by name loop
    execute format(
      'select string_agg(entries::text, E''\n'' order by entries.%I) from public.%I as entries',
      list.key_column, list.name) into part;
    parts := parts || part;
  end loop;
  return md5(array_to_string(parts, E'\f', ''));
end
$$;

revoke execute on function private.content_digest() from public;

grant execute on function private.content_digest() to anon, authenticated, service_role;

create or replace view public.content_version with (security_invoker = true) as
select private.content_digest() as version;

-- Ids of sections; the page ignores those it does not know.
create or replace function private.is_section_list(ids jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(ids) = 'array' and jsonb_array_length(ids) <= 30
    and (select count(distinct id) = count(*) and coalesce(bool_and(id ~ '^[a-z_]{1,30}$'), true)
      from jsonb_array_elements_text(ids) as id)
$$;
