-- Returns everything that the workspace's dashboard shows, in one call.

-- SECURITY DEFINER as in find_notion_notes: only the secret key reads the cached list.
create function private.latest_notion_notes(max_rows integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(listed.item order by listed.edited desc nulls last, listed.position), '[]')
  from (
    select position, note ->> 'lastEdited' collate "C" as edited, jsonb_build_object(
      'id', note -> 'id', 'title', note -> 'title', 'url', note -> 'url', 'icon', note -> 'icon',
      'lastEdited', note -> 'lastEdited'
    ) as item
    from (
      select notes from private.notion_notes
      where private.is_workspace() order by synced_at desc limit 1
    ) as cached
    cross join jsonb_array_elements(cached.notes) with ordinality as notes (note, position)
    order by edited desc nulls last, position limit max_rows
  ) as listed
$$;

-- `day` is the caller's day, which may be tomorrow's in UTC: the browser drops the tasks that are
-- not due yet. When many tasks are overdue, only some of them are read, but all of today's.
-- `drive_usage` refuses everyone but the workspace user.
create function public.workspace_overview() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'usage', (select to_jsonb(usage) from public.drive_usage() as usage),
    'tasks', (
      select coalesce(jsonb_agg(due order by due.due_date, due."order", due.id), '[]') from (
        select id, title, status, priority, due_date, "order"
        from (
          select *,
            row_number() over (order by due_date, "order", id) as first,
            row_number() over (order by due_date desc, "order", id) as last
          from public.workspace_tasks
          where user_id = (select auth.uid()) and status <> 'done'
            and due_date < date_trunc('day', now(), 'UTC') + interval '2 days'
        ) as open
        where first <= 50 or last <= 50
      ) as due
    ),
    'notes', (
      select coalesce(jsonb_agg(note), '[]')
      from (values (true), (false)) as parts (pinned)
      cross join lateral (
        select id, title, excerpt, is_cut, color, is_pinned, is_archived, labels, remind_at,
          updated_at, revision, change_number
        from public.workspace_notes
        where user_id = (select auth.uid()) and not is_archived and is_pinned = pinned
        order by updated_at desc limit 8
      ) as note
    ),
    'files', (
      select coalesce(jsonb_agg(file order by file.updated_at desc, file.id), '[]') from (
        select id, name, is_folder, parent_id, mimetype, size, updated_at
        from public.workspace_files
        where user_id = (select auth.uid()) and not is_folder and trashed_at is null
        order by updated_at desc, id limit 6
      ) as file
    ),
    'notion', private.latest_notion_notes(5)
  )
$$;

comment on function public.workspace_overview() is 'What the dashboard shows: tasks due by tomorrow, pinned and latest notes, latest files and cached notes of Notion, and the space used.';

grant execute on function private.latest_notion_notes(integer) to authenticated, service_role;

select private.allow_calls('authenticated, service_role', '{workspace_overview}');
