-- Reminders of notes, sent and answered like those of tasks.

alter table public.workspace_notes add remind_at timestamptz check (isfinite(remind_at));

alter table public.trashed_notes add remind_at timestamptz;

create index workspace_notes_reminders on public.workspace_notes (remind_at)
  where remind_at is not null;

-- The functions that list the columns of a note, as they are now.
do $$
declare
  part record;
  before text;
begin
  for part in
    select * from (values
      ('private.trash_deleted_notes()', 'revision, labels', 'revision, labels, remind_at'),
      ('private.restore_notes(uuid[])', '        labels)', '        labels, remind_at)'),
      ('private.restore_notes(uuid[])', 'trashed.labels)', 'trashed.labels, trashed.remind_at)'),
      ('private.import_notes(jsonb)', 'labels, updated_at)', 'labels, remind_at, updated_at)'),
      ('private.import_notes(jsonb)', 'entry.labels,', 'entry.labels, entry.remind_at,'),
      ('private.import_notes(jsonb)', 'labels text[], updated_at timestamptz)',
        'labels text[], remind_at timestamptz, updated_at timestamptz)'),
      ('public.search_workspace(text, integer)', 'note.change_number, note.labels',
        'note.change_number, note.labels, note.remind_at')
    ) as parts (name, old, new)
  loop
    before := pg_get_functiondef(part.name::regprocedure);
    if position(part.old in before) = 0 then
      raise exception '% has no "%"', part.name, part.old;
    end if;
    execute replace(before, part.old, part.new);
  end loop;
end
$$;

-- What there is to be reminded of; of another table, one more part here and in answer_reminder.
-- Archived notes as well, trashed ones not.
create view private.reminders as
  select 'task' as kind, id, user_id, title, remind_at from public.workspace_tasks
  where remind_at is not null and status <> 'done'
  union all
  select 'note', id, user_id,
    -- A note without a title is called by its text.
    case when title not in ('', 'Untitled Note') then title
      else coalesce(nullif(left(btrim(private.plain_text(content)), 300), ''), 'Note') end,
    remind_at
  from public.workspace_notes where remind_at is not null;

comment on view private.reminders is 'Tasks and notes with a reminder.';

revoke all on private.reminders from public, anon, authenticated;

drop function private.due_reminders(), public.get_reminder(uuid), private.get_reminder(uuid),
  public.answer_reminder(text, text, uuid, text), private.answer_reminder(text, text, uuid, text);

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

create or replace function private.queue_reminders() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- An insert of nothing would wake the sender, which calls this.
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

create function public.get_reminder(item uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.get_reminder(item)
$$;

comment on function public.get_reminder(uuid) is 'Secret key only: a task or note with a reminder and where to send it; null when there is none any more.';

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
  -- As lock_task_board, which knows no user here.
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

create function public.answer_reminder(endpoint text, auth text, item uuid, answer text) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.answer_reminder(endpoint, auth, item, answer)
$$;

comment on function public.answer_reminder(text, text, uuid, text) is 'Secret key only: marks a task as done, ends the reminder of a note, or snoozes either, for the browser with this subscription; false when there is none, or no such reminder.';

revoke execute on function private.due_reminders(), private.get_reminder(uuid),
  public.get_reminder(uuid), private.answer_reminder(text, text, uuid, text),
  public.answer_reminder(text, text, uuid, text)
from public, anon, authenticated;

grant execute on function private.due_reminders(), private.get_reminder(uuid),
  public.get_reminder(uuid), private.answer_reminder(text, text, uuid, text),
  public.answer_reminder(text, text, uuid, text)
to service_role;
