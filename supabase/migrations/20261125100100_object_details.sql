-- Storage makes the objects of a restore with the secret key, as new ones. They get their owner, times
-- and metadata of the archive back where the project lets `postgres` write them.
create function private.restore_object_details(column_names text[]) returns void
language plpgsql volatile security definer set search_path = '' set datestyle = 'ISO'
as $$
begin
  -- Storage's trigger would set updated_at.
  set local session_replication_role = replica;
  execute format(
    'update storage.objects as objects set (owner_id, owner, user_metadata, created_at, updated_at) = (
       staged.owner_id, case when staged.owner_id ~ ''^[0-9a-f-]{36}$'' then staged.owner_id::uuid end,
       staged.user_metadata, staged.created_at, staged.updated_at)
     from (
       select %s from private.transfer_parts as parts,
         jsonb_array_elements(parts.entries) as listed (entry)
       where parts.table_name = ''storage.objects''
     ) as staged (%s)
     where objects.bucket_id = staged.bucket_id and objects.name = staged.name',
    private.entry_values('storage.objects', column_names),
    (select string_agg(format('%I', name), ', ' order by place)
      from unnest(column_names) with ordinality as given (name, place)));
  set local session_replication_role = origin;
exception when insufficient_privilege then
  raise warning 'The owners and times of stored files could not be restored: %', sqlerrm;
end
$$;

revoke execute on function private.restore_object_details(text[]) from public, anon, authenticated;

create or replace function private.replace_site(transfer uuid, tables jsonb) returns void
language plpgsql volatile security definer set search_path = '' set datestyle = 'ISO'
as $$
declare
  archived record;
  trigger_name text;
  given_columns text[];
  inserted bigint;
begin
  perform public.renew_transfer(transfer);
  for archived in select * from private.archived_tables() where replaced order by place loop
    execute format('alter table %s disable trigger user', archived.name);
    foreach trigger_name in array archived.triggers loop
      execute format('alter table %s enable trigger %I', archived.name, trigger_name);
    end loop;
  end loop;
  delete from private.incoming_uploads where true;
  delete from private.pending_blobs where true;
  for archived in select * from private.archived_tables() where replaced order by place desc loop
    execute format('delete from %s where true', archived.name);
  end loop;
  for archived in
    select known.name, given.columns, given.rows
    from private.archived_tables() as known
    join jsonb_to_recordset(tables) as given (name text, columns jsonb, rows bigint) using (name)
    where known.replaced order by known.place
  loop
    given_columns := array(select jsonb_array_elements_text(archived.columns));
    execute format(
      'insert into %s (%s) select %s
       from private.transfer_parts as parts,
         jsonb_array_elements(parts.entries) with ordinality as staged (entry, place)
       where parts.table_name = %L order by parts.part, staged.place',
      archived.name,
      (select string_agg(format('%I', name), ', ' order by place)
        from unnest(given_columns) with ordinality as listed (name, place)),
      private.entry_values(archived.name, given_columns), archived.name);
    get diagnostics inserted = row_count;
    if inserted <> archived.rows then
      raise sqlstate 'PT409' using
        message = format('Staged rows of %s were lost. Start the restore again.', archived.name);
    end if;
  end loop;
  -- Pending checks would prevent the ALTER.
  set constraints all immediate;
  for archived in select * from private.archived_tables() where replaced order by place loop
    execute format('alter table %s enable trigger user', archived.name);
  end loop;
  perform private.restore_object_details(array(select jsonb_array_elements_text(given.columns)))
  from jsonb_to_recordset(tables) as given (name text, columns jsonb)
  where given.name = 'storage.objects';
  perform public.end_transfer(transfer);
end
$$;
