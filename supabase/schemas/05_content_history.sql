-- The history of the content: the last 30 versions of each entry, and a trash for 30 days.
--
-- Reads, for the owner:
--   content_history    id, table_name, entry_id (the id, or the key in personal_info), operation
--                      (insert, update, delete), entry (the row after that change, or before its
--                      deletion), changed_by, changed_at; newest: highest id
--   deleted_content    the newest version of every entry in the trash
-- Calls, for the owner; all return false when there is no such version or entry:
--   rpc restore_content_version(version bigint, current_revision integer) returns boolean
--                      an ordinary update, except that the position stays. PT409 when the entry is
--                      no longer at that revision.
--   rpc restore_deleted_content(list text, entry_id text) returns boolean
--                      inserts the entry again, with its id and the next revision. The skills of a
--                      restored category that have no other one belong to it again.
--   rpc purge_deleted_content(list text, entry_id text) returns boolean
--                      deletes all versions of an entry that is in the trash.
-- Only triggers write here. A new position alone is no version.

create table public.content_history (
  id bigint generated always as identity primary key,
  table_name text not null,
  entry_id text not null,
  operation text not null check (operation in ('insert', 'update', 'delete')),
  entry jsonb not null,
  -- Null for the secret key and for the server.
  changed_by uuid,
  changed_at timestamptz not null default clock_timestamp()
);

comment on table public.content_history is 'Versions of the content entries. Only the entries'' triggers write here.';

create index content_history_of_entry on public.content_history (table_name, entry_id, id desc);

create index content_history_deleted on public.content_history (changed_at) where operation = 'delete';

grant select on public.content_history to authenticated;

create policy "The owner reads the history of the content" on public.content_history
  for select to authenticated using ((select private.is_admin()));

create view public.deleted_content with (security_invoker = true) as
select version.*
from public.content_history as version
where version.operation = 'delete'
  and version.changed_at > now() - interval '30 days'
  and not exists (
    select from public.content_history as later
    where later.table_name = version.table_name and later.entry_id = version.entry_id
      and later.id > version.id
  );

comment on view public.deleted_content is 'The trash: the newest version of every entry deleted in the last 30 days.';

grant select on public.deleted_content to authenticated, service_role;

-- Deletes the history of entries that have been in the trash for 30 days, or that are not among the
-- 1000 deleted last.
-- @limit content: a deleted content entry stays in the trash; 30 days by trash.changed_at <= now() - interval '30 days'
-- @limit content: deleted content entries in the trash; 1000 entries by trash.place > 1000
create function private.sweep_content_history() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  swept integer;
begin
  with trash as (
    select table_name, entry_id, changed_at, row_number() over (order by id desc) as place
    from public.content_history as version
    where operation = 'delete' and not exists (
      select from public.content_history as later
      where later.table_name = version.table_name and later.entry_id = version.entry_id
        and later.id > version.id
    )
  )
  delete from public.content_history as version using trash
  where version.table_name = trash.table_name and version.entry_id = trash.entry_id
    and (trash.place > 1000 or trash.changed_at <= now() - interval '30 days');
  get diagnostics swept = row_count;
  return swept;
end
$$;

-- SECURITY DEFINER because callers may not write the history. An entry without any version, such as
-- one restored from an archive without history, first gets its current state.
-- @limit content: versions kept of a content entry; 30 versions by ranked.place > 30
-- @limit content: versions kept of a content entry, together, besides the newest; 2,000,000 bytes by ranked.bytes > 2000000
create function private.record_content_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  changed_id text := coalesce(after, before) ->> case tg_table_name when 'personal_info' then 'key' else 'id' end;
begin
  if tg_op = 'UPDATE' and after - array['position', 'revision'] = before - array['position', 'revision'] then
    return null;
  end if;
  if tg_op = 'UPDATE' and not exists (
    select from public.content_history as version
    where version.table_name = tg_table_name and version.entry_id = changed_id
  ) then
    insert into public.content_history (table_name, entry_id, operation, entry, changed_at)
    values (tg_table_name, changed_id, 'insert', before, coalesce((before ->> 'created_at')::timestamptz, now()));
  end if;
  insert into public.content_history (table_name, entry_id, operation, entry, changed_by)
  values (tg_table_name, changed_id, lower(tg_op), coalesce(after, before), auth.uid());

  if tg_op = 'INSERT' then
    return null;
  end if;
  delete from public.content_history as version
  using (
    select id, row_number() over newest_first as place,
      sum(octet_length(entry::text)) over newest_first as bytes
    from public.content_history as kept
    where kept.table_name = tg_table_name and kept.entry_id = changed_id
    window newest_first as (order by id desc)
  ) as ranked
  where version.id = ranked.id and (ranked.place > 30 or ranked.place > 1 and ranked.bytes > 2000000);
  return null;
end
$$;

create function private.sweep_deleted_content() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.sweep_content_history();
  return null;
end
$$;

-- The columns of a table that its versions contain: all except those the database sets.
create function private.versioned_columns(list text, version jsonb, omitted text[]) returns text
language sql stable set search_path = ''
as $$
  select string_agg(quote_ident(attribute.attname), ', ' order by attribute.attnum)
  from pg_attribute as attribute
  where attribute.attrelid = format('public.%I', list)::regclass
    and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    and version ? attribute.attname and attribute.attname <> all (omitted)
$$;

-- A version may name a category that has been deleted since.
create function private.without_lost_category(version jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when version ->> 'category_id' is null or exists (
      select from public.skill_categories where id = (version ->> 'category_id')::uuid
    ) then version
    else version || '{"category_id": null}'
  end
$$;

create function public.restore_content_version(version bigint, current_revision integer) returns boolean
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  chosen public.content_history;
  changed integer;
begin
  perform private.require_role('admin', 'Only the owner restores content.');
  select * into chosen from public.content_history as known where known.id = version;
  if not found then
    return false;
  end if;
  execute format(
    'update public.%1$I as entry set revision = $2, (%2$s) = (
      select %2$s from jsonb_populate_record(entry, $1))
    where entry.%3$I::text = $3',
    chosen.table_name,
    private.versioned_columns(
      chosen.table_name, chosen.entry, array['id', 'key', 'created_at', 'position', 'revision']),
    case chosen.table_name when 'personal_info' then 'key' else 'id' end
  ) using private.without_lost_category(chosen.entry), current_revision, chosen.entry_id;
  get diagnostics changed = row_count;
  return changed > 0;
end
$$;

comment on function public.restore_content_version(bigint, integer) is
  'Owner only: changes an entry back to a version. False when there is no such version or entry.';

-- SECURITY DEFINER because a restored entry keeps its time of creation, which callers cannot set. It
-- continues its revisions: a save based on an older state must not find the revision it names.
create function private.restore_deleted_content(list text, entry_id text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  chosen public.deleted_content;
begin
  perform private.require_role('admin', 'Only the owner restores content.');
  select * into chosen from public.deleted_content as deleted
  where deleted.table_name = list and deleted.entry_id = restore_deleted_content.entry_id;
  if not found then
    return false;
  end if;
  execute format(
    'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)',
    list, private.versioned_columns(list, chosen.entry, '{}')
  ) using private.without_lost_category(chosen.entry)
    || jsonb_build_object('revision', (chosen.entry ->> 'revision')::integer + 1);
  if list = 'skill_categories' then
    update public.skills as skill set category_id = chosen.entry_id::uuid
    where skill.category_id is null and chosen.entry_id = (
      select version.entry ->> 'category_id' from public.content_history as version
      where version.table_name = 'skills' and version.entry_id = skill.id::text
        and version.entry ->> 'category_id' is not null
      order by version.id desc limit 1
    );
  end if;
  return true;
end
$$;

comment on function private.restore_deleted_content(text, text) is
  'Owner only: restores an entry from the trash. False when it is not there.';

create function private.purge_deleted_content(list text, entry_id text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_role('admin', 'Only the owner deletes content.');
  delete from public.content_history as version
  using public.deleted_content as deleted
  where deleted.table_name = list and deleted.entry_id = purge_deleted_content.entry_id
    and version.table_name = deleted.table_name and version.entry_id = deleted.entry_id;
  return found;
end
$$;

comment on function private.purge_deleted_content(text, text) is
  'Owner only: permanently deletes an entry in the trash. False when it is not there.';

grant execute on function
  private.versioned_columns(text, jsonb, text[]),
  private.without_lost_category(jsonb)
to authenticated;

select private.allow_calls('authenticated, service_role', '{
  restore_content_version, restore_deleted_content, purge_deleted_content
}');
