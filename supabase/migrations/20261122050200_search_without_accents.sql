-- "cafe muller" finds "Café Müller": accents make no difference, as in the browser's own search
-- (src/workspace/notes/note-text.ts).

create function private.fold_text(text text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select replace(replace(replace(replace(
    translate(
      regexp_replace(lower(normalize(text, NFKD)), '[\u0300-\u036f]', '', 'g'),
      'øłđðı', 'olddi'
    ),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;

revoke execute on function private.fold_text(text) from public;

grant execute on function private.fold_text(text) to authenticated, service_role;

create or replace function public.search_long_notes(words text) returns table (id uuid)
language sql stable security invoker set search_path = ''
as $$
  select note.id
  from public.workspace_notes note
  cross join lateral (
    select private.fold_text(
      note.title || ' ' || replace(replace(replace(replace(replace(
        -- Emphasis may stand inside a word; any other element ends one.
        regexp_replace(
          regexp_replace(note.content, '</?(?:strong|b|em|i|u|s|mark|a|code)(?:\s[^>]*)?>', '', 'gi'),
          '<[^>]*>', ' ', 'g'
        ),
        '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')
    ) as text
  ) plain
  where note.is_cut
    and not exists (
      select from regexp_split_to_table(private.fold_text(words), '\s+') word
      where position(word in plain.text) = 0
    )
$$;
