-- The sample content does not go to the trash when it is cleared at once; its record, which is
-- deleted last, takes the versions with it. One that the owner has changed keeps its history.

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

revoke execute on function private.forget_sample_history() from public;

create trigger forget_sample_history after delete on private.sample_entries
  referencing old table as old_rows
  for each statement execute function private.forget_sample_history();
