-- Every change of the content is announced, so that servers drop the pages they have rendered. One
-- notification per transaction, however many statements it has.

create function private.announce_content_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('portfolio_changed', '');
  return null;
end
$$;

revoke execute on function private.announce_content_change() from public;

create trigger announce_content_change after insert or update or delete or truncate on public.personal_info
  for each statement execute function private.announce_content_change();

create trigger announce_content_change after insert or update or delete or truncate on public.experience
  for each statement execute function private.announce_content_change();

create trigger announce_content_change after insert or update or delete or truncate on public.education
  for each statement execute function private.announce_content_change();

create trigger announce_content_change after insert or update or delete or truncate on public.skill_categories
  for each statement execute function private.announce_content_change();

create trigger announce_content_change after insert or update or delete or truncate on public.skills
  for each statement execute function private.announce_content_change();

create trigger announce_content_change after insert or update or delete or truncate on public.projects
  for each statement execute function private.announce_content_change();

create trigger announce_content_change after insert or update or delete or truncate on public.social_links
  for each statement execute function private.announce_content_change();
