-- Removes the sample portfolio, except entries that the owner has changed. Every sample row is
-- recorded as it was inserted; a row that equals its record is unchanged.

create table private.sample_entries (
  table_name text not null,
  -- The row's id, or its key in personal_info.
  id text not null,
  entry jsonb not null,
  primary key (table_name, id)
);

comment on table private.sample_entries is 'The sample rows as they were inserted. Empty once the sample has been removed.';

grant select, delete on private.sample_entries to authenticated;

create policy "The owner sees what is sample content" on private.sample_entries
  for select to authenticated using ((select private.is_admin()));

create policy "The owner forgets what was sample content" on private.sample_entries
  for delete to authenticated using ((select private.is_admin()));

-- Changing the place or the visibility of a sample entry does not make it the owner's content: one
-- drag gives every entry of the list a position.
create function private.is_unchanged_sample(current_entry jsonb, sample jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select not exists (
    select from jsonb_each(sample) as was
    where was.key not in ('revision', 'created_at', 'position', 'visibility')
      and current_entry -> was.key is distinct from was.value
      and not (was.key = 'category_id' and current_entry -> 'category_id' = 'null')
  )
$$;

grant execute on function private.is_unchanged_sample(jsonb, jsonb) to authenticated;

-- A sample category stays while it has a remaining skill. The conditions are part of each DELETE, so
-- that a concurrently saved change is kept.
create function public.clear_sample_content() returns integer
language plpgsql security invoker set search_path = ''
as $$
declare
  list record;
  removed integer;
  total integer := 0;
begin
  perform private.require_role('admin', 'Only the owner clears the sample content.');
  -- Skills are deleted before their categories.
  for list in select * from private.content_tables() order by place desc loop
    execute format(
      'delete from public.%1$I as present using private.sample_entries as sample
        where sample.table_name = %1$L and sample.id = present.%2$I::text
          and private.is_unchanged_sample(to_jsonb(present), sample.entry) and %3$s',
      list.name, list.key_column,
      case list.name
        when 'skill_categories' then
          'not exists (select from public.skills where skills.category_id = present.id)'
        else 'true'
      end);
    get diagnostics removed = row_count;
    total := total + removed;
  end loop;
  -- The remaining rows are the owner's content.
  delete from private.sample_entries where true;
  return total;
end
$$;

comment on function public.clear_sample_content() is 'Owner only: deletes the unchanged sample rows and returns their number, all or nothing.';

-- Returns the number of these rows.
create function public.count_sample_content() returns integer
language sql stable security invoker set search_path = ''
as $$
  select count(*)::integer from public.list_sample_content()
$$;

comment on function public.count_sample_content() is 'The number of rows clear_sample_content() would delete; 0 for callers other than the owner.';

select private.allow_calls('authenticated, service_role', '{
  clear_sample_content, count_sample_content
}');

-- Cleared sample content does not go to the trash; its record, which is deleted last, takes the
-- versions with it. An entry that the owner has changed keeps its history.

create function private.forget_sample_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.content_history as version
  using public.deleted_content as deleted
  join old_rows as sample on sample.table_name = deleted.table_name and sample.id = deleted.entry_id
  where private.is_unchanged_sample(deleted.entry, sample.entry)
    and version.table_name = deleted.table_name and version.entry_id = deleted.entry_id;
  return null;
end
$$;

create trigger forget_sample_history after delete on private.sample_entries
  referencing old table as old_rows
  for each statement execute function private.forget_sample_history();
