-- What the Data API of the embedded host needs beyond PostgREST.

-- It adds up the sizes of a response's rows while PostgreSQL makes their JSON, so that a read needs no
-- more memory than the limit, however many rows it embeds. Fails where the sum is too large for a bigint.
create or replace aggregate extensions.bounded_sum(bigint) (sfunc = int8pl, stype = bigint, initcond = '0');
