-- The tasks of today were not read where more than fifty were overdue, nor the labels and reminders
-- of notes, which a tab that had shown the dashboard then took for removed.

create or replace function public.workspace_overview() returns jsonb
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
