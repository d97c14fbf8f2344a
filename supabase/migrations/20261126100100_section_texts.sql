-- The layout of the page's sections may have the owner's headings and subtitles.

-- The owner's headings or subtitles of sections, by section; an empty one is left out on the page.
create function private.are_section_texts(texts jsonb, longest integer) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(texts) = 'object'
    and (select count(*) <= 30 and coalesce(bool_and(
        key ~ '^[a-z_]{1,30}$' and jsonb_typeof(value) = 'string'
        and char_length(value #>> '{}') <= longest), true)
      from jsonb_each(texts))
$$;

create or replace function private.is_section_layout(value text) returns boolean
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

revoke execute on function private.are_section_texts(jsonb, integer) from public;

-- CHECK constraints run with the rights of the role that writes the row.
grant execute on function private.are_section_texts(jsonb, integer) to authenticated, service_role;
