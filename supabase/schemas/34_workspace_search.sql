-- One search of the whole workspace.

-- A separate function, because array_to_string alone is not immutable.
create function private.task_text(title text, description text, tags text[]) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select private.fold_text(concat_ws(' ', title, description, array_to_string(tags, ' ')))
$$;

-- The text that the passage of a note is taken from.
create function private.shown_text(content text, labels text[]) returns text
language sql stable set search_path = ''
as $$
  select concat_ws(' · ', nullif(private.plain_text(content), ''), nullif(array_to_string(labels, ', '), ''))
$$;

-- About 200 characters from shortly before the first match; otherwise the beginning of the text.
create function private.passage(text text, search text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when place < 40 then left(text, 200)
    -- Cuts off a partial word at the beginning.
    else '…' || regexp_replace(substr(text, place - 24, 200), '^\S{0,20}\s', '')
  end
  from (
    select coalesce(min(nullif(private.place_of(word, text), 0)), 1) as place
    from regexp_split_to_table(private.fold_text(btrim(left(search, 200))), '\s+') as word
  ) as first
$$;

-- SECURITY DEFINER as in the inbox: behind row level security LIKE cannot use an index. The
-- function returns ids; the rows are then read under the caller's policies.
create function private.find_in_workspace(search text, max_rows integer)
returns table (kind text, id uuid, place integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  condition text := private.search_condition(search);
  source record;
begin
  perform private.require_role('workspace', 'Only the workspace user searches the workspace.');
  if coalesce(condition, 'true') = 'true' then
    return;
  end if;
  for source in
    select * from (values
      -- Scans in the order of the list, which has an index: a common word ends the scan early.
      ('note', 'workspace_notes', 'search_text', 'is_archived, is_pinned desc, updated_at desc'),
      ('trashed note', 'trashed_notes', 'search_text', 'trashed_at desc'),
      ('task', 'workspace_tasks', 'private.task_text(title, description, tags)', '"order"'),
      ('archived task', 'archived_tasks', 'private.task_text(title, description, tags)',
        'archived_at desc, "order"')
      -- Another table of the workspace user needs a line here and a part of search_workspace.
    ) as sources (kind, name, text, sorting)
  loop
    return query execute format(
      'select %1$L, id, row_number() over (order by in_title desc, listed)::integer from (
        select id, listed,
          (select %2$s from (select private.fold_text(title) as text) as titles) as in_title
        from (
          select id, title, row_number() over (order by %3$s, id) as listed
          from (select *, %4$s as text from public.%5$I where user_id = %6$L) as sources
          where %2$s order by %3$s, id limit 200
        ) as first
      ) as ranked
      order by in_title desc, listed limit %7$s',
      source.kind, condition, source.sorting, source.text, source.name, auth.uid(), max_rows
    );
  end loop;
end
$$;

-- SECURITY DEFINER because only the secret key reads the cached list. The workspace user may see
-- the list: the function that fetches it from Notion returns it to them.
create function private.find_notion_notes(search text, max_rows integer)
returns table (id text, title text, passage text, place text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  words text[] := regexp_split_to_array(private.fold_text(btrim(left(search, 200))), '\s+');
begin
  perform private.require_role('workspace', 'Only the workspace user searches the workspace.');
  return query
    select note ->> 'id', note ->> 'title', tags.text, note ->> 'url'
    from private.notion_notes as cached
    cross join jsonb_array_elements(cached.notes) with ordinality as listed (note, position)
    cross join lateral (
      select coalesce(string_agg(tag, ', '), '') as text
      from jsonb_array_elements_text(
        case jsonb_typeof(note -> 'tags') when 'array' then note -> 'tags' else '[]' end) as tag
    ) as tags
    where search ~ '\S' and not exists (
      select from unnest(words) as word
      where position(word in private.fold_text(concat_ws(' ', note ->> 'title', tags.text))) = 0
    )
    order by position
    limit max_rows;
end
$$;

grant execute on function private.passage(text, text), private.find_in_workspace(text, integer),
  private.find_notion_notes(text, integer), private.shown_text(text, text[])
to authenticated, service_role;

-- `item` is the further data that a list shows: for a note, the row of the notes' list.
create function public.search_workspace(search text, max_rows integer default 20) returns table (
  kind text, id text, title text, passage text, place text, updated_at timestamptz, item jsonb
)
language sql stable security invoker set search_path = ''
as $$
  with limits as (
    select least(greatest(max_rows, 1), 200) as rows
  ), found as materialized (
    select found.* from limits, private.find_in_workspace(search, limits.rows) as found
  )
  (
    select case when note.is_archived then 'archived note' else 'note' end, note.id::text, note.title,
      private.passage(private.shown_text(note.content, note.labels), search), '', note.updated_at,
      (select to_jsonb(listed) from (
        select note.id, note.title, note.excerpt, note.is_cut, note.color, note.is_pinned,
          note.is_archived, note.updated_at, note.revision, note.change_number, note.labels, note.remind_at
      ) as listed)
    from found join public.workspace_notes as note on found.kind = 'note' and note.id = found.id
    order by found.place
  ) union all (
    select found.kind, note.id::text, note.title,
      private.passage(private.shown_text(note.content, note.labels), search), '', note.trashed_at, null
    from found join public.trashed_notes as note on found.kind = 'trashed note' and note.id = found.id
    order by found.place
  ) union all (
    select found.kind, task.id::text, task.title,
      private.passage(concat_ws(' · ', nullif(task.description, ''), array_to_string(task.tags, ', ')), search),
      task.status, null, jsonb_build_object('due_date', task.due_date)
    from found join public.workspace_tasks as task on found.kind = 'task' and task.id = found.id
    order by found.place
  ) union all (
    select found.kind, task.id::text, task.title,
      private.passage(concat_ws(' · ', nullif(task.description, ''), array_to_string(task.tags, ', ')), search),
      '', task.archived_at, null
    from found join public.archived_tasks as task
      on found.kind = 'archived task' and task.id = found.id
    order by found.place
  ) union all (
    select case when file.is_folder then 'folder' else 'file' end, file.id::text, file.name, '',
      array_to_string(file.folder_names, ' / '), file.updated_at,
      jsonb_build_object('parent_id', file.parent_id, 'mimetype', file.mimetype)
    from limits, public.search_files(left(search, 200), limits.rows) as file
  ) union all (
    -- The time as Notion sent it, possibly not a valid time.
    select 'notion', note.id, note.title, note.passage, note.place, null, null
    from limits, private.find_notion_notes(search, limits.rows) as note
  )
$$;

comment on function public.search_workspace(text, integer) is 'The notes, archived and trashed too, tasks with the archive, files with their folders, and cached notes of Notion that contain every word: up to max_rows of each, those whose title matches first.';

select private.allow_calls('authenticated, service_role', '{search_workspace}');
