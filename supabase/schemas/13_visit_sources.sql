-- Daily counts of visits, visitors and referrers.
--
--   visits.referrer_host   optional; the host of the page that linked here. A visit remains an insert
--                          of an empty row for clients that know nothing else.
--
-- Rows are kept as long as the specified figures need them, the counts per day for twelve months.
-- Days are those of UTC, because the salt of the visitors' hashes changes with them.

comment on column public.visits.referrer_host is 'The host of the page that linked here; other.invalid for further ones of a day with a hundred.';

comment on column public.visits.is_first is 'Whether it is the first visit of that address and browser on that day.';

-- The chart adds up 365 of these rows instead of every visit of a year.
create table private.analytics_days (
  -- A day of UTC.
  day date not null,
  -- 'visit', 'visitor', 'bot', 'referrer' or the kind of a followed link.
  metric text not null,
  -- The host of a referrer or the subject of a link.
  subject text not null,
  total bigint not null,
  primary key (day, metric, subject)
);

comment on table private.analytics_days is 'Counts of each day, kept for twelve months. Maintained by the triggers of public.visits and public.link_clicks.';

-- Unlogged: it must not reach backups, and after a crash some visitors of one day count twice.
create unlogged table private.daily_visitors (
  day date not null,
  -- A hash with that day's salt.
  visitor bytea not null,
  primary key (day, visitor)
);

comment on table private.daily_visitors is 'Who has visited today, under hashes that change every day.';

grant select on private.analytics_days to authenticated, service_role;

create policy "The owner reads counts per day" on private.analytics_days
  for select to authenticated using ((select private.is_admin()));

-- The beginning of the oldest day whose rows are kept: more than the 30 days that can be read.
-- @limit visitors: visits and followed links are kept as rows; 32 days by (now() at time zone 'UTC')::date - 32
create function private.visits_kept_since() returns timestamptz
language sql stable set search_path = ''
as $$
  select ((now() at time zone 'UTC')::date - 32)::timestamp at time zone 'UTC'
$$;

create function private.visitor_agent() returns text
language sql stable set search_path = ''
as $$
  select coalesce(left(headers ->> 'user-agent', 500), '')
  from (select nullif(current_setting('request.headers', true), '')::json as headers) as request
$$;

-- Foyer's host recognizes bots by a maintained list and sets foyer.visitor_is_bot. On hosted
-- Supabase only this pattern decides: browsers begin with Mozilla or Opera, and almost all bots
-- that also do contain one of these words.
create function private.visitor_is_bot() returns boolean
language sql stable set search_path = ''
as $$
  select case current_setting('foyer.visitor_is_bot', true)
    when 'on' then true
    when 'off' then false
    else private.visitor_agent() !~ '^(Mozilla/|Opera/|$)'
      or private.visitor_agent() ~* (
        '(?<!cu)bot|crawl|spider|slurp|https?:|headless|lighthouse|scan|search|preview|monitor'
        || '|phantom|puppeteer|playwright|selenium|validator|archive')
  end
$$;

-- SECURITY DEFINER because visitors may neither read nor write the counts.
-- @limit visitors: referrers named per day; 100 hosts by metric = 'referrer') >= 100
-- @limit visitors: rows that a day's new visitor deletes; 100 rows by private.sweep_analytics(100)
create function private.describe_visit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  networks record;
begin
  new.referrer_host := rtrim(lower(new.referrer_host), '.');
  new.is_bot := private.visitor_is_bot();
  new.is_first := false;
  if new.is_bot then
    return new;
  end if;
  select * into networks from private.visitor_networks(private.visitor_address());
  insert into private.daily_visitors (day, visitor) values (today, sha256(
    private.visitor_salt(today)
      || convert_to('visit ' || networks.visitor || ' ' || private.visitor_agent(), 'UTF8')
  )) on conflict do nothing;
  new.is_first := found;
  if new.is_first then
    perform private.sweep_analytics(100);
  end if;
  -- Invented hosts must not fill the disk or the list.
  if new.referrer_host is not null
    and not exists (
      select from private.analytics_days
      where day = today and metric = 'referrer' and subject = new.referrer_host
    )
    and (select count(*) from private.analytics_days where day = today and metric = 'referrer') >= 100
  then
    new.referrer_host := 'other.invalid';
  end if;
  return new;
end
$$;

-- The metrics that one visit increases.
create function private.metrics_of_visit(
  referrer_host text, is_bot boolean, is_first boolean, out metric text, out subject text
) returns setof record
language sql immutable set search_path = ''
as $$
  select counted.metric, counted.subject
  from (values
    ('visit', '', not is_bot),
    ('visitor', '', is_first and not is_bot),
    ('bot', '', is_bot),
    ('referrer', referrer_host, referrer_host is not null and not is_bot)
  ) as counted (metric, subject, applies)
  where applies
$$;

create trigger describe_visit before insert on public.visits
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.describe_visit();
