-- What CVs have besides: an employer's description, a field of study, a grade, the end of a
-- certificate, periods, roles and clients of projects, projects without an address, the user names
-- of profiles, interests and references.

alter table public.experience add column organization_text text
  check (char_length(organization_text) <= 2000);

alter table public.education
  add column area text check (char_length(area) <= 300),
  add column grade text check (char_length(grade) <= 100);

alter table public.certificates add column expires_month date
  check (private.is_month(expires_month));

alter table public.projects
  alter column live_link drop not null,
  add column organization text check (char_length(organization) <= 300),
  add column roles text[] check (private.is_text_list(roles, 100, 200)),
  add column type text check (char_length(type) <= 100),
  add column start_month date check (private.is_month(start_month)),
  add column end_month date check (private.is_month(end_month)),
  add column date_range text check (char_length(date_range) <= 200),
  add constraint projects_months_check check (end_month >= start_month);

comment on column public.projects.live_link is 'Null for a project without a public address.';

create trigger write_date_range before insert or update on public.projects
  for each row execute function private.write_date_range();

alter table public.social_links add column username text check (char_length(username) <= 200);

create table public.interests (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  skills text[] check (private.is_text_list(skills, 100, 200)),
  created_at timestamptz not null default now(),
  position integer,
  visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden')),
  revision integer not null default 1
);

create index interests_newest_first on public.interests (created_at desc);

select private.add_content_table('interests');

create table public.recommendations (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  organization text check (char_length(organization) <= 300),
  description text check (char_length(description) <= 20000),
  created_at timestamptz not null default now(),
  position integer,
  visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden')),
  revision integer not null default 1
);

create index recommendations_newest_first on public.recommendations (created_at desc);

select private.add_content_table('recommendations');

-- The phone number and the postal address are the owner's alone; the CV shows a copy of the number,
-- `cvPhone`, if the owner chooses so.
alter policy "Everyone reads personal info" on public.personal_info
  using (key not in ('phone', 'postalAddress') or (select private.is_admin()));
