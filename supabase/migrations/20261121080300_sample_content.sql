-- The sample portfolio can be cleared in one go, without what the owner has made of it. Every sample
-- row is noted here as it was added; one that still looks like its note was never changed.

create table private.sample_entries (
  table_name text not null,
  -- The row's id, or its key in personal_info.
  id text not null,
  entry jsonb not null,
  primary key (table_name, id)
);

comment on table private.sample_entries is 'The sample content''s rows as they were added. Empty once it was cleared.';

alter table private.sample_entries enable row level security;

revoke all on private.sample_entries from public, anon, authenticated;

grant select, delete on private.sample_entries to authenticated;

create policy "The owner sees what is sample content" on private.sample_entries
  for select to authenticated using ((select private.is_admin()));
create policy "The owner forgets what was sample content" on private.sample_entries
  for delete to authenticated using ((select private.is_admin()));

-- A skill that lost its category, because that was deleted, is still the sample; one that was given
-- another is not. Columns the server keeps, or that came later, do not count.
create function private.is_unchanged_sample(current_entry jsonb, sample jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select not exists (
    select from jsonb_each(sample) as was
    where was.key not in ('revision', 'created_at')
      and current_entry -> was.key is distinct from was.value
      and not (was.key = 'category_id' and current_entry -> 'category_id' = 'null')
  )
$$;

revoke execute on function private.is_unchanged_sample(jsonb, jsonb) from public;

grant execute on function private.is_unchanged_sample(jsonb, jsonb) to authenticated;

-- Removes every unchanged sample row and says how many those were; a failure removes none. A sample
-- category stays while a skill that stays is in it. Run with the caller's rights: row level security
-- decides. Each condition stands in the DELETE itself, so that a change saved meanwhile is kept.
create function public.clear_sample_content() returns integer
language plpgsql security invoker set search_path = ''
as $$
declare
  removed integer;
  total integer := 0;
begin
  if not (select private.is_admin()) then
    raise insufficient_privilege using message = 'Only the owner clears the sample content.';
  end if;

  delete from public.personal_info as present using private.sample_entries as sample
    where sample.table_name = 'personal_info' and sample.id = present.key
      and private.is_unchanged_sample(to_jsonb(present), sample.entry);
  get diagnostics removed = row_count;
  total := total + removed;

  delete from public.education as present using private.sample_entries as sample
    where sample.table_name = 'education' and sample.id = present.id::text
      and private.is_unchanged_sample(to_jsonb(present), sample.entry);
  get diagnostics removed = row_count;
  total := total + removed;

  delete from public.experience as present using private.sample_entries as sample
    where sample.table_name = 'experience' and sample.id = present.id::text
      and private.is_unchanged_sample(to_jsonb(present), sample.entry);
  get diagnostics removed = row_count;
  total := total + removed;

  delete from public.projects as present using private.sample_entries as sample
    where sample.table_name = 'projects' and sample.id = present.id::text
      and private.is_unchanged_sample(to_jsonb(present), sample.entry);
  get diagnostics removed = row_count;
  total := total + removed;

  delete from public.social_links as present using private.sample_entries as sample
    where sample.table_name = 'social_links' and sample.id = present.id::text
      and private.is_unchanged_sample(to_jsonb(present), sample.entry);
  get diagnostics removed = row_count;
  total := total + removed;

  delete from public.skills as present using private.sample_entries as sample
    where sample.table_name = 'skills' and sample.id = present.id::text
      and private.is_unchanged_sample(to_jsonb(present), sample.entry);
  get diagnostics removed = row_count;
  total := total + removed;

  delete from public.skill_categories as present using private.sample_entries as sample
    where sample.table_name = 'skill_categories' and sample.id = present.id::text
      and private.is_unchanged_sample(to_jsonb(present), sample.entry)
      and not exists (select from public.skills where skills.category_id = present.id);
  get diagnostics removed = row_count;
  total := total + removed;

  -- What is left is the owner's from now on.
  delete from private.sample_entries where true;
  return total;
end
$$;

comment on function public.clear_sample_content() is 'Owner only: removes the sample rows nobody has changed; returns how many.';

-- Asked on every visit of the dashboard, so it stops at once where there is no sample.
create function public.count_sample_content() returns integer
language sql stable security invoker set search_path = ''
as $$
  with current_entries as (
    select 'personal_info' as table_name, key as id, to_jsonb(info) as entry from public.personal_info as info
    union all select 'education', id::text, to_jsonb(education) from public.education
    union all select 'experience', id::text, to_jsonb(experience) from public.experience
    union all select 'projects', id::text, to_jsonb(projects) from public.projects
    union all select 'social_links', id::text, to_jsonb(social_links) from public.social_links
    union all select 'skills', id::text, to_jsonb(skills) from public.skills
    union all select 'skill_categories', id::text, to_jsonb(skill_categories) from public.skill_categories
  ),
  unchanged as (
    select current_entries.table_name, current_entries.id
    from private.sample_entries as sample
    join current_entries on current_entries.table_name = sample.table_name and current_entries.id = sample.id
    where private.is_unchanged_sample(current_entries.entry, sample.entry)
  )
  select count(*)::integer from unchanged
  where table_name <> 'skill_categories' or not exists (
    select from public.skills
    where skills.category_id::text = unchanged.id
      and not exists (
        select from unchanged as gone where gone.table_name = 'skills' and gone.id = skills.id::text
      )
  )
$$;

comment on function public.count_sample_content() is 'How many rows clear_sample_content() would remove; 0 for everybody but the owner.';

revoke execute on function public.clear_sample_content(), public.count_sample_content() from public, anon;

grant execute on function public.clear_sample_content(), public.count_sample_content()
  to authenticated;

-- Databases that were started with the sample before this table was there: their rows are known by
-- the fingerprints of the sample as it was then.
do $$
begin
  if to_regclass('supabase_migrations.seed_files') is null then
    return;
  end if;
  if not exists (
    select from supabase_migrations.seed_files where path = 'supabase/seed.sql' and hash <> 'declined'
  ) then
    return;
  end if;
  insert into private.sample_entries (table_name, id, entry)
  select content.table_name, content.id, content.entry
  from (
    select 'personal_info', key, to_jsonb(personal_info) from public.personal_info
    union all select 'education', id::text, to_jsonb(education) from public.education
    union all select 'experience', id::text, to_jsonb(experience) from public.experience
    union all select 'projects', id::text, to_jsonb(projects) from public.projects
    union all select 'skill_categories', id::text, to_jsonb(skill_categories) from public.skill_categories
    union all select 'skills', id::text, to_jsonb(skills) from public.skills
    union all select 'social_links', id::text, to_jsonb(social_links) from public.social_links
  ) as content (table_name, id, entry)
  where left(md5(
      content.table_name
      || (content.entry - array['id', 'category_id', 'created_at', 'revision'])::text
    ), 12) in (
        '02bd8b39b54d', '03d3d6f1f790', '05c8fe1c4739', '0a90ad057a95', '16d1428b38bb', '1ab62e354f22',
        '25a03788a04f', '30df8f7ab41e', '34fdadf7be8f', '36c55243dd9a', '37ee79e1c2e9', '3b77e364c99d',
        '3de590c98d5a', '46df99237a27', '487ca1385e4f', '4d27a43b1801', '4f5d73fc13da', '53249112d2f5',
        '55fa6e76b18e', '6512f9e5f29d', '67ee3f747d01', '7194ed4c0992', '71eb065996e2', '7d56ac3f1a3c',
        '7f2f6ea6a677', '7f5c23d51a3b', '7f6e9c91a07f', '835368ffccbd', '97c53a8c6642', 'a481655d6930',
        'aba1ec200c22', 'ac55d45e49f4', 'ac79490e75cb', 'adfcb8959e95', 'b019dca1b03a', 'b5c85af0d233',
        'bad2a4bc08ee', 'c0ff6e93bf0b', 'ce0f6fc8aece', 'd00f830988f5', 'd1e230f11593', 'd4632b80f585',
        'e8fae27b7bbd', 'ecf833762528', 'f53db9d6df14', 'f6c866415d93', 'f9aa1671073d'
    );
end
$$;
