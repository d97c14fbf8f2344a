-- Visits of the public page, one row without personal data each, and their statistics.

-- @limit visitors: a visit's referrer; 253 characters by char_length(referrer_host) <= 253
create table public.visits (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- Optional: a visit is an insert of an empty row for clients that know no columns.
  referrer_host text check (
    char_length(referrer_host) <= 253
    -- The host as browsers write it: in lower case, in Punycode, IPv6 in brackets.
    and referrer_host ~ '^([a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])$'
  ),
  -- describe_visit sets both columns and ignores values that a visitor sends.
  is_bot boolean not null default false,
  is_first boolean not null default false
);

create index visits_by_time on public.visits (created_at);

create trigger protect_created_at before insert or update on public.visits
  for each row execute function private.protect_created_at();

create function private.refuse_bulk_visits() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') and (select count(*) from added) > 1 then
    raise sqlstate 'PT400' using message = case tg_table_name
      when 'visits' then 'Please record one visit at a time.'
      else 'Please record one followed link at a time.'
    end;
  end if;
  return null;
end
$$;

create trigger refuse_bulk_visits after insert on public.visits
  referencing new table as added
  for each statement execute function private.refuse_bulk_visits();

grant insert on public.visits to anon, authenticated;

grant select, delete on public.visits to authenticated;

-- protect_created_at already dates every row; the check also holds without that trigger.
create policy "Everyone records a visit of this moment" on public.visits
  for insert to anon, authenticated with check (created_at = now());

create policy "The owner reads visits" on public.visits
  for select to authenticated using ((select private.is_admin()));

create policy "The owner deletes visits" on public.visits
  for delete to authenticated using ((select private.is_admin()));

-- The dashboard counts up to 30 days of visits each time it opens. With a count per hour, only the
-- hours at the edges of a window are counted visit by visit (a million visits within 30 days: 730 ms
-- without, under 10 ms with it).
create table private.visit_hours (
  -- The start of an hour in UTC.
  hour timestamptz primary key,
  visits bigint not null
);

comment on table private.visit_hours is 'The number of visits in each hour, without bots. Maintained by the triggers of public.visits.';

grant select on private.visit_hours to authenticated, service_role;

create policy "The owner reads visits per hour" on private.visit_hours
  for select to authenticated using ((select private.is_admin()));

create function private.count_added_visits() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.visit_hours as known (hour, visits)
    select date_trunc('hour', created_at, 'UTC'), count(*) from added where not is_bot
    group by 1 order by 1
    on conflict (hour) do update set visits = known.visits + excluded.visits;
  insert into private.analytics_days as known (day, metric, subject, total)
    select (created_at at time zone 'UTC')::date, metric, subject, count(*)
    from added, lateral private.metrics_of_visit(referrer_host, is_bot, is_first)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, metric, subject) do update set total = known.total + excluded.total;
  return null;
end
$$;

-- The counts of days remain after their rows are deleted.
create function private.count_removed_visits() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.visit_hours as known set visits = known.visits - subtracted.visits
    from (
      select date_trunc('hour', created_at, 'UTC') as hour, count(*) as visits
      from removed where not is_bot group by 1
    ) as subtracted
    where known.hour = subtracted.hour;
  update private.analytics_days as known set total = known.total - subtracted.total
    from (
      select (created_at at time zone 'UTC')::date as day, metric, subject, count(*) as total
      from removed, lateral private.metrics_of_visit(referrer_host, is_bot, is_first)
      where created_at >= private.visits_kept_since()
      group by 1, 2, 3
    ) as subtracted
    where (known.day, known.metric, known.subject)
      = (subtracted.day, subtracted.metric, subtracted.subject);
  return null;
end
$$;

create function private.reset_visit_hours() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.visit_hours where true;
  delete from private.analytics_days where metric in ('visit', 'visitor', 'bot', 'referrer');
  return null;
end
$$;

create trigger count_added_visits after insert on public.visits
  referencing new table as added
  for each statement execute function private.count_added_visits();

create trigger count_removed_visits after delete on public.visits
  referencing old table as removed
  for each statement execute function private.count_removed_visits();

create trigger count_visits_before_update after update on public.visits
  referencing old table as removed
  for each statement execute function private.count_removed_visits();

create trigger count_visits_after_update after update on public.visits
  referencing new table as added
  for each statement execute function private.count_added_visits();

create trigger reset_visit_hours after truncate on public.visits
  for each statement execute function private.reset_visit_hours();

-- The dashboard's figures in one call. Days are those of the given time zone, oldest first. Callers
-- other than the owner see no visits.
create function public.visit_statistics(time_zone text default 'UTC') returns jsonb
language sql stable security invoker set search_path = ''
as $$
  with windows (kind, name, starts, ends) as (
    select 'span', 'daily', now() - interval '24 hours', timestamptz 'infinity'
    union all select 'span', 'weekly', now() - interval '168 hours', 'infinity'
    union all select 'span', 'monthly', now() - interval '720 hours', 'infinity'
    union all
    select 'day', local_day::date::text,
      local_day at time zone time_zone,
      (local_day + interval '1 day') at time zone time_zone
    from generate_series(
      date_trunc('day', now() at time zone time_zone) - interval '6 days',
      date_trunc('day', now() at time zone time_zone),
      interval '1 day'
    ) as local_day
  ),
  -- Days of some time zones do not begin with an hour of UTC, and spans begin at any minute.
  hours as (
    select *,
      date_trunc('hour', starts + interval '1 hour' - interval '1 microsecond', 'UTC') as first_whole,
      date_trunc('hour', ends, 'UTC') as after_last_whole
    from windows
  ),
  -- Materialized, so that the index conditions are plain values: behind row level security,
  -- PostgreSQL 15 does not use an index with least() and greatest().
  edges as materialized (
    select *,
      least(first_whole, ends) as head_ends,
      greatest(first_whole, after_last_whole) as tail_starts
    from hours
  ),
  counted as (
    select kind, name, (
      coalesce((
        select sum(visits) from private.visit_hours
        where hour >= first_whole and hour < after_last_whole
      ), 0)
      + (
        select count(*) from public.visits
        where created_at >= starts and created_at < head_ends and not is_bot
      )
      + (
        select count(*) from public.visits
        where created_at >= tail_starts and created_at < ends and not is_bot
      )
    )::bigint as visits
    from edges
  )
  select jsonb_object_agg(name, visits) filter (where kind = 'span')
    || jsonb_build_object(
      'days',
      jsonb_agg(jsonb_build_object('date', name, 'count', visits) order by name)
        filter (where kind = 'day')
    )
  from counted
$$;

comment on function public.visit_statistics(text) is 'Visits of the last 24 hours, 7 days and 30 days, and of each of the last seven days, without bots: {daily, weekly, monthly, days: [{date, count}]}.';

select private.allow_calls('authenticated, service_role', '{visit_statistics}');
