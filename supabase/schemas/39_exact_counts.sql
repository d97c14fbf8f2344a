-- Every other table that the Data API exposes refuses estimated row counts too.
select private.refuse_estimated_counts(tablename)
from pg_catalog.pg_tables
where schemaname = 'public' and not exists (
  select from pg_catalog.pg_policies as policies
  where policies.schemaname = 'public' and policies.tablename = pg_tables.tablename
    and policies.policyname = 'Nobody reads estimated counts'
);
