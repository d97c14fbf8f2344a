-- The workspace user's notes, their trash and their search.

-- CHECK constraints run with the rights of the role that writes the row.
-- @limit content: labels of a note; 50, of 50 characters each by is_text_list(labels, 50, 50)
create function private.is_label_list(labels text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select private.is_text_list(labels, 50, 50)
    and (select count(distinct btrim(label)) from unnest(labels) as label where label = btrim(label))
      = cardinality(labels)
$$;

-- A separate function, because array_to_string alone is not immutable.
create function private.note_text(title text, labels text[], content text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select private.fold_text(
    concat_ws(' ', title, array_to_string(labels, ' '), private.plain_text(content))
  )
$$;

grant execute on function private.is_label_list(text[]), private.note_text(text, text[], text)
  to authenticated, service_role;

-- @limit content: a note's excerpt in the list; 1500 characters by left(content, 1500)
create table public.workspace_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null default '' check (char_length(title) <= 1000),
  -- HTML, at most 1 MiB.
  content text not null default '' check (octet_length(content) <= 1048576),
  color text not null default '#1F2937' check (color ~ '^#[0-9A-Fa-f]{6}$'),
  is_pinned boolean not null default false,
  is_archived boolean not null default false,
  updated_at timestamptz not null default now(),
  -- Counts the updates. A save names the revision it started from; if another tab saved first, the
  -- save changes no row.
  revision integer not null default 1,
  -- The text on a card. A list of 10,000 notes reads this instead of up to 1 MiB each.
  excerpt text generated always as (left(content, 1500)) stored,
  -- True if content is longer than excerpt.
  is_cut boolean generated always as (char_length(content) > 1500) stored,
  -- Orders the states of all notes independently of the server's clock.
  change_number bigint not null default 0,
  labels text[] not null default '{}' check (private.is_label_list(labels)),
  search_text text collate "C"
    generated always as (private.note_text(title, labels, content)) stored,
  remind_at timestamptz check (isfinite(remind_at))
);

comment on column public.workspace_notes.excerpt is 'The beginning of content; HTML that may end inside an element.';

comment on column public.workspace_notes.search_text is 'Title, labels and text for searching. A migration that changes fold_text or plain_text must add the column again.';

comment on column public.workspace_notes.change_number is 'Grows with every insert and update of any note; set by the database.';

create index workspace_notes_of_user
  on public.workspace_notes (user_id, is_archived, is_pinned desc, updated_at desc);

create index workspace_notes_changes on public.workspace_notes (user_id, change_number);

create index workspace_notes_search on public.workspace_notes
  using gin (search_text extensions.gin_trgm_ops);

create index workspace_notes_reminders on public.workspace_notes (remind_at)
  where remind_at is not null;

create trigger set_updated_at before insert on public.workspace_notes
  for each row execute function private.set_updated_at();

-- Functions that change notes for the user, such as the renaming of a label, keep the notes' times.
create trigger set_changed_at before update on public.workspace_notes
  for each row when (current_user in ('anon', 'authenticated', 'service_role'))
  execute function private.set_updated_at();

create function private.increment_revision() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.revision := old.revision + 1;
  elsif current_user in ('anon', 'authenticated') then
    new.revision := 1;
  end if;
  return new;
end
$$;

create trigger increment_revision before insert or update on public.workspace_notes
  for each row execute function private.increment_revision();

select private.number_changes('public.workspace_notes');

select private.add_workspace_table('workspace_notes', 'notes');

-- Deleted notes are kept for 30 days and can be restored.
create table public.trashed_notes (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null,
  content text not null,
  color text not null,
  is_pinned boolean not null,
  is_archived boolean not null,
  updated_at timestamptz not null,
  revision integer not null,
  trashed_at timestamptz not null default clock_timestamp(),
  excerpt text generated always as (left(content, 1500)) stored,
  is_cut boolean generated always as (char_length(content) > 1500) stored,
  labels text[] not null default '{}' check (private.is_label_list(labels)),
  search_text text collate "C"
    generated always as (private.note_text(title, labels, content)) stored,
  remind_at timestamptz
);

comment on table public.trashed_notes is 'Deleted notes. Only a DELETE on workspace_notes adds rows; of their columns only labels change.';

create index trashed_notes_of_user on public.trashed_notes (user_id, trashed_at desc);

create index trashed_notes_search on public.trashed_notes
  using gin (search_text extensions.gin_trgm_ops);

select private.add_workspace_table('trashed_notes', 'trashed notes', '{select,delete}');

-- SECURITY DEFINER because callers may not insert into the trash.
create function private.trash_deleted_notes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.trashed_notes
    (id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision, labels, remind_at)
  select id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision, labels, remind_at
  from old_rows
  -- The notes of a deleted account are deleted with it.
  where exists (select from auth.users where users.id = old_rows.user_id);
  return null;
end
$$;

create trigger trash_deleted_notes after delete on public.workspace_notes
  referencing old table as old_rows
  for each statement execute function private.trash_deleted_notes();

-- A client that repeats an insert because it never received the response must not recreate a note
-- deleted in the meantime, and a trashed note needs its id to be restored.
create function private.refuse_trashed_id() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.trashed_notes where trashed_notes.id = new.id) then
    raise unique_violation using message = 'This note is in the trash.';
  end if;
  return new;
end
$$;

create trigger refuse_trashed_id before insert or update of id on public.workspace_notes
  for each row execute function private.refuse_trashed_id();

-- SECURITY DEFINER because a restored note keeps its time and continues its revisions, which callers
-- cannot set. If a revision were used twice, a save based on an older version would overwrite a newer
-- one.
create function private.restore_notes(ids uuid[]) returns setof public.workspace_notes
language plpgsql volatile security definer set search_path = ''
as $$
declare
  trashed public.trashed_notes;
  restored public.workspace_notes;
begin
  perform private.require_role('workspace', 'Only the workspace user has notes.');
  for trashed in
    delete from public.trashed_notes as notes
    where notes.id = any (ids) and notes.user_id = auth.uid()
    returning notes.*
  loop
    insert into public.workspace_notes
      (id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision,
        labels, remind_at)
    values
      (trashed.id, trashed.user_id, trashed.title, trashed.content, trashed.color,
        trashed.is_pinned, trashed.is_archived, trashed.updated_at, trashed.revision + 1,
        trashed.labels, trashed.remind_at)
    returning * into restored;
    return next restored;
  end loop;
end
$$;

comment on function private.restore_notes(uuid[]) is 'Restores notes from the trash. Returns those that were in it.';

-- Row level security restricts it to the caller's own notes; service_role deletes everyone's.
-- @limit content: a deleted note stays in the trash; 30 days by trashed_at < now() - interval '30 days'
create function public.sweep_trashed_notes() returns integer
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  deleted integer;
begin
  delete from public.trashed_notes where trashed_at < now() - interval '30 days';
  get diagnostics deleted = row_count;
  perform private.sweep_note_pictures();
  return deleted;
end
$$;

comment on function public.sweep_trashed_notes() is 'Permanently deletes notes that have been in the trash for more than 30 days, and moves pictures that no note has used for so long to the trash of the drive.';

-- SECURITY DEFINER because callers may not change the trash.
create function private.rename_label(old_label text, new_label text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  renamed integer;
  trashed integer;
begin
  perform private.require_role('workspace', 'Only the workspace user has notes.');
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

comment on function private.rename_label(text, text) is 'Gives all notes with a label, archived and trashed ones too, another one instead, or none if that is empty. Returns their number.';

select private.allow_calls('authenticated, service_role', '{rename_label}');

-- SECURITY DEFINER because an imported note keeps its time, which callers cannot set. Imported
-- notes for the trash are added first and then deleted, so that they pass the same checks.
create function private.import_notes(notes jsonb) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  added uuid[];
begin
  perform private.require_role('workspace', 'Only the workspace user has notes.');
  with added_notes as (
    insert into public.workspace_notes
      (id, user_id, title, content, color, is_pinned, is_archived, labels, remind_at, updated_at)
    select entry.id, auth.uid(), entry.title, entry.content, entry.color, entry.is_pinned,
      entry.is_archived, entry.labels, entry.remind_at,
      greatest(least(coalesce(entry.updated_at, now()), now()), '1970-01-01')
    from jsonb_to_recordset(notes) as entry (id uuid, title text, content text, color text,
      is_pinned boolean, is_archived boolean, labels text[], remind_at timestamptz, updated_at timestamptz)
    where not exists (select from public.trashed_notes where trashed_notes.id = entry.id)
    on conflict (id) do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into added from added_notes;
  delete from public.workspace_notes
  where id = any (added) and id in (
    select entry.id from jsonb_to_recordset(notes) as entry (id uuid, is_trashed boolean)
    where entry.is_trashed
  );
  return cardinality(added);
end
$$;

comment on function private.import_notes(jsonb) is 'Adds notes with their ids and times, those with is_trashed to the trash; ids that exist are skipped. Returns how many were added.';

select private.allow_calls('authenticated, service_role', '{import_notes}');

-- The browser searches the excerpts itself; this function searches the notes that are longer. Every
-- word must occur in the title or the content, possibly inside another word.
create function public.search_long_notes(search text) returns table (id uuid)
language sql stable security invoker set search_path = ''
as $$
  select note.id
  from public.workspace_notes note
  where note.is_cut
    and not exists (
      select from regexp_split_to_table(private.fold_text(search), '\s+') word
      where position(word in note.search_text) = 0
    )
$$;

-- The number of notes tells a device that was away for long whether it knows all of them.
create function public.note_changes(since bigint, max_rows integer default 1000) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.changes_of(
    'workspace_notes',
    'id, title, excerpt, is_cut, color, is_pinned, is_archived, labels, remind_at, updated_at,
      revision, change_number',
    since, max_rows
  ) || jsonb_build_object(
    'count', (select count(*) from public.workspace_notes where user_id = (select auth.uid()))
  )
$$;

comment on function public.note_changes(bigint, integer) is 'The caller''s notes and deletions after a change number, in their order, and the number of notes: {changes: [{id, change_number, is_deleted} or a note as in the list], oldest, last, count}.';

select private.allow_calls('authenticated, service_role', '{restore_notes, sweep_trashed_notes}');

select private.allow_calls('authenticated, service_role', '{search_long_notes, note_changes}');
