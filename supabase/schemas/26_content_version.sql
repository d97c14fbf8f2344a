-- A digest of the public content. A static page compares it with the one of its build, to know
-- without reading the content whether that has changed. A view, because visitors may read relations
-- and call no function.

create view public.content_version with (security_invoker = true) as
select md5(concat_ws(
  E'\f',
  (select string_agg(entries::text, E'\n' order by entries.key) from public.personal_info as entries),
  (select string_agg(entries::text, E'\n' order by entries.id) from public.experience as entries),
  (select string_agg(entries::text, E'\n' order by entries.id) from public.education as entries),
  (select string_agg(entries::text, E'\n' order by entries.id) from public.skill_categories as entries),
  (select string_agg(entries::text, E'\n' order by entries.id) from public.skills as entries),
  (select string_agg(entries::text, E'\n' order by entries.id) from public.projects as entries),
  (select string_agg(entries::text, E'\n' order by entries.id) from public.social_links as entries)
)) as version;

comment on view public.content_version is 'One row: a digest that changes with every change of the public content.';

revoke all on public.content_version from public, anon, authenticated;

grant select on public.content_version to anon, authenticated, service_role;
