-- Whoever signs out a dozen devices one by one enters the right password each time.
do $$
begin
  execute replace(pg_get_functiondef('private.end_own_sessions(text, uuid)'::regprocedure),
    '  delete from auth.sessions
  where sessions.user_id = own.user_id', '  -- Only wrong tries count.
  delete from private.visitor_counts where visitor_counts.key = sha256(
    private.visitor_salt((now() at time zone ''UTC'')::date) || convert_to(''passwords '' || own.id, ''UTF8''));
  delete from auth.sessions
  where sessions.user_id = own.user_id');
end
$$;
