-- How much an answer may hold, for hosts that ask: the rows of a read pass through here on their way
-- into the answer, and the one that goes over the limit ends the query. Whatever a read embeds,
-- repeats or multiplies, it can then cost the database no more memory than its limit.

-- The count is a setting, because nothing else is kept for one transaction and needs no table; the
-- host puts it back to 0 when a transaction begins. Not local: with a search_path of its own, what a
-- function sets locally ends with it.
create function private.count_answer(part json) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  counted bigint := coalesce(nullif(current_setting('foyer.answer_bytes', true), ''), '0')::bigint
    + pg_column_size(part);
begin
  if counted > 8000000 then
    raise sqlstate 'PT413' using
      message = 'The answer would be larger than 8 MB. Ask for fewer rows or columns.';
  end if;
  perform set_config('foyer.answer_bytes', counted::text, false);
  return part;
end
$$;

comment on function private.count_answer(json) is 'Passes a part of an answer on; raises PT413 once the parts of a transaction are over 8 MB together.';

revoke execute on function private.count_answer(json) from public;

grant execute on function private.count_answer(json) to anon, authenticated, service_role;
