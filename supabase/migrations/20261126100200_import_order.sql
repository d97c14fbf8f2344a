-- The entries of an import keep the order of the file where a list shows the entry added last first.

create or replace function public.import_content(content jsonb, clear_sample boolean default false) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  list record;
  item jsonb;
  columns text;
  saved integer;
begin
  if not (select private.is_admin()) then
    raise insufficient_privilege using message = 'Only the owner imports content.';
  end if;
  -- The embedded engine sends JSON arguments as JSON text within a JSON string.
  if jsonb_typeof(content) = 'string' then
    content := (content #>> '{}')::jsonb;
  end if;
  if content is null or jsonb_typeof(content) <> 'object' then
    raise sqlstate '22023' using message = 'Expected an object with a list for each table.';
  end if;
  if clear_sample then
    perform public.clear_sample_content();
  end if;
  for list in select * from private.content_tables() order by place loop
    -- Backwards: lists show the entry added last first, and thereby keep the file's order.
    for item in
      select value from jsonb_array_elements(coalesce(content -> list.name, '[]')) with ordinality
      order by ordinality desc
    loop
      select string_agg(quote_ident(attname), ', ') into columns
        from pg_catalog.pg_attribute
        where attrelid = format('public.%I', list.name)::regclass and attnum > 0 and not attisdropped
          and attname not in (list.key_column, 'created_at', 'revision') and item ? attname;
      if item -> 'revision' is null or item -> 'revision' = 'null' then
        execute format(
          'insert into public.%1$I (%2$I, %3$s)
          select %2$I, %3$s from jsonb_populate_record(null::public.%1$I, $1)
          on conflict (%2$I) do nothing',
          list.name, list.key_column, columns
        ) using item;
        get diagnostics saved = row_count;
        -- An entry's id is chosen by the client; a key may have been added in another tab.
        continue when list.key_column = 'id';
      else
        execute format(
          'update public.%1$I as entry
          set (revision, %3$s) = (select revision, %3$s from jsonb_populate_record(entry, $1))
          where entry.%2$I::text = $1 ->> %2$L',
          list.name, list.key_column, columns
        ) using item;
        get diagnostics saved = row_count;
      end if;
      if saved = 0 then
        raise sqlstate 'PT409' using
          message = 'The content has changed elsewhere. Nothing was imported.',
          hint = 'Read it again and repeat the import.';
      end if;
    end loop;
  end loop;
end
$$;

create or replace function private.protect_created_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    if tg_op = 'INSERT' then
      new.created_at := case when tg_nargs = 0 then now() else clock_timestamp() end;
    else
      new.created_at := old.created_at;
    end if;
  end if;
  return new;
end
$$;

create or replace function private.add_content_table(table_name text) returns void
language plpgsql set search_path = ''
as $$
declare
  entries constant text := format('public.%I', table_name);
  label constant text := replace(table_name, '_', ' ');
  columns constant text[] := array(
    select attname::text from pg_catalog.pg_attribute
    where attrelid = entries::regclass and attnum > 0 and not attisdropped
  );
begin
  execute format('alter table %s enable row level security', entries);
  -- Policies control access; grants only reduce what a hosted project exposes.
  execute format('revoke all on %s from anon, authenticated', entries);
  execute format('grant select on %s to anon, authenticated', entries);
  execute format('grant insert, update, delete on %s to authenticated', entries);
  execute format('grant all on %s to service_role', entries);
  execute format(
    'create policy %I on %s for select to anon, authenticated
      using (visibility = ''public'' or (select private.is_admin()))',
    format('Everyone reads public %s, the owner all', label), entries);
  execute format(
    'create policy %I on %s for insert to authenticated with check ((select private.is_admin()))',
    'The owner adds ' || label, entries);
  execute format(
    'create policy %I on %s for update to authenticated
      using ((select private.is_admin())) with check ((select private.is_admin()))',
    'The owner changes ' || label, entries);
  execute format(
    'create policy %I on %s for delete to authenticated using ((select private.is_admin()))',
    'The owner deletes ' || label, entries);
  perform private.refuse_estimated_counts(table_name);

  -- A new position alone is not a change of the entry: it must not cause a conflict in an open form.
  execute format(
    'create trigger check_revision before update on %s for each row %s
      execute function private.check_revision()',
    entries,
    case when 'position' = any (columns) then
      'when (new.position is not distinct from old.position
        or to_jsonb(new) - ''position'' is distinct from to_jsonb(old) - ''position'')'
    end);
  execute format(
    'create trigger record_content_version after insert or update or delete on %s
      for each row execute function private.record_content_version()', entries);
  execute format(
    'create trigger sweep_deleted_content after delete on %s
      for each statement execute function private.sweep_deleted_content()', entries);
  execute format(
    'create trigger notify_content_change after insert or update or delete or truncate on %s
      for each statement execute function private.notify_content_change()', entries);
  if 'created_at' = any (columns) then
    execute format(
      'create trigger protect_created_at before insert or update on %s
        for each row execute function private.protect_created_at(''each'')', entries);
  end if;
  if 'date_range' = any (columns) then
    execute format(
      'create trigger write_date_range before insert or update on %s
        for each row execute function private.write_date_range()', entries);
  end if;
end
$$;

create or replace trigger protect_created_at before insert or update on public.experience
  for each row execute function private.protect_created_at('each');

create or replace trigger protect_created_at before insert or update on public.education
  for each row execute function private.protect_created_at('each');

create or replace trigger protect_created_at before insert or update on public.projects
  for each row execute function private.protect_created_at('each');
