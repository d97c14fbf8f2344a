-- Deleting a message moves it to a trash.

-- Deleted messages are kept for 30 days and can be restored.
create table public.trashed_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  is_read boolean not null,
  created_at timestamptz not null,
  replied_at timestamptz,
  -- The same for all messages deleted by one call.
  trashed_at timestamptz not null default now()
);

comment on table public.trashed_messages is 'Deleted messages. Only a DELETE on messages adds rows, and rows never change.';

create index trashed_messages_newest_first on public.trashed_messages (trashed_at desc, id);

alter table public.trashed_messages enable row level security;

revoke all on public.trashed_messages from anon, authenticated;

grant select, delete on public.trashed_messages to authenticated;

grant all on public.trashed_messages to service_role;

create policy "The owner reads messages trashed in the last 30 days" on public.trashed_messages
  for select to authenticated
  using ((select private.is_admin()) and trashed_at > now() - interval '30 days');

create policy "The owner permanently deletes trashed messages" on public.trashed_messages
  for delete to authenticated using ((select private.is_admin()));

select private.refuse_estimated_counts('trashed_messages');

-- @limit visitors: a deleted message stays in the trash; 30 days by trashed_at <= now() - interval '30 days'
create function private.sweep_trashed_messages() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.trashed_messages where trashed_at <= now() - interval '30 days'
$$;

-- SECURITY DEFINER because callers may not insert into the trash.
create function private.trash_deleted_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.trashed_messages
    (id, name, email, subject, message, is_read, created_at, replied_at)
  select id, name, email, subject, message, is_read, created_at, replied_at from old_rows;
  perform private.sweep_trashed_messages();
  return null;
end
$$;

create trigger trash_deleted_messages after delete on public.messages
  referencing old table as old_rows
  for each statement execute function private.trash_deleted_messages();

-- A visitor's message that is repeated because its answer was lost must not come back, and a trashed
-- message needs its id to be restored. The answer is the one for an id in the inbox.
create function private.refuse_trashed_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.trashed_messages as trashed where trashed.id = new.id) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "messages_pkey"';
  end if;
  return new;
end
$$;

create trigger refuse_trashed_message before insert on public.messages
  for each row execute function private.refuse_trashed_message();

-- SECURITY DEFINER because a restored message keeps its time and marks, which callers cannot set.
create function private.restore_messages(ids uuid[], trashed timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  restored integer;
begin
  perform private.require_owner();
  with removed as (
    delete from public.trashed_messages where id = any (ids) or trashed_at = trashed returning *
  )
  insert into public.messages (id, name, email, subject, message, is_read, created_at, replied_at)
  select id, name, email, subject, message, is_read, created_at, replied_at from removed;
  get diagnostics restored = row_count;
  return restored;
end
$$;

create function public.restore_messages(ids uuid[] default '{}', trashed timestamptz default null) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.restore_messages(ids, trashed)
$$;

comment on function public.restore_messages(uuid[], timestamptz) is 'Restores messages from the trash, by their ids or by the time of their deletion. Returns the number restored.';

create function public.trash_found_messages(
  search text, until timestamptz, except_ids uuid[] default '{}'
) returns jsonb
language sql volatile security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'count', public.delete_found_messages(search, until, except_ids), 'trashed_at', now())
$$;

comment on function public.trash_found_messages(text, timestamptz, uuid[]) is 'As delete_found_messages. Returns {count, trashed_at}; restore_messages takes the time.';

revoke execute on function private.sweep_trashed_messages(), private.trash_deleted_messages(),
  private.refuse_trashed_message(), private.restore_messages(uuid[], timestamptz) from public;

grant execute on function private.restore_messages(uuid[], timestamptz) to authenticated, service_role;

revoke execute on function public.restore_messages(uuid[], timestamptz),
  public.trash_found_messages(text, timestamptz, uuid[]) from public, anon;

grant execute on function public.restore_messages(uuid[], timestamptz),
  public.trash_found_messages(text, timestamptz, uuid[]) to authenticated, service_role;

drop trigger queue_message_notice on public.messages;

-- Not for restored messages. One that was deleted by mistake just now still gets its notice.
create trigger queue_message_notice after insert on public.messages
  for each row when (new.created_at > now() - interval '1 hour')
  execute function private.queue_message_notice();

create or replace function private.archived_tables() returns table (
  place integer,
  name text,
  sorting text[],
  column_names text[],
  condition text,
  triggers text[],
  replaced boolean
)
language sql stable set search_path = ''
as $$
  select 100 + content.place::integer, 'public.' || content.name, array[content.key_column],
    null::text[], null::text, array['notify_content_change'], true
  from private.content_tables() as content
  union all values
    (1, 'auth.users', array['id'], array['id', 'aud', 'role', 'email', 'encrypted_password',
      'email_confirmed_at', 'raw_app_meta_data', 'raw_user_meta_data', 'banned_until',
      'last_sign_in_at', 'created_at', 'updated_at'], 'deleted_at is null', array[]::text[], false),
    (2, 'auth.identities', array['user_id', 'provider'], array['id', 'user_id', 'provider',
      'provider_id', 'identity_data', 'last_sign_in_at', 'created_at', 'updated_at'],
      'user_id in (select id from auth.users where deleted_at is null)', '{}', false),
    (3, 'private.members', array['role'], null, null, array['close_setup'], true),
    (201, 'private.sample_entries', array['table_name', 'id'], null, null, '{}', true),
    (202, 'public.messages', array['created_at', 'id'], null, null, array['index_message'], true),
    (203, 'public.visits', array['created_at', 'id'], null,
      'created_at >= private.visits_kept_since()',
      array['count_added_visits', 'count_removed_visits'], true),
    (204, 'public.workspace_users', array['user_id'], null, null, '{}', true),
    (205, 'public.workspace_activity_logs', array['created_at', 'id'], null, null, '{}', true),
    (206, 'public.workspace_notes', array['change_number'], null, null,
      array['lock_note_changes', 'number_change'], true),
    (207, 'public.trashed_notes', array['id'], null, null, '{}', true),
    (208, 'public.workspace_tasks', array['id'], null, null, '{}', true),
    (209, 'storage.objects', array['bucket_id', 'name'], array['id', 'bucket_id', 'name', 'owner_id',
      'metadata', 'user_metadata', 'created_at', 'updated_at'],
      '(bucket_id = ''profile-pictures'' or bucket_id = ''workspace-files'' and exists (
        select from public.workspace_files where storage_object_path = objects.name))
        and to_jsonb(objects) ->> ''archived_at'' is null
        and coalesce(to_jsonb(objects) ->> ''is_delete_marker'', ''false'') = ''false''', '{}', false),
    (210, 'public.workspace_files', array['id'], null, null, '{}', true),
    (211, 'public.content_history', array['changed_at', 'id'], null, null, '{}', true),
    (212, 'public.notice_choices', array['cause'], null, null, '{}', true),
    (213, 'public.link_clicks', array['created_at', 'id'], null,
      'created_at >= private.visits_kept_since()',
      array['count_added_clicks', 'count_removed_clicks'], true),
    (214, 'private.analytics_days', array['day', 'metric', 'subject'], null,
      'day < (private.visits_kept_since() at time zone ''UTC'')::date', '{}', true),
    (215, 'public.trashed_messages', array['trashed_at', 'id'], null, null, '{}', true)
  order by 1
$$;
