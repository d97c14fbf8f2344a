-- Importing content: all rows of an import in one transaction.
--
--   rpc import_content(content jsonb, clear_sample boolean default false) returns void, for the owner
--     content       {"experience": [row, …], …} with the tables personal_info, experience, education,
--                   projects, skill_categories, skills and social_links. A row without a revision is
--                   new and has its id. A row with a revision has only the columns to change.
--                   New rows are added backwards, the first one last.
--     clear_sample  removes the unchanged sample rows first, as clear_sample_content does.
--     PT409         a row was changed, added or removed elsewhere; nothing was saved.
-- A new entry that is already stored is not an error, so that a request can be repeated.
--
--   rpc list_sample_content() returns the rows that clear_sample_content would delete.
create function public.import_content(content jsonb, clear_sample boolean default false) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  list record;
  item jsonb;
  columns text;
  saved integer;
begin
  perform private.require_role('admin', 'Only the owner imports content.');
  if content is null or jsonb_typeof(content) <> 'object' then
    raise sqlstate '22023' using message = 'Expected an object with a list for each table.';
  end if;
  if clear_sample then
    perform public.clear_sample_content();
  end if;
  for list in select * from private.content_tables() order by place loop
    -- Backwards: lists show the last added entry first, and thereby keep the file's order.
    for item in
      select value from jsonb_array_elements(coalesce(content -> list.name, '[]')) with ordinality
      order by ordinality desc
    loop
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
        -- The client chooses an entry's id; a key may have been added in another tab.
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

comment on function public.import_content(jsonb, boolean) is
  'Owner only: adds and changes content, all or nothing.';

create function public.list_sample_content() returns table (table_name text, id text)
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

comment on function public.list_sample_content() is
  'The rows clear_sample_content() would delete; none for callers other than the owner.';

select private.allow_calls('authenticated, service_role', '{import_content, list_sample_content}');

-- Undoing the last import while nothing else has changed its entries.
--
--   rpc import_file(content jsonb, clear_sample boolean default false) returns void
--                      import_content, and remembers what it did
--   rpc last_import()  id, imported_at, entries (their number), is_unchanged
--   rpc undo_import(import uuid) returns boolean
--                      deletes what was added, changes back what was changed and returns the sample
--                      content that was removed. PT409 when an entry has changed since; nothing is
--                      undone then. False when this is not the last import, or was undone.

create table private.last_import (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  imported_at timestamptz not null default now(),
  -- The versions it made, in content_history.
  versions bigint[] not null,
  -- The sample rows it removed, as [{"list": …, "entry": …}], and their records.
  removed jsonb not null,
  samples jsonb not null
);

comment on table private.last_import is 'What the last import changed, so that it can be undone.';

-- An import without a version repeats an earlier import whose response was lost.
create function private.remember_import(
  content jsonb, after_version bigint, removed jsonb, samples jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  made bigint[];
begin
  perform private.require_role('admin', 'Only the owner imports content.');
  select array_agg(newest.id order by newest.id) into made from (
    select max(version.id) as id
    from jsonb_each(content) as list
    cross join jsonb_array_elements(list.value) as item
    join public.content_history as version on version.table_name = list.key
      and version.entry_id = coalesce(item ->> 'key', item ->> 'id')
      and version.id > after_version
    group by version.table_name, version.entry_id
  ) as newest;
  if made is not null then
    delete from private.last_import where true;
    insert into private.last_import (versions, removed, samples)
    values (made, remember_import.removed, remember_import.samples);
  end if;
end
$$;

create function public.import_file(content jsonb, clear_sample boolean default false) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  newest constant bigint := (select coalesce(max(id), 0) from public.content_history);
  removed jsonb := '[]';
  samples jsonb := '[]';
  names text[];
  list record;
  entries jsonb;
begin
  if clear_sample then
    names := array(select table_name || ' ' || id from public.list_sample_content());
    samples := (select coalesce(jsonb_agg(sample), '[]') from private.sample_entries as sample);
    for list in select * from private.content_tables() order by place loop
      execute format(
        'select coalesce(jsonb_agg(jsonb_build_object(''list'', %1$L, ''entry'', to_jsonb(entry))), ''[]'')
        from public.%1$I as entry where %1$L || '' '' || %2$I = any ($1)',
        list.name, list.key_column
      ) into entries using names;
      removed := removed || entries;
    end loop;
  end if;
  perform public.import_content(content, clear_sample);
  perform private.remember_import(content, newest, removed, samples);
end
$$;

comment on function public.import_file(jsonb, boolean) is
  'Owner only: import_content, but as one that undo_import can undo.';

-- Returns whether a version is still the state of its entry, and whether an added category has only
-- the skills that were added with it.
create function private.is_current_version(version public.content_history, together bigint[])
returns boolean
language sql stable set search_path = ''
as $$
  select not exists (
    select from public.content_history as later
    where later.table_name = version.table_name and later.entry_id = version.entry_id
      and later.id > version.id
  ) and (version.table_name <> 'skill_categories' or version.operation <> 'insert' or not exists (
    select from public.skills as skill
    where skill.category_id::text = version.entry_id and not exists (
      select from public.content_history as added
      where added.id = any (together) and added.table_name = 'skills'
        and added.entry_id = skill.id::text
    )
  ))
$$;

create function private.last_import() returns table (
  id uuid, imported_at timestamptz, entries integer, is_unchanged boolean
)
language sql stable security definer set search_path = ''
as $$
  -- A category includes its skills; a location includes its parts.
  select last.id, last.imported_at,
    count(*) filter (
      where version.table_name <> 'skill_categories' and version.entry_id <> 'locationParts'
    )::integer,
    count(*) filter (where private.is_current_version(version, last.versions))
      = cardinality(last.versions)
  from private.last_import as last
  join public.content_history as version on version.id = any (last.versions)
  where private.is_admin() and last.imported_at > now() - interval '30 days'
  group by last.id, last.imported_at, last.versions
$$;

comment on function private.last_import() is
  'The last import of the last 30 days; no row for callers other than the owner.';

-- SECURITY DEFINER because the sample rows return with their time of creation.
create function private.undo_import(import uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  last private.last_import;
  version public.content_history;
  before jsonb;
  key_column text;
  changed integer;
  sample record;
begin
  perform private.require_role('admin', 'Only the owner undoes an import.');
  delete from private.last_import as known where known.id = import returning * into last;
  if not found then
    return false;
  end if;
  -- Skills are undone before their categories. A row that has changed since has another revision.
  for version in
    select * from public.content_history as made where made.id = any (last.versions)
    order by made.id desc
  loop
    key_column := case version.table_name when 'personal_info' then 'key' else 'id' end;
    changed := 0;
    if private.is_current_version(version, last.versions) then
      if version.operation = 'insert' then
        execute format(
          'delete from public.%1$I as entry
          where entry.%2$I::text = $1 and entry.revision = ($2 ->> ''revision'')::integer',
          version.table_name, key_column
        ) using version.entry_id, version.entry;
      else
        select earlier.entry into before from public.content_history as earlier
        where earlier.table_name = version.table_name and earlier.entry_id = version.entry_id
          and earlier.id < version.id
        order by earlier.id desc limit 1;
        execute format(
          'update public.%1$I as entry set (%2$s) = (
            select %2$s from jsonb_populate_record(entry, $3))
          where entry.%3$I::text = $1 and entry.revision = ($2 ->> ''revision'')::integer',
          version.table_name,
          private.versioned_columns(
            version.table_name, before, array['id', 'key', 'created_at', 'position', 'revision']),
          key_column
        ) using version.entry_id, version.entry, private.without_lost_category(before);
      end if;
      get diagnostics changed = row_count;
    end if;
    if changed = 0 then
      raise sqlstate 'PT409' using
        message = 'Something of this import has changed since. Nothing was undone.',
        hint = 'Change single entries back in their history.';
    end if;
    last.versions := array_remove(last.versions, version.id);
  end loop;
  for sample in
    select item ->> 'list' as list, item -> 'entry' as entry
    from jsonb_array_elements(last.removed) with ordinality as removed (item, place) order by place
  loop
    execute format(
      'insert into public.%1$I (%2$s) select %2$s
      from jsonb_populate_record(null::public.%1$I, $1) on conflict do nothing',
      sample.list, private.versioned_columns(sample.list, sample.entry, '{}')
    ) using private.without_lost_category(sample.entry);
  end loop;
  insert into private.sample_entries
  select * from jsonb_populate_recordset(null::private.sample_entries, last.samples)
  on conflict do nothing;
  return true;
end
$$;

comment on function private.undo_import(uuid) is
  'Owner only: undoes the last import, all or nothing. False when there is no such import.';

grant execute on function private.remember_import(jsonb, bigint, jsonb, jsonb) to authenticated;

select private.allow_calls('authenticated, service_role', '{
  import_file, last_import, undo_import
}');
