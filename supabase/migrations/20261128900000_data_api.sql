-- The Data API adds up the sizes of a response's rows in an aggregate (supabase/system).
drop function private.count_response_bytes(json);
