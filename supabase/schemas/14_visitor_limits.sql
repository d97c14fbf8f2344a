-- Limits on writes from one address. They are enforced here, so that a hosted project and Foyer's
-- own host apply the same limits.
-- An address is stored as a hash with a daily salt. The salt is deleted after the following day;
-- from then on, the hash cannot be traced to an address.

create table private.daily_salts (
  day date primary key,
  salt bytea not null default sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
);

comment on table private.daily_salts is 'The salts of the address hashes, today''s and yesterday''s.';

-- Unlogged: losing the counts in a crash is harmless.
create unlogged table private.visitor_counts (
  key bytea primary key,
  -- The counted times, for spans below a day. For longer spans, `counted` is the number of the day.
  hits timestamptz[] not null default '{}',
  counted integer not null default 0,
  expires_at timestamptz not null
);

comment on table private.visitor_counts is 'Recent writes per address, under hashes that change every day.';

create index visitor_counts_by_expiry on private.visitor_counts (expires_at);

-- Hosted Supabase's edge sets cf-connecting-ip itself. In x-forwarded-for, proxies append to the
-- visitor's own entries, so the last one counts; Foyer's host sets only that one, from the
-- connection.
create function private.visitor_address() returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    nullif(btrim(headers ->> 'cf-connecting-ip'), ''),
    nullif(btrim(split_part(headers ->> 'x-forwarded-for', ',', -1)), ''),
    'unknown'
  )
  from (select nullif(current_setting('request.headers', true), '')::json as headers) as request
$$;

-- One visitor usually has a whole /64 of IPv6, and a rented machine a /48; `site` is null for IPv4.
-- A value that is not an address counts as a visitor of its own.
create function private.visitor_networks(address text, out visitor text, out site text)
language plpgsql immutable set search_path = ''
as $$
declare
  bare constant text := regexp_replace(
    regexp_replace(btrim(address), '^\[([^]]*)\](:\d+)?$', '\1'), '^(\d+\.\d+\.\d+\.\d+):\d+$', '\1');
  parsed inet;
begin
  begin
    parsed := split_part(bare, '%', 1)::inet;
  exception when invalid_text_representation then
    visitor := left(address, 100);
    return;
  end;
  if parsed <<= '::ffff:0:0/96'::inet then
    parsed := '0.0.0.0'::inet + (host(parsed)::inet - '::ffff:0:0'::inet);
  end if;
  if family(parsed) = 4 then
    visitor := host(parsed);
  else
    visitor := network(set_masklen(parsed, 64))::text;
    site := network(set_masklen(parsed, 48))::text;
  end if;
end
$$;

create function private.visitor_salt(of_day date) returns bytea
language plpgsql security definer set search_path = ''
as $$
declare
  found_salt bytea := (select salt from private.daily_salts where day = of_day);
begin
  if found_salt is not null or of_day < (now() at time zone 'UTC')::date then
    return found_salt;
  end if;
  insert into private.daily_salts (day) values (of_day) on conflict do nothing;
  delete from private.daily_salts where day < of_day - 1;
  return (select salt from private.daily_salts where day = of_day);
end
$$;

-- Counts one more for a subject unless that exceeds the limit. Returns 0 when it was counted, else
-- the seconds to wait. Spans below a day are sliding windows that continue across midnight, when the
-- hash changes. Parallel calls for one subject wait for its row lock.
create function private.count_hit(kind text, subject text, max_hits integer, span interval)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  midnight constant timestamptz := (today + 1)::timestamp at time zone 'UTC';
  slides constant boolean := span < interval '1 day';
  own_key constant bytea := sha256(
    private.visitor_salt(today) || convert_to(kind || ' ' || subject, 'UTF8'));
  old_key constant bytea := sha256(
    private.visitor_salt(today - 1) || convert_to(kind || ' ' || subject, 'UTF8'));
  moved timestamptz[];
  known private.visitor_counts;
  recent timestamptz[];
begin
  insert into private.visitor_counts (key, expires_at) values (own_key, midnight)
    on conflict do nothing;
  if found and slides then
    delete from private.visitor_counts where key = old_key returning hits into moved;
    update private.visitor_counts set hits = coalesce(moved, '{}') where key = own_key;
  end if;
  select * into strict known from private.visitor_counts where key = own_key for update;
  if not slides then
    if known.counted >= max_hits then
      return ceil(extract(epoch from midnight - now()));
    end if;
    update private.visitor_counts set counted = known.counted + 1 where key = own_key;
    return 0;
  end if;
  select coalesce(array_agg(hit order by hit), '{}') into recent
    from unnest(known.hits) as hit where hit > now() - span;
  if cardinality(recent) >= max_hits then
    return greatest(1, ceil(extract(epoch from recent[1] + span - now())));
  end if;
  update private.visitor_counts set hits = recent || now(), expires_at = now() + span
    where key = own_key;
  return 0;
end
$$;

-- Counts an insert into `relation` for the address and the networks around it. `wait` is 0, or the
-- seconds until the next one is accepted; then `refusal` is the message for the visitor.
-- @limit visitors: messages per address; 5 messages by ('messages', 'visitor', networks.visitor, 5, interval '10 minutes')
-- @limit visitors: messages per address and day; 30 messages by ('messages', 'visitor, daily', networks.visitor, 30, interval '1 day')
-- @limit visitors: messages of all visitors in a day; 10,000 messages by ('messages', 'everyone, daily', '', 10000, interval '1 day')
-- @limit visitors: visits per address and minute; 60 visits by ('visits', 'visitor', networks.visitor, 60, interval '1 minute')
-- @limit visitors: visits per address and day; 3000 visits by ('visits', 'visitor, daily', networks.visitor, 3000, interval '1 day')
-- @limit visitors: followed links per address and minute; 60 links by ('link_clicks', 'visitor', networks.visitor, 60, interval '1 minute')
-- @limit visitors: followed links per address and day; 3000 links by ('link_clicks', 'visitor, daily', networks.visitor, 3000, interval '1 day')
create function private.count_insert(relation text, address text, out wait integer, out refusal text)
language plpgsql security definer set search_path = ''
as $$
declare
  networks record;
  rule record;
  minutes integer;
begin
  -- Deletes a few expired rows each time, so that no other sweep is needed.
  delete from private.visitor_counts where key in (
    select key from private.visitor_counts where expires_at < now() limit 20 for update skip locked
  );
  select * into networks from private.visitor_networks(address);
  wait := 0;
  for rule in
    select rules.kind, rules.subject, rules.max_hits, rules.span
    from (values
      ('messages', 'visitor', networks.visitor, 5, interval '10 minutes'),
      ('messages', 'visitor, daily', networks.visitor, 30, interval '1 day'),
      ('messages', 'site', networks.site, 20, interval '10 minutes'),
      ('messages', 'site, daily', networks.site, 100, interval '1 day'),
      -- Keeps the disk from filling up; allows more than 300 addresses a day.
      ('messages', 'everyone, daily', '', 10000, interval '1 day'),
      ('visits', 'visitor', networks.visitor, 60, interval '1 minute'),
      ('visits', 'visitor, daily', networks.visitor, 3000, interval '1 day'),
      ('visits', 'site', networks.site, 600, interval '1 minute'),
      ('visits', 'site, daily', networks.site, 20000, interval '1 day'),
      ('link_clicks', 'visitor', networks.visitor, 60, interval '1 minute'),
      ('link_clicks', 'visitor, daily', networks.visitor, 3000, interval '1 day'),
      ('link_clicks', 'site', networks.site, 600, interval '1 minute'),
      ('link_clicks', 'site, daily', networks.site, 20000, interval '1 day')
    ) as rules (relation, kind, subject, max_hits, span)
    where rules.relation = count_insert.relation and rules.subject is not null
  loop
    wait := private.count_hit(relation || ' ' || rule.kind, rule.subject, rule.max_hits, rule.span);
    exit when wait > 0;
  end loop;
  if wait > 0 then
    minutes := ceil(wait / 60.0);
    refusal := format(
      case relation
        when 'messages'
          then 'You have sent several messages in a short time. Please try again %s.'
        else 'Too many requests. Please try again %s.'
      end,
      case
        when minutes <= 1 then 'in a minute'
        when minutes <= 90 then format('in %s minutes', minutes)
        else format('in %s hours', ceil(minutes / 60.0))
      end
    );
  end if;
end
$$;

-- Runs before the rows are checked, so that invalid ones count too. A refused statement rolls its own
-- count back; Foyer's host therefore counts in a separate transaction beforehand and sets
-- foyer.visitor_counted.
create function private.limit_visitors() returns trigger
language plpgsql set search_path = ''
as $$
declare
  counted record;
begin
  if current_user not in ('anon', 'authenticated')
    or current_setting('foyer.visitor_counted', true) = 'on'
  then
    return null;
  end if;
  select * into counted from private.count_insert(tg_table_name, private.visitor_address());
  if counted.wait > 0 then
    raise sqlstate 'PT429' using message = counted.refusal;
  end if;
  return null;
end
$$;

grant execute on function private.visitor_address(), private.count_insert(text, text)
  to anon, authenticated;

create trigger limit_visitors before insert on public.messages
  for each statement execute function private.limit_visitors();

create trigger limit_visitors before insert on public.visits
  for each statement execute function private.limit_visitors();
