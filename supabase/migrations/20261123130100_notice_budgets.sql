-- Visitors' messages have a budget of notices of their own, so that they cannot hold back those of
-- sign-ins and failed backups, which go first.

drop function private.notices_of_hour();

-- Sent in the last hour, or about to be: of messages, or of everything else.
create function private.notices_of_hour(of_messages boolean) returns bigint
language sql stable security invoker set search_path = ''
as $$
  select count(*) from private.notices
  where (cause = 'message') = of_messages
    and lead_id is null and created_at > now() - interval '31 days' and (
      sent_at > now() - interval '1 hour' or handover_at > now() - interval '1 hour'
      or (claimed_until > clock_timestamp() and sent_at is null)
    )
$$;

create or replace function public.claim_notice() returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  used_by_messages bigint;
  used_by_others bigint;
  lead private.notices;
begin
  -- One claim at a time, so that two servers do not both take the last place of the hour.
  perform from private.notice_sender for update;
  if not found then
    return null;
  end if;
  perform private.queue_digest();
  delete from private.notices where created_at < now() - interval '30 days';
  delete from private.notices as waiting
  where waiting.message_id is not null and waiting.sent_at is null and waiting.handover_at is null
    and (waiting.claimed_until is null or waiting.claimed_until < clock_timestamp())
    and not exists (select from public.messages where messages.id = waiting.message_id)
    and not exists (select from private.notices as summed where summed.lead_id = waiting.id);
  used_by_messages := private.notices_of_hour(true);
  used_by_others := private.notices_of_hour(false);
  select * into lead from private.notices
  where sent_at is null and handover_at is null and gave_up_at is null and lead_id is null
    and due_at <= now() and (claimed_until is null or claimed_until < clock_timestamp())
    and case when cause = 'message' then used_by_messages < 20 else used_by_others < 20 end
  order by cause = 'message', due_at, created_at, id limit 1
  for update skip locked;
  if lead.id is null then
    return null;
  end if;
  -- The last place of an hour is for everything of its kind that waits.
  if 19 = (case when lead.cause = 'message' then used_by_messages else used_by_others end) then
    update private.notices as waiting set lead_id = lead.id, claim = null, claimed_until = null
    where waiting.id <> lead.id and (waiting.cause = 'message') = (lead.cause = 'message')
      and waiting.sent_at is null and waiting.handover_at is null and waiting.gave_up_at is null
      and (waiting.claimed_until is null or waiting.claimed_until < clock_timestamp())
      and waiting.cause <> 'test';
  end if;
  update private.notices
  set claim = gen_random_uuid(), claimed_until = clock_timestamp() + interval '2 minutes',
    attempts = attempts + 1
  where id = lead.id;
  return private.claimed_notice(lead.id);
end
$$;

comment on function public.claim_notice() is 'Secret key only: a due notice, for two minutes; null when none is due or as many were sent in an hour as are allowed.';

create or replace function public.claim_test_notice() returns jsonb
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

revoke execute on function private.notices_of_hour(boolean) from public, anon, authenticated;

grant execute on function private.notices_of_hour(boolean) to service_role;
