-- Uploaded pictures of projects: files projects/<id>-<width>x<height>[-avif]-<file width>.<format> in
-- the bucket profile-pictures, as src/content/picture-files.ts describes. image_url is the address
-- of one of them.
--
--   rpc list_unused_pictures() returns the names of those that no project, no version of one in the
--                              history or the trash and no value of General Info has had for a week.
--                              Only the owner sees the bucket; it is empty for everyone else.

alter table public.projects add column image_alt text check (char_length(image_alt) <= 300);

comment on column public.projects.image_alt is 'What the picture shows, for visitors who cannot see it.';

-- A new picture may be in an editor that has not been saved yet.
create function public.list_unused_pictures() returns setof text
language sql stable security invoker set search_path = ''
as $$
  with mentioned as (
    select image_url as address from public.projects
    union all
    select entry ->> 'image_url' from public.content_history where table_name = 'projects'
    union all
    select value from public.personal_info
  ),
  used as (
    select found[1] as id from mentioned, regexp_matches(address, 'projects/([0-9a-z]+)-\d', 'g') as found
  )
  select object.name
  from storage.objects as object
  where object.bucket_id = 'profile-pictures'
    and object.name ~ '^projects/[0-9a-z]+-\d+x\d+(-avif)?-\d+\.[a-z]+$'
    and object.created_at < now() - interval '7 days'
    and substring(object.name from '^projects/([0-9a-z]+)-') not in (select id from used)
  order by object.name
  limit 1000
$$;

comment on function public.list_unused_pictures() is
  'The uploaded pictures that nothing names any more; empty for callers other than the owner.';

revoke execute on function public.list_unused_pictures() from public, anon;

grant execute on function public.list_unused_pictures() to authenticated;
