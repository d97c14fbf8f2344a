-- The parts of a CV besides work, education, projects and skills.

create or replace function private.write_date_range() returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- Without the column, an entry has one date.
  last date := case when to_jsonb(new) ? 'end_month' then to_jsonb(new) ->> 'end_month' else new.start_month::text end;
  last_before date;
begin
  if coalesce(new.date_range, '') = '' then
    new.date_range := coalesce(private.format_month_range(new.start_month, last), new.date_range);
  elsif tg_op = 'UPDATE' and new.date_range = old.date_range then
    last_before := case when to_jsonb(old) ? 'end_month' then to_jsonb(old) ->> 'end_month' else old.start_month::text end;
    if old.date_range = private.format_month_range(old.start_month, last_before) then
      new.date_range := private.format_month_range(new.start_month, last);
    end if;
  end if;
  return new;
end
$$;

create table public.volunteering (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  organization text check (char_length(organization) <= 300),
  organization_link text check (organization_link = '' or private.is_link_url(organization_link)),
  location text check (char_length(location) <= 300),
  start_month date check (private.is_month(start_month)),
  end_month date check (private.is_month(end_month)),
  date_range text check (char_length(date_range) <= 200),
  description text check (char_length(description) <= 20000),
  created_at timestamptz not null default now(),
  position integer,
  visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden')),
  revision integer not null default 1,
  constraint volunteering_months_check check (end_month >= start_month)
);

create index volunteering_newest_first on public.volunteering (created_at desc);

select private.add_content_table('volunteering');

create table public.certificates (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  organization text check (char_length(organization) <= 300),
  link text check (link = '' or private.is_link_url(link)),
  number text check (char_length(number) <= 300),
  start_month date check (private.is_month(start_month)),
  date_range text check (char_length(date_range) <= 200),
  created_at timestamptz not null default now(),
  position integer,
  visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden')),
  revision integer not null default 1
);

create index certificates_newest_first on public.certificates (created_at desc);

select private.add_content_table('certificates');

create table public.awards (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  organization text check (char_length(organization) <= 300),
  start_month date check (private.is_month(start_month)),
  date_range text check (char_length(date_range) <= 200),
  description text check (char_length(description) <= 20000),
  created_at timestamptz not null default now(),
  position integer,
  visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden')),
  revision integer not null default 1
);

create index awards_newest_first on public.awards (created_at desc);

select private.add_content_table('awards');

create table public.publications (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  organization text check (char_length(organization) <= 300),
  link text check (link = '' or private.is_link_url(link)),
  start_month date check (private.is_month(start_month)),
  date_range text check (char_length(date_range) <= 200),
  description text check (char_length(description) <= 20000),
  created_at timestamptz not null default now(),
  position integer,
  visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden')),
  revision integer not null default 1
);

create index publications_newest_first on public.publications (created_at desc);

select private.add_content_table('publications');

create table public.languages (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  level_text text check (char_length(level_text) <= 100),
  created_at timestamptz not null default now(),
  position integer,
  visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden')),
  revision integer not null default 1
);

create index languages_newest_first on public.languages (created_at desc);

select private.add_content_table('languages');
