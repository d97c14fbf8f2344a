-- Two tabs on one entry: a save names the revision it started from and is refused when another save
-- came in between, instead of overwriting it. A save that names none is taken as it comes.

create function private.check_revision() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- An update that does not name the column carries the row's own revision, which always matches.
  if new.revision is distinct from old.revision then
    raise sqlstate 'PT409' using
      message = 'This was changed elsewhere in the meantime.',
      hint = 'Load it again and repeat your change.';
  end if;
  new.revision := old.revision + 1;
  return new;
end
$$;

revoke execute on function private.check_revision() from public;

alter table public.personal_info add column revision integer not null default 1;
alter table public.experience add column revision integer not null default 1;
alter table public.education add column revision integer not null default 1;
alter table public.skill_categories add column revision integer not null default 1;
alter table public.skills add column revision integer not null default 1;
alter table public.projects add column revision integer not null default 1;
alter table public.social_links add column revision integer not null default 1;

create trigger check_revision before update on public.personal_info
  for each row execute function private.check_revision();

create trigger check_revision before update on public.experience
  for each row execute function private.check_revision();

create trigger check_revision before update on public.education
  for each row execute function private.check_revision();

create trigger check_revision before update on public.skill_categories
  for each row execute function private.check_revision();

create trigger check_revision before update on public.skills
  for each row execute function private.check_revision();

create trigger check_revision before update on public.projects
  for each row execute function private.check_revision();

create trigger check_revision before update on public.social_links
  for each row execute function private.check_revision();
