-- Publications have authors, and awards an address.

alter table public.publications add authors text check (char_length(authors) <= 2000);

alter table public.awards add link text check (link = '' or private.is_link_url(link));

-- An import counts what its review listed.
create or replace function private.last_import_state() returns table (
  id uuid, imported_at timestamptz, entries integer, is_unchanged boolean
)
language sql stable security definer set search_path = ''
as $$
  -- Categories come with their skills, the parts of a location with it.
  select last.id, last.imported_at,
    count(*) filter (
      where version.table_name <> 'skill_categories' and version.entry_id <> 'locationParts'
    )::integer,
    count(*) filter (where private.is_current_version(version, last.versions))
      = cardinality(last.versions)
  from private.last_import as last
  join public.content_history as version on version.id = any (last.versions)
  where private.is_admin() and last.imported_at > now() - interval '30 days'
  group by last.id, last.imported_at, last.versions
$$;
