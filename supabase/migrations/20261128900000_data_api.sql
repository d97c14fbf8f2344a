-- The Data API adds up the sizes of a response's rows in an aggregate that fails where they are too large.
drop function private.count_response_bytes(json);

create aggregate private.bounded_sum(bigint) (sfunc = int8pl, stype = bigint, initcond = '0');

comment on aggregate private.bounded_sum(bigint) is 'Fails where the sum is too large for a bigint.';

revoke execute on function private.bounded_sum(bigint) from public;

grant execute on function private.bounded_sum(bigint) to anon, authenticated, service_role;
