-- A digest of the public content. A static page compares it with the digest of its build, to detect
-- a change without reading the content. A view, because visitors may read relations and call no
-- function.

-- A digest of the content that the caller reads.
create function private.content_digest() returns text
language plpgsql stable set search_path = ''
as $$
declare
  list record;
  part text;
  parts text[];
begin
  for list in select name, key_column from private.content_tables() order by name loop
    execute format(
      'select string_agg(entries::text, E''\n'' order by entries.%I) from public.%I as entries',
      list.key_column, list.name) into part;
    parts := parts || part;
  end loop;
  return md5(array_to_string(parts, E'\f', ''));
end
$$;

grant execute on function private.content_digest() to anon, authenticated, service_role;

create view public.content_version with (security_invoker = true) as
select private.content_digest() as version;

comment on view public.content_version is 'One row: a digest that changes with every change of the public content.';

grant select on public.content_version to anon, authenticated, service_role;
