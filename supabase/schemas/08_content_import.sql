-- Importing content: all rows of an import in one transaction.
--
--   rpc import_content(content jsonb, clear_sample boolean default false) returns void, for the owner
--     content       {"experience": [row, …], …} with the tables personal_info, experience, education,
--                   projects, skill_categories, skills and social_links. A row without a revision is
--                   new and has its id. A row with a revision has only the columns to change.
--     clear_sample  removes the unchanged sample rows first, as clear_sample_content does.
--     PT409         a row was changed, added or removed elsewhere; nothing was saved.
-- A new entry that is already stored is not an error, so that a request can be repeated.
--
--   rpc list_sample_content() returns the rows that clear_sample_content would delete.

create function public.import_content(content jsonb, clear_sample boolean default false) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  list text;
  key_name text;
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
  -- Categories before their skills.
  foreach list in array array[
    'personal_info', 'experience', 'education', 'projects', 'skill_categories', 'skills', 'social_links'
  ] loop
    key_name := case list when 'personal_info' then 'key' else 'id' end;
    for item in select value from jsonb_array_elements(coalesce(content -> list, '[]')) loop
      select string_agg(quote_ident(attname), ', ') into columns
        from pg_catalog.pg_attribute
        where attrelid = format('public.%I', list)::regclass and attnum > 0 and not attisdropped
          and attname not in (key_name, 'created_at', 'revision') and item ? attname;
      if item -> 'revision' is null or item -> 'revision' = 'null' then
        execute format(
          'insert into public.%1$I (%2$I, %3$s)
          select %2$I, %3$s from jsonb_populate_record(null::public.%1$I, $1)
          on conflict (%2$I) do nothing',
          list, key_name, columns
        ) using item;
        get diagnostics saved = row_count;
        -- An entry's id is chosen by the client; a key may have been added in another tab.
        continue when list <> 'personal_info';
      else
        execute format(
          'update public.%1$I as entry
          set (revision, %3$s) = (select revision, %3$s from jsonb_populate_record(entry, $1))
          where entry.%2$I::text = $1 ->> %2$L',
          list, key_name, columns
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
language sql stable security invoker set search_path = ''
as $$
  with current_entries as (
    select 'personal_info' as table_name, key as id, to_jsonb(info) as entry from public.personal_info as info
    union all select 'education', id::text, to_jsonb(education) from public.education
    union all select 'experience', id::text, to_jsonb(experience) from public.experience
    union all select 'projects', id::text, to_jsonb(projects) from public.projects
    union all select 'social_links', id::text, to_jsonb(social_links) from public.social_links
    union all select 'skills', id::text, to_jsonb(skills) from public.skills
    union all select 'skill_categories', id::text, to_jsonb(skill_categories) from public.skill_categories
  ),
  unchanged as (
    select current_entries.table_name, current_entries.id
    from private.sample_entries as sample
    join current_entries on current_entries.table_name = sample.table_name and current_entries.id = sample.id
    where private.is_unchanged_sample(current_entries.entry, sample.entry)
  )
  select unchanged.table_name, unchanged.id from unchanged
  where unchanged.table_name <> 'skill_categories' or not exists (
    select from public.skills
    where skills.category_id::text = unchanged.id
      and not exists (
        select from unchanged as skill where skill.table_name = 'skills' and skill.id = skills.id::text
      )
  )
$$;

comment on function public.list_sample_content() is
  'The rows clear_sample_content() would delete; none for callers other than the owner.';

revoke execute on function public.import_content(jsonb, boolean), public.list_sample_content()
  from public, anon;

grant execute on function public.import_content(jsonb, boolean) to authenticated, service_role;

grant execute on function public.list_sample_content() to authenticated;
