-- Row counts that the planner estimates (`Prefer: count=planned` and `estimated`) come from the
-- statistics of the whole table, and so tell of rows that the caller may not read. PostgREST gets
-- them by EXPLAIN. Declared IMMUTABLE so that the planner calls it while it makes any plan; the
-- constant true that it returns is then no part of the plan. The secret key bypasses policies.
create function private.refuse_estimates() returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if pg_catalog.current_query() ~* '^\s*explain' then
    raise sqlstate 'PT400' using
      message = 'Estimated row counts are not available',
      hint = 'Ask for count=exact.';
  end if;
  return true;
end
$$;

revoke all on function private.refuse_estimates() from public;

grant execute on function private.refuse_estimates() to anon, authenticated;

do $$
declare
  name text;
begin
  for name in select tablename from pg_catalog.pg_tables where schemaname = 'public' loop
    execute format(
      'create policy "Nobody reads estimated counts" on public.%I as restrictive
        for select to anon, authenticated using (private.refuse_estimates())',
      name
    );
  end loop;
end
$$;
