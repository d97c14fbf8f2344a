-- The Data API adds up the sizes of a response's rows itself, and calls this where they are too large.
drop function private.count_response_bytes(json);

create function private.refuse_response() returns json
language plpgsql volatile set search_path = ''
as $$
begin
  raise sqlstate 'PT413' using
    message = 'The response is larger than 8 MB. Ask for fewer rows or columns.';
end
$$;

comment on function private.refuse_response() is 'Raises PT413, the refusal of a response over 8 MB.';

revoke execute on function private.refuse_response() from public;

grant execute on function private.refuse_response() to anon, authenticated, service_role;
