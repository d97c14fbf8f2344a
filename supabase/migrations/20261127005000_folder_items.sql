-- The drive shows how many items a folder has, with one call for a whole list.

create function public.count_items(folders uuid[]) returns table (folder uuid, items bigint)
language sql stable security invoker set search_path = ''
as $$
  select files.parent_id, count(*)
  from public.workspace_files as files
  where files.user_id = (select auth.uid()) and files.parent_id = any (folders)
    and files.trashed_at is null
  group by files.parent_id
  order by files.parent_id
$$;

comment on function public.count_items(uuid[]) is 'How many files and folders are directly in each of these folders; none for an empty one.';

revoke execute on function public.count_items(uuid[]) from public, anon;

grant execute on function public.count_items(uuid[]) to authenticated, service_role;
