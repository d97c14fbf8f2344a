-- Import of notes of other programs.

-- SECURITY DEFINER because an imported note keeps its time, which callers cannot set. Notes for the
-- trash are deleted after they were added, so that they pass the same checks.
create function private.import_notes(notes jsonb) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  added uuid[];
begin
  if not private.is_workspace() then
    raise insufficient_privilege using message = 'Only the workspace user has notes.';
  end if;
  -- The embedded engine sends JSON arguments as JSON text within a JSON string.
  if jsonb_typeof(notes) = 'string' then
    notes := (notes #>> '{}')::jsonb;
  end if;
  with added_notes as (
    insert into public.workspace_notes
      (id, user_id, title, content, color, is_pinned, is_archived, labels, updated_at)
    select entry.id, auth.uid(), entry.title, entry.content, entry.color, entry.is_pinned,
      entry.is_archived, entry.labels,
      greatest(least(coalesce(entry.updated_at, now()), now()), '1970-01-01')
    from jsonb_to_recordset(notes) as entry (id uuid, title text, content text, color text,
      is_pinned boolean, is_archived boolean, labels text[], updated_at timestamptz)
    where not exists (select from public.trashed_notes where trashed_notes.id = entry.id)
    on conflict (id) do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into added from added_notes;
  delete from public.workspace_notes
  where id = any (added) and id in (
    select entry.id from jsonb_to_recordset(notes) as entry (id uuid, is_trashed boolean)
    where entry.is_trashed
  );
  return cardinality(added);
end
$$;

create function public.import_notes(notes jsonb) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.import_notes(notes)
$$;

comment on function public.import_notes(jsonb) is 'Adds notes with their ids and times, those with is_trashed to the trash; ids that exist are skipped. Returns how many were added.';

revoke execute on function private.import_notes(jsonb) from public;

grant execute on function private.import_notes(jsonb) to authenticated, service_role;

revoke execute on function public.import_notes(jsonb) from public, anon;

grant execute on function public.import_notes(jsonb) to authenticated;
