-- Notices to the owner, by mail or webhook, and reminders to the workspace user wait in an outbox,
-- which Foyer's own host or, on Supabase, the function send-notices empties. Nothing is queued
-- while no sender is set up.

-- The causes that the owner is notified of; by default all but the digest.
create table public.notice_choices (
  cause text primary key check (cause in ('message', 'sign_in', 'backup', 'digest')),
  enabled boolean not null
);

comment on table public.notice_choices is 'Which notices the owner has turned on or off.';

grant select, insert, update on public.notice_choices to authenticated;

create policy "The owner reads notice choices" on public.notice_choices
  for select to authenticated using ((select private.is_admin()));

create policy "The owner adds notice choices" on public.notice_choices
  for insert to authenticated with check ((select private.is_admin()));

create policy "The owner changes notice choices" on public.notice_choices
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create table private.notice_sender (
  only_row boolean primary key default true check (only_row),
  -- `push` where only reminders are sent.
  transport text not null check (transport in ('mail', 'webhook', 'push')),
  -- An email address, or a webhook's host.
  recipient text not null check (char_length(recipient) <= 320),
  -- Called after a notice was queued; null where the host listens itself.
  function_url text check (function_url ~ '^https?://')
);

comment on table private.notice_sender is 'How notices are sent; no row while they are not. Locked by each claim, so that claims count one after another.';

create table private.notices (
  id uuid primary key default gen_random_uuid(),
  cause text not null check (cause in ('message', 'sign_in', 'backup', 'digest', 'test', 'reminder')),
  -- The cause of the notice, such as message:<id>, so that each cause is queued once.
  cause_key text not null unique check (char_length(cause_key) <= 300),
  details jsonb not null default '{}',
  -- Not a reference: the outbox is not part of an archive.
  message_id uuid,
  -- The summary notice that includes this one.
  lead_id uuid references private.notices (id) on delete cascade,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Time of the next attempt.
  due_at timestamptz not null default now(),
  claim uuid unique,
  -- End of the lease of the claim.
  claimed_until timestamptz,
  -- From this time on a mail server may have accepted the notice; it is not sent again.
  handover_at timestamptz,
  sent_at timestamptz,
  gave_up_at timestamptz,
  last_error text check (char_length(last_error) <= 1000),
  failed_at timestamptz
);

comment on table private.notices is 'The outbox of notices, and what became of them for 30 days.';

create index notices_waiting on private.notices (due_at)
  where sent_at is null and handover_at is null and gave_up_at is null;

create index notices_by_age on private.notices (created_at);

create index notices_by_lead on private.notices (lead_id) where lead_id is not null;

select private.announce_changes('private.notices', 'admin');

grant select on private.notice_sender, private.notices to authenticated;

grant select, insert, update, delete on private.notice_sender, private.notices to service_role;

create policy "The owner reads how notices are sent" on private.notice_sender
  for select to authenticated using ((select private.is_admin()));

create policy "The owner reads notices" on private.notices
  for select to authenticated using ((select private.is_admin()));

create function private.wants_notice(cause text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.notice_sender where transport <> 'push') and coalesce(
    (select choices.enabled from public.notice_choices as choices where choices.cause = wants_notice.cause),
    wants_notice.cause <> 'digest'
  )
$$;

create function private.queue_notice(
  cause text, cause_key text, details jsonb default '{}', message_id uuid default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.wants_notice(queue_notice.cause) then
    insert into private.notices (cause, cause_key, details, message_id)
    values (queue_notice.cause, queue_notice.cause_key, queue_notice.details, queue_notice.message_id)
    on conflict on constraint notices_cause_key_key do nothing;
  end if;
end
$$;

comment on function private.queue_notice(text, text, jsonb, uuid) is 'Queues a notice once per key, if it is wanted.';

create function private.queue_message_notice() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- move_spam has already removed spam from the inbox.
  if exists (select from public.messages where messages.id = new.id) then
    perform private.queue_notice('message', 'message:' || new.id, '{}', new.id);
  end if;
  return null;
end
$$;

-- Skips restored messages. A message deleted just now, maybe by mistake, still gets its notice.
create trigger queue_message_notice after insert on public.messages
  for each row when (new.created_at > now() - interval '1 hour')
  execute function private.queue_message_notice();

-- A sign-in with a second factor is queued once the code was accepted.
create function private.queue_sign_in_notice() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_notice('sign_in', 'sign_in:' || new.session_id, jsonb_strip_nulls(
    jsonb_build_object(
      'role', (select members.role from private.members where members.user_id = new.user_id),
      'email', (select users.email from auth.users where users.id = new.user_id),
      -- A session opened by a function has that function's name until the browser refreshes it.
      'device', case when new.user_agent like 'Mozilla/%' then left(new.user_agent, 300) end,
      'network', new.network
    )
  ));
  return null;
end
$$;

create trigger queue_sign_in_notice after insert on private.sign_ins
  for each row when (new.outcome = 'signed_in') execute function private.queue_sign_in_notice();

create trigger queue_completed_sign_in_notice after update on private.sign_ins
  for each row when (new.outcome = 'signed_in' and old.outcome <> 'signed_in')
  execute function private.queue_sign_in_notice();

-- On hosted Supabase, pg_net calls the function after the commit. Without pg_net, nothing happens.
create function private.call_notice_function() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  url constant text := (select function_url from private.notice_sender);
begin
  if url is not null then
    perform net.http_post(url := url, body := '{}'::jsonb, timeout_milliseconds := 30000);
  end if;
exception when others then
  -- An error here must not fail the write that caused the notice.
  raise warning 'The sender of notices could not be called: %', sqlerrm;
end
$$;

create function private.wake_notice_sender() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('notices', ''), private.call_notice_function();
  return null;
end
$$;

create trigger wake_notice_sender after insert on private.notices
  for each statement execute function private.wake_notice_sender();

-- Queues the digest once, on Mondays from 7:00 UTC.
create function private.queue_digest() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  utc constant timestamp := now() at time zone 'UTC';
  week constant text := 'digest:' || to_char(utc, 'IYYY-"W"IW');
  since constant timestamptz := now() - interval '7 days';
begin
  if extract(isodow from utc) <> 1 or extract(hour from utc) < 7
    or not private.wants_notice('digest')
    or exists (select from private.notices where notices.cause_key = week) then
    return;
  end if;
  perform private.queue_notice('digest', week, jsonb_build_object(
    'visits', (select coalesce(sum(visits), 0) from private.visit_hours where hour >= since),
    'visitsBefore', (
      select coalesce(sum(visits), 0) from private.visit_hours
      where hour >= since - interval '7 days' and hour < since),
    'messages', (select count(*) from public.messages where created_at >= since),
    'unread', (select count(*) from public.messages where not is_read)
  ));
end
$$;

-- For a schedule on hosted Supabase: sends the digest, reminders, and notices to be retried.
create function private.request_notices() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.queue_digest(), private.queue_reminders();
  if exists (
    select from private.notices
    where sent_at is null and handover_at is null and gave_up_at is null and due_at <= now()
  ) then
    perform private.call_notice_function();
  end if;
end
$$;

grant execute on function
  private.wants_notice(text),
  private.queue_notice(text, text, jsonb, uuid),
  private.queue_digest()
to service_role;

-- The following functions are for the secret key: only service_role has rights on the tables.

create function public.register_notice_sender(
  transport text, recipient text, function_url text default null
) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  delete from private.notice_sender where only_row;
  if transport is not null then
    insert into private.notice_sender (transport, recipient, function_url)
    values (
      register_notice_sender.transport, register_notice_sender.recipient,
      register_notice_sender.function_url
    );
  else
    delete from private.notices
    where sent_at is null and handover_at is null and gave_up_at is null;
  end if;
end
$$;

comment on function public.register_notice_sender(text, text, text) is 'Secret key only: says how notices are sent; a null transport stops them and forgets those that wait.';

-- A claimed notice as JSON, with up to 20 of the notices that it summarizes.
create function private.claimed_notice(lead uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'id', claimed.id,
    'claim', claimed.claim,
    'counts', (
      select jsonb_object_agg(counted.cause, counted.count) from (
        select notices.cause, count(*) from private.notices
        where notices.id = claimed.id or notices.lead_id = claimed.id group by notices.cause
      ) as counted),
    'notices', (
      select jsonb_agg(jsonb_build_object(
        'cause', listed.cause, 'at', listed.created_at, 'details', listed.details,
        'message', case when messages.id is not null then jsonb_build_object(
          'id', messages.id, 'name', messages.name, 'email', messages.email,
          'subject', messages.subject, 'text', messages.message) end
      ) order by listed.created_at, listed.id)
      from (
        select * from private.notices
        where notices.id = claimed.id or notices.lead_id = claimed.id
        order by notices.created_at desc, notices.id limit 20
      ) as listed
      left join public.messages on messages.id = listed.message_id)
  )
  from private.notices as claimed where claimed.id = lead
$$;

-- Notices sent in the last hour or about to be sent, for messages and for all other causes.
create function private.notices_of_hour(of_messages boolean) returns bigint
language sql stable security invoker set search_path = ''
as $$
  select count(*) from private.notices
  where cause <> 'reminder' and (cause = 'message') = of_messages
    and lead_id is null and created_at > now() - interval '31 days' and (
      sent_at > now() - interval '1 hour' or handover_at > now() - interval '1 hour'
      or (claimed_until > clock_timestamp() and sent_at is null)
    )
$$;

-- @limit visitors: notices of visitors' messages in an hour; 20 notices by used_by_messages < 20
-- @limit visitors: other notices to the owner in an hour; 20 notices by used_by_others < 20
-- @limit content: reminders in an hour; 60 reminders by used_by_reminders < 60
-- @limit visitors: a claim on a notice that is being sent; 2 minutes by claimed_until = clock_timestamp() + interval '2 minutes'
-- @limit visitors: sent notices in the outbox; 30 days by created_at < now() - interval '30 days'
create function public.claim_notice() returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  used_by_messages bigint;
  used_by_others bigint;
  used_by_reminders bigint;
  lead private.notices;
begin
  -- One claim at a time, so that two servers do not both send the last notice of the hour.
  perform from private.notice_sender for update;
  perform private.queue_digest(), private.queue_reminders();
  delete from private.notices where created_at < now() - interval '30 days';
  delete from private.notices as waiting
  where waiting.message_id is not null and waiting.sent_at is null and waiting.handover_at is null
    and (waiting.claimed_until is null or waiting.claimed_until < clock_timestamp())
    and not exists (select from public.messages where messages.id = waiting.message_id)
    and not exists (select from private.notices as summed where summed.lead_id = waiting.id);
  -- Removes reminders of tasks that are done, changed or deleted, and notices without a subject.
  delete from private.notices as waiting
  where waiting.cause = 'reminder' and waiting.sent_at is null and waiting.handover_at is null
    and (waiting.claimed_until is null or waiting.claimed_until < clock_timestamp())
    and waiting.cause_key not in (select due.cause_key from private.due_reminders() as due);
  used_by_messages := private.notices_of_hour(true);
  used_by_others := private.notices_of_hour(false);
  select count(*) into used_by_reminders from private.notices
  where cause = 'reminder' and sent_at > now() - interval '1 hour';
  select * into lead from private.notices
  where sent_at is null and handover_at is null and gave_up_at is null and lead_id is null
    and due_at <= now() and (claimed_until is null or claimed_until < clock_timestamp())
    and case cause
      when 'message' then used_by_messages < 20 when 'reminder' then used_by_reminders < 60
      else used_by_others < 20
    end
  order by cause = 'message', due_at, created_at, id limit 1
  for update skip locked;
  if lead.id is null then
    return null;
  end if;
  -- The last notice of an hour summarizes all pending notices of its kind.
  if lead.cause <> 'reminder'
    and 19 = (case when lead.cause = 'message' then used_by_messages else used_by_others end) then
    update private.notices as waiting set lead_id = lead.id, claim = null, claimed_until = null
    where waiting.id <> lead.id and (waiting.cause = 'message') = (lead.cause = 'message')
      and waiting.sent_at is null and waiting.handover_at is null and waiting.gave_up_at is null
      and (waiting.claimed_until is null or waiting.claimed_until < clock_timestamp())
      and waiting.cause not in ('test', 'reminder');
  end if;
  update private.notices
  set claim = gen_random_uuid(), claimed_until = clock_timestamp() + interval '2 minutes',
    attempts = attempts + 1
  where id = lead.id;
  return private.claimed_notice(lead.id);
end
$$;

comment on function public.claim_notice() is 'Secret key only: a due notice, for two minutes; null when none is due or as many were sent in an hour as are allowed.';

-- @limit visitors: test notices in an hour; 5 notices by ) >= 5 then
create function public.claim_test_notice() returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  added uuid;
begin
  perform from private.notice_sender for update;
  if not found then
    raise sqlstate 'PT409' using message = 'No mail server and no webhook is set up.';
  end if;
  if private.notices_of_hour(false) >= 20 or (
    select count(*) from private.notices
    where cause = 'test' and created_at > now() - interval '1 hour'
  ) >= 5 then
    raise sqlstate 'PT429' using message = 'Too many notices in the last hour. Try again later.';
  end if;
  insert into private.notices (cause, cause_key, claim, claimed_until, attempts)
  values (
    'test', 'test:' || gen_random_uuid(), gen_random_uuid(),
    clock_timestamp() + interval '2 minutes', 1
  )
  returning id into added;
  return private.claimed_notice(added);
end
$$;

comment on function public.claim_test_notice() is 'Secret key only: adds a test notice and claims it; at most five an hour.';

create function public.hand_over_notice(claim uuid) returns boolean
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  update private.notices
  set claimed_until = clock_timestamp() + interval '2 minutes', handover_at = clock_timestamp()
  where notices.claim = hand_over_notice.claim and notices.claimed_until > clock_timestamp();
  if not found then
    return false;
  end if;
  update private.notices as summed set handover_at = clock_timestamp()
  where summed.lead_id = (
    select lead.id from private.notices as lead where lead.claim = hand_over_notice.claim
  );
  return true;
end
$$;

comment on function public.hand_over_notice(uuid) is 'Secret key only: records that a mail server is about to accept the notice; false when the claim has expired.';

-- @limit visitors: a notice that cannot be sent is tried again for; 3 days by lead.created_at < now() - interval '3 days'
-- @limit visitors: pause between two attempts to send a notice, at most; 6 hours by interval '6 hours')
create function public.settle_notice(claim uuid, outcome text, error text default null) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  lead private.notices;
  -- 1, 2, 4, … minutes, at most 6 hours.
  pause interval;
  gives_up boolean;
begin
  select * into lead from private.notices where notices.claim = settle_notice.claim for update;
  if not found then
    return;
  end if;
  pause := least(interval '1 minute' * power(2, least(lead.attempts, 10) - 1), interval '6 hours');
  gives_up := outcome = 'failed'
    and (lead.cause = 'test' or lead.created_at < now() - interval '3 days');
  update private.notices as settled set
    claim = null,
    claimed_until = null,
    handover_at = case when outcome <> 'failed' then settled.handover_at end,
    sent_at = case when outcome = 'sent' then clock_timestamp() end,
    last_error = case when outcome <> 'sent' then left(error, 1000) end,
    failed_at = case when outcome <> 'sent' then clock_timestamp() end,
    due_at = case when outcome = 'failed' then clock_timestamp() + pause else settled.due_at end,
    gave_up_at = case when gives_up then clock_timestamp() end
  where settled.id = lead.id or settled.lead_id = lead.id;
end
$$;

comment on function public.settle_notice(uuid, text, text) is 'Secret key only: what became of a claimed notice: sent, failed (not accepted, so it is tried again) or unknown (it may have been accepted).';

-- For a host that is the only sender: voids the claims of its former process.
create function public.release_notices() returns void
language sql volatile security invoker set search_path = ''
as $$
  update private.notices set claimed_until = clock_timestamp()
  where claimed_until > clock_timestamp()
$$;

comment on function public.release_notices() is 'Secret key only: ends all claims.';

create function public.notice_status() returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if current_user <> 'service_role' and not private.is_admin() then
    raise insufficient_privilege using message = 'Only the owner reads the state of notices.';
  end if;
  return jsonb_build_object(
    'transport', (select transport from private.notice_sender where transport <> 'push'),
    'recipient', (select recipient from private.notice_sender where transport <> 'push'),
    'waiting', (
      select count(*) from private.notices
      where cause <> 'reminder' and sent_at is null and handover_at is null and gave_up_at is null),
    'lastSentAt', (select max(sent_at) from private.notices where cause <> 'reminder'),
    -- A process that ended here may have handed the notices over to a mail server.
    'unconfirmed', (
      select count(*) from private.notices
      where cause <> 'reminder' and handover_at is not null and sent_at is null
        and (claimed_until is null or claimed_until < clock_timestamp())),
    'gaveUp', (select count(*) from private.notices where gave_up_at is not null and cause not in ('test', 'reminder')),
    'lastError', (
      select jsonb_build_object('at', failed_at, 'message', last_error) from private.notices
      where failed_at is not null and cause <> 'reminder' order by failed_at desc limit 1)
  );
end
$$;

comment on function public.notice_status() is 'How notices are sent, how many wait, and the last error.';

grant execute on function
  private.claimed_notice(uuid),
  private.notices_of_hour(boolean)
to service_role;

select private.allow_calls('service_role', '{
  register_notice_sender, claim_notice, claim_test_notice, hand_over_notice, settle_notice,
  release_notices
}');

select private.allow_calls('authenticated, service_role', '{notice_status}');
