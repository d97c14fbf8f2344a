-- The public content. Visitors read it and the owner edits it.

create function private.is_month(day date) returns boolean
language sql immutable set search_path = ''
as $$
  select day between '1900-01-01' and '2199-12-01' and extract(day from day) = 1
$$;

-- Ids of sections; the page ignores those it does not know.
create function private.is_section_list(ids jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(ids) = 'array' and jsonb_array_length(ids) <= 30
    and (select count(distinct id) = count(*) and coalesce(bool_and(id ~ '^[a-z_]{1,30}$'), true)
      from jsonb_array_elements_text(ids) as id)
$$;

-- The owner's headings or subtitles by section. An empty text removes the line from the page.
create function private.are_section_texts(texts jsonb, longest integer) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(texts) = 'object'
    and (select count(*) <= 30 and coalesce(bool_and(
        key ~ '^[a-z_]{1,30}$' and jsonb_typeof(value) = 'string'
        and char_length(value #>> '{}') <= longest), true)
      from jsonb_each(texts))
$$;

-- @limit content: the layout of the page's sections; 16000 bytes by octet_length(value) > 16000
create function private.is_section_layout(value text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  layout jsonb;
begin
  if octet_length(value) > 16000 then
    return false;
  end if;
  layout := value::jsonb;
  return jsonb_typeof(layout) = 'object'
    and layout - array['order', 'hidden', 'titles', 'subtitles'] = '{}'
    and private.is_section_list(coalesce(layout -> 'order', '[]'))
    and private.is_section_list(coalesce(layout -> 'hidden', '[]'))
    and private.are_section_texts(coalesce(layout -> 'titles', '{}'), 60)
    and private.are_section_texts(coalesce(layout -> 'subtitles', '{}'), 200);
exception when others then
  return false;
end
$$;

-- CHECK constraints run with the rights of the role that writes the row.
grant execute on function private.is_month(date), private.is_section_list(jsonb),
  private.are_section_texts(jsonb, integer), private.is_section_layout(text)
  to authenticated, service_role;

create table public.personal_info (
  key text primary key check (char_length(key) between 1 and 100),
  -- At most 256 KiB; also holds rich text and the favicon's SVG.
  value text check (octet_length(value) <= 262144),
  -- Counts the updates; check_revision refuses a save that names an outdated one.
  revision integer not null default 1,
  constraint personal_info_picture_check
    check (key <> 'profilePictureUrl' or value is null or value = '' or private.is_image_url(value)),
  constraint personal_info_sections_check
    check (key <> 'sections' or value is null or value = '' or private.is_section_layout(value)),
  -- A CV as PDF that the owner offers instead of the generated CV: its address, and 'file' to offer
  -- it.
  constraint personal_info_cv_file_check
    check (key <> 'cvFile' or value is null or value = '' or private.is_image_url(value)),
  constraint personal_info_cv_download_check
    check (key <> 'cvDownload' or value is null or value in ('', 'file'))
);

create trigger check_revision before update on public.personal_info
  for each row execute function private.check_revision();

create trigger notify_content_change after insert or update or delete or truncate on public.personal_info
  for each statement execute function private.notify_content_change();

-- Policies control access; grants only reduce what a hosted project exposes.

grant select on public.personal_info to anon, authenticated;

grant insert, update, delete on public.personal_info to authenticated;

-- Only the owner reads the phone number and the postal address. The CV shows a copy of the number,
-- `cvPhone`, if the owner chooses so.
create policy "Everyone reads personal info" on public.personal_info
  for select to anon, authenticated
  using (key not in ('phone', 'postalAddress') or (select private.is_admin()));

create policy "The owner adds personal info" on public.personal_info
  for insert to authenticated with check ((select private.is_admin()));

create policy "The owner changes personal info" on public.personal_info
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create policy "The owner deletes personal info" on public.personal_info
  for delete to authenticated using ((select private.is_admin()));

create trigger record_content_version after insert or update or delete on public.personal_info
  for each row execute function private.record_content_version();

create trigger sweep_deleted_content after delete on public.personal_info
  for each statement execute function private.sweep_deleted_content();

create table public.experience (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  organization text not null check (char_length(organization) between 1 and 300),
  organization_link text check (organization_link = '' or private.is_link_url(organization_link)),
  organization_text text check (char_length(organization_text) <= 2000),
  location text check (char_length(location) <= 300),
  start_month date check (private.is_month(start_month)),
  end_month date check (private.is_month(end_month)),
  -- An empty value is written from the months and follows them until somebody changes it.
  date_range text check (char_length(date_range) <= 200),
  description text check (char_length(description) <= 20000),
  skills text[] check (private.is_text_list(skills, 100, 200)),
  created_at timestamptz not null default now()
);

select private.add_content_table('experience');

create table public.education (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  organization text not null check (char_length(organization) between 1 and 300),
  organization_link text check (organization_link = '' or private.is_link_url(organization_link)),
  area text check (char_length(area) <= 300),
  grade text check (char_length(grade) <= 100),
  location text check (char_length(location) <= 300),
  start_month date check (private.is_month(start_month)),
  end_month date check (private.is_month(end_month)),
  -- An empty value is written from the months and follows them until somebody changes it.
  date_range text check (char_length(date_range) <= 200),
  description text check (char_length(description) <= 20000),
  skills text[] check (private.is_text_list(skills, 100, 200)),
  created_at timestamptz not null default now()
);

select private.add_content_table('education');

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
  created_at timestamptz not null default now()
);

select private.add_content_table('volunteering');

create table public.certificates (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  organization text check (char_length(organization) <= 300),
  link text check (link = '' or private.is_link_url(link)),
  number text check (char_length(number) <= 300),
  expires_month date check (private.is_month(expires_month)),
  start_month date check (private.is_month(start_month)),
  date_range text check (char_length(date_range) <= 200),
  created_at timestamptz not null default now()
);

select private.add_content_table('certificates');

create table public.awards (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  organization text check (char_length(organization) <= 300),
  link text check (link = '' or private.is_link_url(link)),
  start_month date check (private.is_month(start_month)),
  date_range text check (char_length(date_range) <= 200),
  description text check (char_length(description) <= 20000),
  created_at timestamptz not null default now()
);

select private.add_content_table('awards');

create table public.publications (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  -- The authors as in a citation.
  authors text check (char_length(authors) <= 2000),
  organization text check (char_length(organization) <= 300),
  link text check (link = '' or private.is_link_url(link)),
  start_month date check (private.is_month(start_month)),
  date_range text check (char_length(date_range) <= 200),
  description text check (char_length(description) <= 20000),
  created_at timestamptz not null default now()
);

select private.add_content_table('publications');

create table public.languages (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  level_text text check (char_length(level_text) <= 100),
  created_at timestamptz not null default now()
);

select private.add_content_table('languages');

create table public.interests (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  skills text[] check (private.is_text_list(skills, 100, 200)),
  created_at timestamptz not null default now()
);

select private.add_content_table('interests');

create table public.recommendations (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  organization text check (char_length(organization) <= 300),
  description text check (char_length(description) <= 20000),
  created_at timestamptz not null default now()
);

select private.add_content_table('recommendations');

create table public.skill_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (btrim(name) <> '' and char_length(name) <= 200)
);

select private.add_content_table('skill_categories');

create table public.skills (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  level integer default 75 check (level between 0 and 100),
  level_text text check (char_length(level_text) <= 100),
  -- A skill without a category is shown under 'Other'.
  category_id uuid references public.skill_categories (id) on delete set null,
  icon text check (char_length(icon) <= 100)
);

comment on column public.skills.level is 'The width of its bar in percent; without one it has no bar.';

comment on column public.skills.level_text is 'The level in words, such as "Senior"; shown beside the name.';

create index skills_by_level on public.skills (level desc);

create index skills_by_name on public.skills (name);

create index skills_by_category on public.skills (category_id);

select private.add_content_table('skills');

-- The skills of a category have at most its visibility.
alter policy "Everyone reads public skills, the owner all" on public.skills
  using (
    visibility = 'public' and (
      category_id is null
      or category_id in (select id from public.skill_categories where skill_categories.visibility = 'public')
    )
    or (select private.is_admin())
  );

create table public.projects (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 300),
  description text check (char_length(description) <= 20000),
  image_url text check (image_url = '' or private.is_image_url(image_url)),
  image_alt text check (char_length(image_alt) <= 300),
  stack text[] check (private.is_text_list(stack, 100, 200)),
  github_link text check (github_link = '' or private.is_link_url(github_link)),
  live_link text check (private.is_link_url(live_link)),
  organization text check (char_length(organization) <= 300),
  roles text[] check (private.is_text_list(roles, 100, 200)),
  type text check (char_length(type) <= 100),
  start_month date check (private.is_month(start_month)),
  end_month date check (private.is_month(end_month)),
  date_range text check (char_length(date_range) <= 200),
  created_at timestamptz not null default now()
);

comment on column public.projects.live_link is 'Null for a project without a public address.';

comment on column public.projects.image_alt is 'What the picture shows, for visitors who cannot see it.';

select private.add_content_table('projects');

create table public.social_links (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  url text not null check (private.is_link_url(url)),
  icon_key text check (char_length(icon_key) <= 100),
  username text check (char_length(username) <= 200),
  display_order integer default 0
);

create index social_links_in_order on public.social_links (display_order);

select private.add_content_table('social_links');
