-- Labels of notes.

-- CHECK constraints run with the rights of the role that writes the row.
-- @limit content: labels of a note; 50, of 50 characters each by is_text_list(labels, 50, 50)
create function private.is_label_list(labels text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select private.is_text_list(labels, 50, 50)
    and (select count(distinct btrim(label)) from unnest(labels) as label where label = btrim(label))
      = cardinality(labels)
$$;

-- A function of its own, because array_to_string alone is not immutable.
create function private.note_text(title text, labels text[], content text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select private.fold_text(
    concat_ws(' ', title, array_to_string(labels, ' '), private.plain_text(content))
  )
$$;

revoke execute on function private.is_label_list(text[]), private.note_text(text, text[], text)
  from public;

grant execute on function private.is_label_list(text[]), private.note_text(text, text[], text)
  to authenticated, service_role;

alter table public.workspace_notes
  drop column search_text,
  add column labels text[] not null default '{}' check (private.is_label_list(labels)),
  add column search_text text collate "C"
    generated always as (private.note_text(title, labels, content)) stored;

create index workspace_notes_search on public.workspace_notes
  using gin (search_text extensions.gin_trgm_ops);

alter table public.trashed_notes
  drop column search_text,
  add column labels text[] not null default '{}' check (private.is_label_list(labels)),
  add column search_text text collate "C"
    generated always as (private.note_text(title, labels, content)) stored;

create index trashed_notes_search on public.trashed_notes
  using gin (search_text extensions.gin_trgm_ops);

comment on column public.workspace_notes.search_text is 'Title, labels and text for searching. A migration that changes fold_text or plain_text must add the column again.';

comment on table public.trashed_notes is 'Deleted notes. Only a DELETE on workspace_notes adds rows; of their columns only labels change.';

drop trigger set_updated_at on public.workspace_notes;

create trigger set_updated_at before insert on public.workspace_notes
  for each row execute function private.set_updated_at();

-- Functions that change notes for the user, such as the renaming of a label, keep their times.
create trigger set_changed_at before update on public.workspace_notes
  for each row when (current_user in ('anon', 'authenticated', 'service_role'))
  execute function private.set_updated_at();

create or replace function private.trash_deleted_notes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.trashed_notes
    (id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision, labels)
  select id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision, labels
  from old_rows
  -- The notes of a deleted account are deleted with it.
  where exists (select from auth.users where users.id = old_rows.user_id);
  return null;
end
$$;

create or replace function private.restore_notes(ids uuid[]) returns setof public.workspace_notes
language plpgsql volatile security definer set search_path = ''
as $$
declare
  trashed public.trashed_notes;
  restored public.workspace_notes;
begin
  if not private.is_workspace() then
    raise insufficient_privilege using message = 'Only the workspace user has notes.';
  end if;
  for trashed in
    delete from public.trashed_notes as notes
    where notes.id = any (ids) and notes.user_id = auth.uid()
    returning notes.*
  loop
    insert into public.workspace_notes
      (id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision,
        labels)
    values
      (trashed.id, trashed.user_id, trashed.title, trashed.content, trashed.color,
        trashed.is_pinned, trashed.is_archived, trashed.updated_at, trashed.revision + 1,
        trashed.labels)
    returning * into restored;
    return next restored;
  end loop;
end
$$;

-- SECURITY DEFINER because callers may not change the trash.
create function private.rename_label(old_label text, new_label text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  renamed integer;
  trashed integer;
begin
  if not private.is_workspace() then
    raise insufficient_privilege using message = 'Only the workspace user has notes.';
  end if;
  update public.workspace_notes
  set labels = private.with_label_renamed(labels, old_label, new_label)
  where user_id = auth.uid() and old_label = any (labels);
  get diagnostics renamed = row_count;
  update public.trashed_notes
  set labels = private.with_label_renamed(labels, old_label, new_label)
  where user_id = auth.uid() and old_label = any (labels);
  get diagnostics trashed = row_count;
  return renamed + trashed;
end
$$;

create function private.with_label_renamed(labels text[], old_label text, new_label text)
returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct label collate "C" order by label collate "C"), '{}')
  from unnest(array_replace(labels, old_label, nullif(new_label, ''))) as label
  where label is not null
$$;

create function public.rename_label(old_label text, new_label text) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.rename_label(old_label, new_label)
$$;

comment on function public.rename_label(text, text) is 'Gives all notes with a label, archived and trashed ones too, another one instead, or none if that is empty. Returns their number.';

revoke execute on function private.rename_label(text, text),
  private.with_label_renamed(text[], text, text) from public;

grant execute on function private.rename_label(text, text) to authenticated, service_role;

revoke execute on function public.rename_label(text, text) from public, anon;

grant execute on function public.rename_label(text, text) to authenticated;

-- What the passage of a note is taken from.
create function private.shown_text(content text, labels text[]) returns text
language sql stable set search_path = ''
as $$
  select concat_ws(' · ', nullif(private.plain_text(content), ''), nullif(array_to_string(labels, ', '), ''))
$$;

revoke execute on function private.shown_text(text, text[]) from public;

grant execute on function private.shown_text(text, text[]) to authenticated, service_role;

create or replace function public.search_workspace(search text, max_rows integer default 20) returns table (
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
          note.is_archived, note.updated_at, note.revision, note.change_number, note.labels
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
    -- Its time is as Notion sent it, which may be no time.
    select 'notion', note.id, note.title, note.passage, note.place, null, null
    from limits, private.find_notion_notes(search, limits.rows) as note
  )
$$;
