-- Which of two states of a note is the newer one, whatever the server's clock said when they were
-- written: every change takes the next number.

create sequence private.workspace_note_changes;

revoke all on sequence private.workspace_note_changes from public, anon, authenticated;

-- A volatile default numbers the rows that exist already without firing their triggers.
alter table public.workspace_notes
  add column change_number bigint not null default nextval('private.workspace_note_changes');

alter table public.workspace_notes alter column change_number set default 0;

comment on column public.workspace_notes.change_number is 'Grows with every insert and update of any note; set by the database.';

create index workspace_notes_changes on public.workspace_notes (user_id, change_number);

create function private.lock_note_changes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('workspace_notes', 0));
  return null;
end
$$;

-- Without the lock, a lower number could be committed after a higher one, and a client that asks for
-- everything above the highest number it knows would miss it. Once per statement, before any row is
-- locked, so that two transactions never wait for each other.
create trigger lock_note_changes before insert or update on public.workspace_notes
  for each statement execute function private.lock_note_changes();

create function private.number_note_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.change_number := nextval('private.workspace_note_changes');
  return new;
end
$$;

create trigger number_change before insert or update on public.workspace_notes
  for each row execute function private.number_note_change();

revoke execute on function private.lock_note_changes(), private.number_note_change() from public;
