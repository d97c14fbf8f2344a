-- The workspace user's sticky notes.

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
  -- Counts the changes. A save names the revision it started from and, when another tab was
  -- faster, changes no row instead of overwriting.
  revision integer not null default 1
);

create index workspace_notes_of_user
  on public.workspace_notes (user_id, is_archived, is_pinned desc, updated_at desc);

create trigger keep_updated_at before insert or update on public.workspace_notes
  for each row execute function private.keep_updated_at();

create function private.count_revision() returns trigger
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

revoke execute on function private.count_revision() from public;

create trigger count_revision before insert or update on public.workspace_notes
  for each row execute function private.count_revision();

alter table public.workspace_notes enable row level security;

revoke all on public.workspace_notes from anon, authenticated;

grant select, insert, update, delete on public.workspace_notes to authenticated;

grant all on public.workspace_notes to service_role;

create policy "The workspace user reads their own notes" on public.workspace_notes
  for select to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()));
create policy "The workspace user adds their own notes" on public.workspace_notes
  for insert to authenticated
  with check ((select private.is_workspace()) and user_id = (select auth.uid()));
create policy "The workspace user changes their own notes" on public.workspace_notes
  for update to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()))
  with check ((select private.is_workspace()) and user_id = (select auth.uid()));
create policy "The workspace user deletes their own notes" on public.workspace_notes
  for delete to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()));
