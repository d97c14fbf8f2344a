-- The names of files and folders are stored in one Unicode form. Where a folder has one name in both, the
-- row that is not in this form gets a number, as in "Résumé (1).pdf".

-- One name in two Unicode forms is one name.
create function private.normalize_name() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := normalize(new.name, NFC);
  return new;
end
$$;

create trigger normalize_name before insert or update of name on public.workspace_files
  for each row execute function private.normalize_name();

revoke execute on function private.normalize_name() from public;

-- For rows of versions before normalize_name, while triggers are silenced. A name that is then taken is
-- numbered.
create function private.normalize_file_names() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  item record;
  number integer;
begin
  for item in
    select files.id, files.user_id, files.parent_id, files.is_folder, normalize(files.name, NFC) as name
    from public.workspace_files as files
    where files.name is not nfc normalized and char_length(normalize(files.name, NFC)) <= 255
    order by files.created_at, files.id
  loop
    number := 0;
    while exists (
      select from public.workspace_files as files
      where files.user_id = item.user_id and files.parent_id is not distinct from item.parent_id
        and files.name = private.numbered_name(item.name, item.is_folder, number)
        and (files.trashed_at is null or files.trashed_with is not null)
    ) loop
      number := number + 1;
    end loop;
    update public.workspace_files as files
    set name = private.numbered_name(item.name, item.is_folder, number) where files.id = item.id;
  end loop;
end
$$;

revoke execute on function private.normalize_file_names() from public, anon, authenticated;

alter table public.workspace_files disable trigger user;

select private.normalize_file_names();

alter table public.workspace_files enable trigger user;

-- Of uploads through links that are under way.
update private.received_files set name = normalize(name, NFC)
where name is not nfc normalized and char_length(normalize(name, NFC)) <= 255;

-- Restores archives of versions before.
do $$
begin
  execute replace(pg_get_functiondef('private.replace_site(uuid, jsonb)'::regprocedure),
    E'  -- Pending checks', E'  perform private.normalize_file_names();\n  -- Pending checks');
end
$$;
