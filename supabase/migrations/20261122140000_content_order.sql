-- Order, visibility and dates of the content, and the layout of the page.
--
-- Order. A list has a chosen order when its entries have a `position` (`display_order` in
-- social_links). It is saved by one call, for the whole list or not at all:
--   rpc save_content_order(list text, items jsonb) returns void, for the owner
--     list   experience, education, projects, skills, skill_categories or social_links
--     items  [{"id": uuid, "was": position or null}, …]: every entry of the list, in the new order,
--            with the position the caller saw. For skills: every skill of one category.
--     PT409  an entry was added, removed or moved elsewhere; nothing was saved.
-- Positions count from 1. A new position alone is no new revision. Setting all positions to null
-- returns to the default order. An added entry has no position: src/content/entry-order.ts defines
-- its place.
--
-- Visibility. 'public'; 'draft': for the owner and the preview; 'hidden': for the owner. Only the
-- owner reads entries that are not public. The skills of a category have at most its visibility.
--
-- Dates. start_month and end_month are the first day of a month; a start without an end is a current
-- entry. An empty date_range is written from them ("Mar 2021 – Present"), and follows them until
-- somebody changes the text.
--
-- Sections. personal_info 'sections' is {"order": [id, …], "hidden": [id, …]} with the ids about,
-- education, experience, skills and projects; what is missing keeps its default place.

create function private.is_month(day date) returns boolean
language sql immutable set search_path = ''
as $$
  select day between '1900-01-01' and '2199-12-01' and extract(day from day) = 1
$$;

-- The ids of the sections that can be moved and hidden. The greeting stays first, contact last.
create function private.is_section_list(ids jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(ids) = 'array' and jsonb_array_length(ids) <= 5
    and (select count(distinct id) = count(*)
        and coalesce(bool_and(id in ('about', 'education', 'experience', 'skills', 'projects')), true)
      from jsonb_array_elements_text(ids) as id)
$$;

create function private.is_section_layout(value text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  layout jsonb;
begin
  if octet_length(value) > 1000 then
    return false;
  end if;
  layout := value::jsonb;
  return jsonb_typeof(layout) = 'object'
    and layout - array['order', 'hidden'] = '{}'
    and private.is_section_list(coalesce(layout -> 'order', '[]'))
    and private.is_section_list(coalesce(layout -> 'hidden', '[]'));
exception when others then
  return false;
end
$$;

revoke execute on function private.is_month(date), private.is_section_list(jsonb), private.is_section_layout(text)
  from public;

-- CHECK constraints run with the rights of the role that writes the row.
grant execute on function private.is_month(date), private.is_section_list(jsonb), private.is_section_layout(text)
  to authenticated, service_role;

alter table public.experience
  add column position integer,
  add column visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden')),
  add column start_month date check (private.is_month(start_month)),
  add column end_month date check (private.is_month(end_month)),
  add constraint experience_months_check check (end_month >= start_month);

alter table public.education
  add column position integer,
  add column visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden')),
  add column start_month date check (private.is_month(start_month)),
  add column end_month date check (private.is_month(end_month)),
  add constraint education_months_check check (end_month >= start_month);

alter table public.projects
  add column position integer,
  add column visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden'));

alter table public.skills
  add column position integer,
  add column visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden'));

alter table public.skill_categories
  add column position integer,
  add column visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden'));

alter table public.social_links
  add column visibility text not null default 'public' check (visibility in ('public', 'draft', 'hidden'));

alter table public.personal_info add constraint personal_info_sections_check
  check (key <> 'sections' or value is null or value = '' or private.is_section_layout(value));

-- A new position alone is not a change of the entry: it must not cause a conflict in an open form.
create or replace trigger check_revision before update on public.experience
  for each row when (
    new.position is not distinct from old.position
    or to_jsonb(new) - 'position' is distinct from to_jsonb(old) - 'position'
  )
  execute function private.check_revision();

create or replace trigger check_revision before update on public.education
  for each row when (
    new.position is not distinct from old.position
    or to_jsonb(new) - 'position' is distinct from to_jsonb(old) - 'position'
  )
  execute function private.check_revision();

create or replace trigger check_revision before update on public.projects
  for each row when (
    new.position is not distinct from old.position
    or to_jsonb(new) - 'position' is distinct from to_jsonb(old) - 'position'
  )
  execute function private.check_revision();

create or replace trigger check_revision before update on public.skills
  for each row when (
    new.position is not distinct from old.position
    or to_jsonb(new) - 'position' is distinct from to_jsonb(old) - 'position'
  )
  execute function private.check_revision();

create or replace trigger check_revision before update on public.skill_categories
  for each row when (
    new.position is not distinct from old.position
    or to_jsonb(new) - 'position' is distinct from to_jsonb(old) - 'position'
  )
  execute function private.check_revision();

-- The same text as formatMonthRange in shared/month-range.ts.
create function private.format_month_range(start_month date, end_month date) returns text
language sql stable set search_path = ''
as $$
  select case
    when start_month is null or start_month = end_month then to_char(end_month, 'Mon YYYY')
    else to_char(start_month, 'Mon YYYY') || ' – ' || coalesce(to_char(end_month, 'Mon YYYY'), 'Present')
  end
$$;

create function private.write_date_range() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if coalesce(new.date_range, '') = '' then
    new.date_range := coalesce(private.format_month_range(new.start_month, new.end_month), new.date_range);
  elsif tg_op = 'UPDATE' and new.date_range = old.date_range
    and old.date_range = private.format_month_range(old.start_month, old.end_month) then
    new.date_range := private.format_month_range(new.start_month, new.end_month);
  end if;
  return new;
end
$$;

revoke execute on function private.format_month_range(date, date), private.write_date_range() from public;

grant execute on function private.format_month_range(date, date) to authenticated, service_role;

create trigger write_date_range before insert or update on public.experience
  for each row execute function private.write_date_range();

create trigger write_date_range before insert or update on public.education
  for each row execute function private.write_date_range();

alter policy "Everyone reads experience" on public.experience
  rename to "Everyone reads public experience, the owner all";
alter policy "Everyone reads public experience, the owner all" on public.experience
  using (visibility = 'public' or (select private.is_admin()));

alter policy "Everyone reads education" on public.education
  rename to "Everyone reads public education, the owner all";
alter policy "Everyone reads public education, the owner all" on public.education
  using (visibility = 'public' or (select private.is_admin()));

alter policy "Everyone reads skill categories" on public.skill_categories
  rename to "Everyone reads public skill categories, the owner all";
alter policy "Everyone reads public skill categories, the owner all" on public.skill_categories
  using (visibility = 'public' or (select private.is_admin()));

alter policy "Everyone reads skills" on public.skills
  rename to "Everyone reads public skills, the owner all";
alter policy "Everyone reads public skills, the owner all" on public.skills
  using (
    visibility = 'public' and (
      category_id is null
      or category_id in (select id from public.skill_categories where skill_categories.visibility = 'public')
    )
    or (select private.is_admin())
  );

alter policy "Everyone reads projects" on public.projects
  rename to "Everyone reads public projects, the owner all";
alter policy "Everyone reads public projects, the owner all" on public.projects
  using (visibility = 'public' or (select private.is_admin()));

alter policy "Everyone reads social links" on public.social_links
  rename to "Everyone reads public social links, the owner all";
alter policy "Everyone reads public social links, the owner all" on public.social_links
  using (visibility = 'public' or (select private.is_admin()));

create function public.save_content_order(list text, items jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  place text := case list when 'social_links' then 'display_order' else 'position' end;
  scope text := case list
    when 'skills' then 'entry.category_id is not distinct from (
      select first.category_id from public.skills as first where first.id = ($1 -> 0 ->> ''id'')::uuid)'
    else 'true'
  end;
  listed integer;
  saved integer;
begin
  if not (select private.is_admin()) then
    raise insufficient_privilege using message = 'Only the owner changes the order.';
  end if;
  if list is null or list not in (
    'experience', 'education', 'projects', 'skills', 'skill_categories', 'social_links'
  ) then
    raise sqlstate '22023' using message = 'There is no list of this name.';
  end if;
  -- The embedded engine sends JSON arguments as JSON text within a JSON string.
  if jsonb_typeof(items) = 'string' then
    items := (items #>> '{}')::jsonb;
  end if;
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 10000 then
    raise sqlstate '22023' using message = 'Expected a list of at most 10000 entries.';
  end if;
  -- Taken before any row is locked, so that two orders cannot deadlock.
  perform pg_advisory_xact_lock(hashtextextended('order of ' || list, 0));
  execute format('select count(*) from public.%I as entry where %s', list, scope) into listed using items;
  execute format(
    'update public.%1$I as entry set %2$I = item.place
    from (
      select (value ->> ''id'')::uuid as id, (value ->> ''was'')::integer as was, ordinality as place
      from jsonb_array_elements($1) with ordinality
    ) as item
    where entry.id = item.id and entry.%2$I is not distinct from item.was and %3$s',
    list, place, scope
  ) using items;
  get diagnostics saved = row_count;
  if saved <> listed or saved <> jsonb_array_length(items) then
    raise sqlstate 'PT409' using
      message = 'The list has changed elsewhere. Nothing was saved.',
      detail = format('%s of %s entries found.', saved, listed);
  end if;
end
$$;

comment on function public.save_content_order(text, jsonb) is
  'Owner only: saves the order of a list, [{id, was}] with every entry, all or nothing.';

revoke execute on function public.save_content_order(text, jsonb) from public, anon;

grant execute on function public.save_content_order(text, jsonb) to authenticated, service_role;

-- The place and the visibility of a sample entry do not make it the owner's content: one drag gives
-- every entry of the list a position.
create or replace function private.is_unchanged_sample(current_entry jsonb, sample jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select not exists (
    select from jsonb_each(sample) as was
    where was.key not in ('revision', 'created_at', 'position', 'visibility')
      and current_entry -> was.key is distinct from was.value
      and not (was.key = 'category_id' and current_entry -> 'category_id' = 'null')
  )
$$;
