-- Bots are left out of the dashboard's figures and the weekly digest, as they are of the analytics.

create or replace function private.count_added_visits() returns trigger
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

create or replace function private.count_removed_visits() returns trigger
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

comment on table private.visit_hours is 'The number of visits in each hour, without bots. Maintained by the triggers of public.visits.';

-- The rows are kept as long as the hours.
delete from private.visit_hours where true;

insert into private.visit_hours (hour, visits)
select date_trunc('hour', created_at, 'UTC'), count(*) from public.visits where not is_bot group by 1;

create or replace function public.visit_statistics(time_zone text default 'UTC') returns jsonb
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
