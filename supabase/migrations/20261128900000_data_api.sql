-- The Data API adds up the sizes of a response's rows in an aggregate (private.bounded_sum).
drop function private.count_response_bytes(json);
