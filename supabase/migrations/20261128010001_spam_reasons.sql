-- Messages that a check suspects are kept in Spam, with the reason.

alter table public.messages
  add column spam_reason text check (spam_reason in ('trap', 'speed'));

comment on column public.messages.spam_reason is 'Why an arriving message is spam: the form''s trap was filled, or it was filled in too fast; null in the inbox.';

create or replace function private.reset_is_read() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.is_read := false;
    new.replied_at := null;
    -- Foyer's own host reads it from the headers of pages delivered by an earlier version, which
    -- takes precedence over what the page reports.
    new.spam_reason := coalesce(nullif(current_setting('foyer.spam_reason', true), ''), new.spam_reason);
  end if;
  return new;
end
$$;

alter table public.trashed_messages add column spam_reason text;

comment on column public.trashed_messages.is_spam is 'Whether it is spam: from a sender of spam when it left the inbox, or for its reason.';

comment on column public.trashed_messages.spam_reason is 'As in messages; null for messages of a sender of spam.';

create or replace function private.trash_deleted_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.trashed_messages
    (id, name, email, subject, message, is_read, created_at, replied_at, spam_reason)
  select id, name, email, subject, message, is_read, created_at, replied_at, spam_reason from old_rows;
  perform private.sweep_trashed_messages();
  return null;
end
$$;

create or replace function private.recognize_spam() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_spam := new.spam_reason is not null
    or exists (select from public.spam_senders as senders where senders.email = lower(trim(new.email)));
  return new;
end
$$;

create or replace function private.move_spam() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.messages
  where id = new.id and (
    new.spam_reason is not null
    or exists (select from public.spam_senders as senders where senders.email = lower(trim(new.email)))
  );
  return null;
end
$$;
