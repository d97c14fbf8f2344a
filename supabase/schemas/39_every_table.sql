-- Every table has row level security. A role reads a row only with a right and a policy; the tables
-- of the schema private have mostly neither.
do $$
declare
  opened regclass;
begin
  for opened in
    select oid from pg_catalog.pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  loop
    execute format('alter table %s enable row level security', opened);
    execute format('revoke all on %s from public', opened);
  end loop;
end
$$;

-- Every other table that the Data API exposes refuses estimated row counts too.
select private.refuse_estimated_counts(tablename)
from pg_catalog.pg_tables
where schemaname = 'public' and not exists (
  select from pg_catalog.pg_policies as policies
  where policies.schemaname = 'public' and policies.tablename = pg_tables.tablename
    and policies.policyname = 'Nobody reads estimated counts'
);
