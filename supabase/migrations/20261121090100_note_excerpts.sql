-- A list of 10,000 notes must not carry 10,000 whole texts of up to 1 MiB each: it reads the
-- beginning, which is all that a card shows, and the whole text when a note is opened.

alter table public.workspace_notes
  add column excerpt text generated always as (left(content, 1500)) stored,
  -- Whether the text goes on after the excerpt.
  add column is_cut boolean generated always as (char_length(content) > 1500) stored;

comment on column public.workspace_notes.excerpt is 'The beginning of content; HTML that may end inside an element.';

-- The browser searches what it has by itself; this finds the notes whose text goes on beyond that.
-- Every word has to be in the title or the text, as a part of any word there. Runs under the
-- caller's row level security.
create function public.search_long_notes(words text) returns table (id uuid)
language sql stable security invoker set search_path = ''
as $$
  select note.id
  from public.workspace_notes note
  cross join lateral (
    select lower(normalize(
      note.title || ' ' || replace(replace(replace(replace(replace(
        -- Emphasis may stand inside a word; any other element ends one.
        regexp_replace(
          regexp_replace(note.content, '</?(?:strong|b|em|i|u|s|mark|a|code)(?:\s[^>]*)?>', '', 'gi'),
          '<[^>]*>', ' ', 'g'
        ),
        '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'),
      NFKC
    )) as text
  ) plain
  where note.is_cut
    and not exists (
      select from regexp_split_to_table(lower(normalize(words, NFKC)), '\s+') word
      where position(word in plain.text) = 0
    )
$$;

revoke execute on function public.search_long_notes(text) from public, anon;

grant execute on function public.search_long_notes(text) to authenticated;
