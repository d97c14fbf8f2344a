/**
 * Rules of Supabase's database linter that are newer than the pinned CLI, reimplemented: each query
 * returns the violations (https://supabase.com/docs/guides/database/database-linter, 0025, 0028 and
 * 0029). 0026 and 0027 concern GraphQL, which Foyer does not use; anonymous visitors could only
 * read public content there.
 */
export const newerRules = {
  public_bucket_allows_listing: `
    select policies.policyname, buckets.id
    from pg_policies policies
    join storage.buckets on buckets.public
    where policies.schemaname = 'storage' and policies.tablename = 'objects'
      and policies.permissive = 'PERMISSIVE' and policies.cmd in ('SELECT', 'ALL')
      and policies.roles && '{public,anon,authenticated}'::name[]
      and (
        policies.qual is null
        or lower(policies.qual) = 'true'
        or policies.qual ~* format('^\\(*bucket_id = ''%s''(::text)?\\)*$', buckets.id)
      )`,
  anon_security_definer_function_executable: callableDefiners("anon"),
  authenticated_security_definer_function_executable: callableDefiners("authenticated"),
};

/** SECURITY DEFINER functions in the exposed schema that a role may call. */
function callableDefiners(role: string): string {
  return `
    select routine.oid::regprocedure
    from pg_proc routine
    where routine.pronamespace = 'public'::regnamespace and routine.prosecdef
      and has_function_privilege('${role}', routine.oid, 'EXECUTE')`;
}
