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
    -- Backwards: lists show the entry added last first, and thereby keep the file's order.
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

revoke execute on function public.import_content(jsonb, boolean), public.list_sample_content()
  from public, anon;

grant execute on function public.import_content(jsonb, boolean) to authenticated, service_role;

grant execute on function public.list_sample_content() to authenticated;
