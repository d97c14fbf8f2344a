-- The cached notes of Notion, shown when Notion is unavailable. Stored here, so that they survive a
-- restart and several server processes share them. One row per Notion database, so that the notes
-- of one database are never shown for another; the token stays in the environment.

create table private.notion_notes (
  -- The value of NOTION_DATABASE_ID.
  source text primary key check (char_length(source) <= 1000),
  notes jsonb not null check (jsonb_typeof(notes) = 'array'),
  synced_at timestamptz not null default now()
);

comment on table private.notion_notes is 'The last successful response of Notion. Only the secret key reads and writes it.';

select private.announce_changes('private.notion_notes', 'workspace');

grant select, insert, update, delete on private.notion_notes to service_role;

-- Only service_role has rights on the table, regardless of the grants on these functions.
create function public.save_notion_notes(source text, items text) returns void
language sql volatile security invoker set search_path = ''
as $$
  -- Notes of a database that is no longer connected are deleted.
  delete from private.notion_notes where notion_notes.source <> save_notion_notes.source;
  insert into private.notion_notes (source, notes) values (save_notion_notes.source, items::jsonb)
    on conflict (source) do update set notes = excluded.notes, synced_at = now();
$$;

comment on function public.save_notion_notes(text, text) is 'Secret key only: replaces the cached notes of Notion.';

create function public.get_notion_notes(source text) returns table (notes jsonb, synced_at timestamptz)
language sql stable security invoker set search_path = ''
as $$
  select cached.notes, cached.synced_at
  from private.notion_notes as cached
  where cached.source = get_notion_notes.source
$$;

comment on function public.get_notion_notes(text) is 'Secret key only: the cached notes of Notion.';

select private.allow_calls('service_role', '{save_notion_notes, get_notion_notes}');
