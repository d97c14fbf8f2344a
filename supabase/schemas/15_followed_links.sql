-- Daily counts of the followed links of the public page.
--
--   link_clicks.target     the address as the page has it, 'cv' or 'form'; the database finds out what
--                          it belongs to
--                          and ignores anything else

create table public.link_clicks (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  target text not null check (char_length(target) between 1 and 2048),
  -- describe_click sets both columns.
  kind text not null check (kind in ('project', 'code', 'social', 'cv', 'contact')),
  -- The id of the project or social link; 'email' or 'form' for contact.
  subject text not null default '' check (char_length(subject) <= 100)
);

comment on table public.link_clicks is 'Followed links of the public page, one row without personal data each.';

create index link_clicks_by_time on public.link_clicks (created_at);

grant insert (target) on public.link_clicks to anon, authenticated;

grant select, delete on public.link_clicks to authenticated;

create policy "Everyone records a followed link of this moment" on public.link_clicks
  for insert to anon, authenticated with check (created_at = now());

create policy "The owner reads followed links" on public.link_clicks
  for select to authenticated using ((select private.is_admin()));

create policy "The owner deletes followed links" on public.link_clicks
  for delete to authenticated using ((select private.is_admin()));

-- Writes an address like a browser, as far as comparing needs: spaces and characters outside ASCII
-- are percent-encoded. Hosts in another script have to be stored in Punycode to be recognized.
create function private.comparable_link(address text) returns text
language sql immutable set search_path = ''
as $$
  select lower(rtrim(
    case
      when octet_length(address) = char_length(address) and position(' ' in address) = 0 then address
      else (
        select string_agg(
          case
            when ascii(letter) between 33 and 126 then letter
            else regexp_replace(encode(convert_to(letter, 'UTF8'), 'hex'), '(..)', '%\1', 'g')
          end,
          '' order by place)
        from regexp_split_to_table(address, '') with ordinality as letters (letter, place)
      )
    end, '/'))
$$;

-- SECURITY DEFINER so that the same links are recognized for every caller.
create function private.describe_click() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := private.comparable_link(btrim(new.target));
  known record;
begin
  if private.visitor_is_bot() then
    return null;
  end if;
  select link.kind, link.subject into known
  from (
    select 'cv' as kind, '' as subject, 'cv' as target
    union all select 'contact', 'form', 'form'
    union all select 'contact', 'email', 'mailto:' || btrim(value) from public.personal_info where key = 'email'
    union all select 'project', id::text, live_link from public.projects where visibility = 'public'
    union all select 'code', id::text, github_link from public.projects where visibility = 'public'
    union all select 'social', id::text, url from public.social_links where visibility = 'public'
  ) as link
  where private.comparable_link(btrim(link.target)) = address
  limit 1;
  -- A page that was opened before the last change may still have a deleted link.
  if not found then
    return null;
  end if;
  new.kind := known.kind;
  new.subject := known.subject;
  return new;
end
$$;

create function private.count_added_clicks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.analytics_days as known (day, metric, subject, total)
    select (created_at at time zone 'UTC')::date, kind, subject, count(*) from added
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, metric, subject) do update set total = known.total + excluded.total;
  return null;
end
$$;

create function private.count_removed_clicks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.analytics_days as known set total = known.total - subtracted.total
    from (
      select (created_at at time zone 'UTC')::date as day, kind, subject, count(*) as total
      from removed where created_at >= private.visits_kept_since() group by 1, 2, 3
    ) as subtracted
    where (known.day, known.metric, known.subject)
      = (subtracted.day, subtracted.kind, subtracted.subject);
  return null;
end
$$;

create function private.reset_link_clicks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.analytics_days where metric in ('project', 'code', 'social', 'cv', 'contact');
  return null;
end
$$;

create trigger protect_created_at before insert or update on public.link_clicks
  for each row execute function private.protect_created_at();

create trigger describe_click before insert on public.link_clicks
  for each row when (new.kind is null or current_user in ('anon', 'authenticated'))
  execute function private.describe_click();

create trigger limit_visitors before insert on public.link_clicks
  for each statement execute function private.limit_visitors();

create trigger refuse_bulk_visits after insert on public.link_clicks
  referencing new table as added
  for each statement execute function private.refuse_bulk_visits();

create trigger count_added_clicks after insert on public.link_clicks
  referencing new table as added
  for each statement execute function private.count_added_clicks();

create trigger count_removed_clicks after delete on public.link_clicks
  referencing old table as removed
  for each statement execute function private.count_removed_clicks();

create trigger reset_link_clicks after truncate on public.link_clicks
  for each statement execute function private.reset_link_clicks();
