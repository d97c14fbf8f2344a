-- The date that a file had on the device from which it was uploaded.

alter table public.workspace_files add modified_at timestamptz check (isfinite(modified_at));

alter table public.file_versions add modified_at timestamptz check (isfinite(modified_at));

-- The functions that name the columns of a file, as they are now.
do $$
declare
  part record;
  before text;
begin
  for part in
    select * from (values
      ('private.track_blobs()', 'mimetype, size, created_at)', 'mimetype, size, created_at, modified_at)'),
      ('private.track_blobs()', 'mimetype, size, updated_at', 'mimetype, size, updated_at, modified_at'),
      ('private.open_share(text, text, text, uuid, text)', 'files.updated_at',
        'coalesce(files.modified_at, files.updated_at)'),
      ('public.list_subtree(uuid[])', 'files.updated_at', 'coalesce(files.modified_at, files.updated_at)'),
      ('public.search_files(text, integer)', 'files.updated_at',
        'coalesce(files.modified_at, files.updated_at)')
    ) as parts (name, old, new)
  loop
    before := pg_get_functiondef(part.name::regprocedure);
    if position(part.old in before) = 0 then
      raise exception '% has no "%"', part.name, part.old;
    end if;
    execute replace(before, part.old, part.new);
  end loop;
end
$$;
