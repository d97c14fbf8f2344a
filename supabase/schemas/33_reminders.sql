-- Reminders of tasks and notes: notices to the workspace user, pushed to the browsers that allow it, otherwise
-- by mail where a mail server is set up. They wait in the outbox of the notices.

-- Browsers that receive pushes. A subscription ends with the session that made it.
create table public.push_subscriptions (
  -- The address chosen by the browser's vendor; a secret.
  endpoint text primary key check (endpoint ~ '^https?://' and char_length(endpoint) <= 1000),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- Not a reference: other roles delete sessions.
  session_id uuid not null,
  -- The browser's public key and authentication secret (RFC 8291), in base64url.
  p256dh text not null check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default now()
);

comment on table public.push_subscriptions is 'Browsers of the workspace user that show reminders.';

create index push_subscriptions_of_user on public.push_subscriptions (user_id, created_at desc);

create function private.bind_push_subscription() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.session_id := coalesce(nullif(auth.jwt() ->> 'session_id', '')::uuid, new.session_id);
  return new;
end
$$;

create trigger bind_push_subscription before insert or update on public.push_subscriptions
  for each row execute function private.bind_push_subscription();

create trigger protect_created_at before insert or update on public.push_subscriptions
  for each row execute function private.protect_created_at();

select private.add_workspace_table('push_subscriptions', 'subscriptions', live => false);

-- The key pair that identifies this site to the vendors (RFC 8292): P-256, in base64url.
create table private.push_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_key text not null
);

comment on table private.push_keys is 'The key pair that signs pushes; made when it is first needed.';

grant select, insert on private.push_keys to service_role;

create index workspace_tasks_reminders on public.workspace_tasks (remind_at)
  where remind_at is not null and status <> 'done';

-- Tasks and notes with a reminder, including archived notes but not trashed ones. Another table
-- needs one more part here and in answer_reminder.
create view private.reminders as
  select 'task' as kind, id, user_id, title, remind_at from public.workspace_tasks
  where remind_at is not null and status <> 'done'
  union all
  select 'note', id, user_id,
    -- A note without a title is named by the start of its text.
    case when title not in ('', 'Untitled Note') then title
      else coalesce(nullif(left(btrim(private.plain_text(content)), 300), ''), 'Note') end,
    remind_at
  from public.workspace_notes where remind_at is not null;

comment on view private.reminders is 'Tasks and notes with a reminder.';

revoke all on private.reminders from public, anon, authenticated;

-- SECURITY DEFINER because service_role may not read sessions everywhere.
create function private.live_subscriptions() returns setof public.push_subscriptions
language sql stable security definer set search_path = ''
as $$
  select subscriptions.* from public.push_subscriptions as subscriptions
  join auth.sessions on sessions.id = subscriptions.session_id
    and sessions.user_id = subscriptions.user_id
    and (sessions.not_after is null or sessions.not_after > now())
  join private.members on members.user_id = subscriptions.user_id and members.role = 'workspace'
$$;

-- Returns the due reminders by the key of their notice. A reminder that is a day late is not sent.
-- @limit content: a reminder is sent at most this late; 1 day by remind_at > now() - interval '1 day'
create function private.due_reminders() returns table (cause_key text, details jsonb)
language sql stable security definer set search_path = ''
as $$
  select 'reminder:' || due.id || ':' || extract(epoch from remind_at), jsonb_build_object(kind, due.id)
  from private.reminders as due
  where remind_at <= now() and remind_at > now() - interval '1 day' and (
    exists (select from private.live_subscriptions() as live where live.user_id = due.user_id)
    or exists (select from private.notice_sender where transport = 'mail')
  )
$$;

-- Queues each due reminder once.
create function private.queue_reminders() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- An insert of no rows would still wake the sender, which calls this function.
  if exists (
    select from private.due_reminders() as due
    where not exists (select from private.notices where notices.cause_key = due.cause_key)
  ) then
    insert into private.notices (cause, cause_key, details)
    select 'reminder', due.cause_key, due.details from private.due_reminders() as due
    on conflict on constraint notices_cause_key_key do nothing;
  end if;
end
$$;

create function private.get_reminder(item uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    kind, found.id, 'title', found.title, 'email', users.email,
    'keys', (
      select jsonb_build_object('publicKey', public_key, 'privateKey', private_key)
      from private.push_keys),
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'endpoint', newest.endpoint, 'p256dh', newest.p256dh, 'auth', newest.auth)), '[]')
      from (
        select * from private.live_subscriptions() as live where live.user_id = found.user_id
        order by live.created_at desc limit 20
      ) as newest)
  )
  from private.reminders as found join auth.users on users.id = found.user_id
  where found.id = get_reminder.item
$$;

comment on function private.get_reminder(uuid) is 'Secret key only: a task or note with a reminder and where to send it; null when there is none any more.';

create function public.save_push_keys(public_key text, private_key text) returns text
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  insert into private.push_keys (public_key, private_key)
  select save_push_keys.public_key, save_push_keys.private_key
  where save_push_keys.private_key is not null
  on conflict do nothing;
  return (select keys.public_key from private.push_keys as keys);
end
$$;

comment on function public.save_push_keys(text, text) is 'Secret key only: stores the key pair unless there is one; returns the public key of the stored one.';

-- Applies the user's answer in a notification. The subscription authenticates the browser.
-- @limit content: a snoozed reminder is shown again after; 1 hour by now() + interval '1 hour'
create function private.answer_reminder(endpoint text, auth text, item uuid, answer text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  reminder private.reminders;
begin
  select found.* into reminder from private.live_subscriptions() as live
  join private.reminders as found on found.user_id = live.user_id
  where live.endpoint = answer_reminder.endpoint and live.auth = answer_reminder.auth
    and found.id = answer_reminder.item and answer in ('done', 'snooze');
  -- Takes the lock of lock_task_board, which needs a signed-in user.
  perform pg_advisory_xact_lock(hashtextextended('task board ' || reminder.user_id, 0));
  update public.workspace_tasks as tasks set
    status = case when answer = 'done' then 'done' else tasks.status end,
    "order" = case when answer = 'done' then -1 else tasks."order" end,
    remind_at = case when answer = 'snooze' then now() + interval '1 hour' else tasks.remind_at end
  where tasks.id = reminder.id and tasks.status <> 'done' and tasks.remind_at is not null;
  if found then
    return true;
  end if;
  update public.workspace_notes as notes
  set remind_at = case when answer = 'snooze' then now() + interval '1 hour' end
  where notes.id = reminder.id and notes.remind_at is not null;
  return found;
end
$$;

comment on function private.answer_reminder(text, text, uuid, text) is 'Secret key only: marks a task as done, ends the reminder of a note, or snoozes either, for the browser with this subscription; false when there is none, or no such reminder.';

-- Registers the sender of a project without a webhook, whose outbox has to be emptied too.
create function public.register_reminder_sender(function_url text) returns void
language sql volatile security invoker set search_path = ''
as $$
  insert into private.notice_sender (transport, recipient, function_url)
  values ('push', 'browsers', function_url) on conflict do nothing
$$;

comment on function public.register_reminder_sender(text) is 'Secret key only: says which function sends reminders, unless one sends notices.';

grant execute on function
  private.live_subscriptions(),
  private.due_reminders(),
  private.queue_reminders()
to service_role;

select private.allow_calls('service_role', '{
  get_reminder, save_push_keys, answer_reminder, register_reminder_sender
}');
