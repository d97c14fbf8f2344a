-- What visitors leave behind: messages to the owner, and one empty row per visit.

create table public.messages (
  -- The browser may choose the id: sending the same message again then hits the primary key
  -- instead of making a second row.
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  subject text not null check (char_length(subject) between 1 and 500),
  message text not null check (char_length(message) between 1 and 20000),
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);

create table public.visits (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now()
);

create index messages_newest_first on public.messages (created_at desc);

create index messages_unread on public.messages (created_at) where not is_read;

create index visits_by_time on public.visits (created_at);

create trigger keep_created_at before insert or update on public.messages
  for each row execute function private.keep_created_at();

create trigger keep_created_at before insert or update on public.visits
  for each row execute function private.keep_created_at();

create function private.start_unread() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.is_read := false;
  end if;
  return new;
end
$$;

create trigger start_unread before insert on public.messages
  for each row execute function private.start_unread();

-- Counting for the limits below has to see rows the visitor may not read.
create function private.count_messages_since(moment timestamptz) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.messages where created_at > moment
$$;

create function private.count_visits_since(moment timestamptz) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.visits where created_at > moment
$$;

-- The last line against floods, for all visitors together; per-address limits are the host's. PT400
-- and PT429 become HTTP 400 and 429 in PostgREST.
create function private.limit_messages() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return null;
  end if;
  if (select count(*) from added) > 1 then
    raise sqlstate 'PT400' using message = 'Please send one message at a time.';
  end if;
  if private.count_messages_since(now() - interval '1 minute') > 30
    or private.count_messages_since(now() - interval '1 day') > 1000
  then
    raise sqlstate 'PT429' using message = 'Too many messages right now. Please try again later.';
  end if;
  return null;
end
$$;

create function private.limit_visits() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return null;
  end if;
  if (select count(*) from added) > 1 then
    raise sqlstate 'PT400' using message = 'Please record one visit at a time.';
  end if;
  if private.count_visits_since(now() - interval '1 minute') > 600 then
    raise sqlstate 'PT429' using message = 'Too many visits right now.';
  end if;
  return null;
end
$$;

revoke execute on function private.start_unread(), private.limit_messages(), private.limit_visits(),
  private.count_messages_since(timestamptz), private.count_visits_since(timestamptz) from public;

grant execute on function private.count_messages_since(timestamptz), private.count_visits_since(timestamptz)
  to anon, authenticated;

create trigger limit_messages after insert on public.messages
  referencing new table as added
  for each statement execute function private.limit_messages();

create trigger limit_visits after insert on public.visits
  referencing new table as added
  for each statement execute function private.limit_visits();

alter table public.messages enable row level security;
alter table public.visits enable row level security;

revoke all on public.messages, public.visits from anon, authenticated;

grant insert on public.messages, public.visits to anon, authenticated;

grant select, update, delete on public.messages to authenticated;

grant select, delete on public.visits to authenticated;

grant all on public.messages, public.visits to service_role;

create policy "Everyone sends unread messages" on public.messages
  for insert to anon, authenticated with check (is_read = false);
create policy "The owner reads messages" on public.messages
  for select to authenticated using ((select private.is_admin()));
create policy "The owner marks messages" on public.messages
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "The owner deletes messages" on public.messages
  for delete to authenticated using ((select private.is_admin()));

create policy "Everyone records a visit of this moment" on public.visits
  for insert to anon, authenticated with check (created_at = now());
create policy "The owner reads visits" on public.visits
  for select to authenticated using ((select private.is_admin()));
create policy "The owner deletes visits" on public.visits
  for delete to authenticated using ((select private.is_admin()));

-- The dashboard's figures in one call. Days are those of the given time zone, oldest first, today
-- last. With the caller's rights: everybody but the owner counts no visit.
create function public.visit_statistics(time_zone text default 'UTC') returns jsonb
language sql stable security invoker set search_path = ''
as $$
  with days as (
    select local_day::date as day,
      local_day at time zone time_zone as starts,
      (local_day + interval '1 day') at time zone time_zone as ends
    from generate_series(
      date_trunc('day', now() at time zone time_zone) - interval '6 days',
      date_trunc('day', now() at time zone time_zone),
      interval '1 day'
    ) as local_day
  )
  select jsonb_build_object(
    'daily', (select count(*) from public.visits where created_at > now() - interval '24 hours'),
    'weekly', (select count(*) from public.visits where created_at > now() - interval '7 days'),
    'monthly', (select count(*) from public.visits where created_at > now() - interval '30 days'),
    'days', (
      select jsonb_agg(
        jsonb_build_object(
          'date', day,
          'count', (
            select count(*) from public.visits where created_at >= starts and created_at < ends
          )
        ) order by day
      )
      from days
    )
  )
$$;

comment on function public.visit_statistics(text) is 'Visits of the last 24 hours, 7 days and 30 days, and of each of the last seven days: {daily, weekly, monthly, days: [{date, count}]}.';

revoke execute on function public.visit_statistics(text) from public, anon;

grant execute on function public.visit_statistics(text) to authenticated, service_role;
