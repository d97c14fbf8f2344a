-- Reads, sweeps and archives the counts of visits and followed links.
--
--   rpc site_analytics(days)

-- Deletes up to `most` rows of each table; the counts per day stay.
-- @limit visitors: counts of visits and links per day are kept; 366 days by delete from private.analytics_days where day < today - 366
create function private.sweep_analytics(most integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  -- Without the hashes, a visitor's visits cannot be linked, even while the day's salt exists.
  delete from private.daily_visitors where day < today;
  delete from private.analytics_days where day < today - 366;
  delete from private.visit_hours where hour < private.visits_kept_since();
  delete from public.visits where id in (
    select id from public.visits where created_at < private.visits_kept_since()
    order by created_at limit most for update skip locked
  );
  delete from public.link_clicks where id in (
    select id from public.link_clicks where created_at < private.visits_kept_since()
    order by created_at limit most for update skip locked
  );
end
$$;

-- The figures of the last `days` days, today included, oldest first. Callers other than the owner see
-- none. `visitors` is null on days that were counted without them.
create function public.site_analytics(days integer default 30) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  with period as (
    select (now() at time zone 'UTC')::date as last_day,
      (now() at time zone 'UTC')::date - (least(greatest(days, 1), 366) - 1) as first_day
  ),
  found as materialized (
    select counts.* from period, private.analytics_days as counts
    where counts.day between first_day and last_day and counts.total > 0
  ),
  per_day as (
    select one_day::date as day,
      coalesce(sum(total) filter (where metric = 'visit'), 0) as visits,
      sum(total) filter (where metric = 'visitor') as visitors,
      coalesce(sum(total) filter (where metric = 'bot'), 0) as bots
    from period
    cross join generate_series(first_day::timestamp, last_day::timestamp, interval '1 day') as one_day
    left join found on found.day = one_day::date and metric in ('visit', 'visitor', 'bot')
    group by 1
  ),
  referrers as (
    select subject as host, sum(total) as visits from found where metric = 'referrer' group by 1
  ),
  links as (
    select metric as kind, subject, sum(total) as clicks from found
    where metric in ('project', 'code', 'social', 'cv', 'contact') group by 1, 2
  ),
  named_links as (
    select kind, subject, clicks,
      case
        when kind in ('project', 'code')
          then (select name from public.projects where id::text = subject)
        when kind = 'social' then (select name from public.social_links where id::text = subject)
      end as name
    from links order by clicks desc, kind, subject limit 100
  )
  select jsonb_build_object(
    'days', (
      select jsonb_agg(jsonb_build_object(
        'date', day, 'visits', visits, 'visitors', case when visits > 0 then visitors else 0 end,
        'bots', bots) order by day)
      from per_day
    ),
    -- The sum of all referrers, including those that are not listed.
    'referred', (select coalesce(sum(visits), 0) from referrers),
    'referrers', (
      select coalesce(jsonb_agg(jsonb_build_object('host', host, 'visits', visits)
        order by visits desc, host), '[]')
      from (select * from referrers order by visits desc, host limit 100) as listed
    ),
    'links', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', kind, 'subject', subject, 'name', name, 'clicks', clicks)
        order by clicks desc, kind, subject), '[]')
      from named_links
    )
  )
$$;

comment on function public.site_analytics(integer) is 'Visits, visitors and bots of each of the last days (at most 366, of UTC), where the visits came from and which links were followed.';

select private.allow_calls('authenticated, service_role', '{site_analytics}');
