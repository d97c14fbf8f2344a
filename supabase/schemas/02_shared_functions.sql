-- Functions that several tables share: constraints on columns, columns set by the server, text
-- search, and the limit on a response's size.

-- An http, https or mailto URL without control characters. Browsers run scripts from other schemes.
create function private.is_link_url(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select char_length(address) <= 2048
    and address ~* '^(https?://[^\s/\\?#]|mailto:\S)'
    and address !~ '[\u0001-\u001f\u007f-\u009f]'
$$;

-- An http or https URL, or a path of this site such as /sample/a.webp. Browsers read //host and
-- /\host as another site.
create function private.is_image_url(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select char_length(address) <= 2048
    and (address ~* '^https?://[^\s/\\?#]' or address ~ '^/[^/\\][^\\]*$')
    and address !~ '[\u0001-\u001f\u007f-\u009f]'
$$;

-- At most `max_count` items, none of them null, empty or longer than `max_length` characters.
create function private.is_text_list(items text[], max_count integer, max_length integer) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(items) <= max_count
    and not exists (
      select from unnest(items) as item
      where item is null or char_length(item) not between 1 and max_length
    )
$$;

-- CHECK constraints run with the rights of the role that writes the row.
grant execute on function private.is_link_url(text), private.is_image_url(text), private.is_text_list(text[], integer, integer)
  to anon, authenticated, service_role;

-- API callers cannot set created_at; seeds, restores and the secret key can. With an argument, the
-- rows of one transaction get different times, so that the entries of an import have an order.
create function private.protect_created_at() returns trigger
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

-- clock_timestamp, so that two changes in one transaction have different times.
create function private.set_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' or current_user in ('anon', 'authenticated') then
    new.updated_at := clock_timestamp();
  end if;
  return new;
end
$$;

-- Optimistic concurrency: a save that names an outdated revision is refused.
create function private.check_revision() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- An update that omits the column carries the row's own revision, which always matches.
  if new.revision is distinct from old.revision then
    raise sqlstate 'PT409' using
      message = 'This was changed elsewhere in the meantime.',
      hint = 'Reload it and repeat your change.';
  end if;
  new.revision := old.revision + 1;
  return new;
end
$$;

-- Trigrams find parts of words and addresses, which tsvector cannot. pg_trgm is included in the
-- embedded server, Debian's and Docker's PostgreSQL and hosted Supabase. In a database whose
-- character type is C, pg_trgm indexes trigrams of ASCII letters only; other terms need a scan.
create extension if not exists pg_trgm with schema extensions;

-- The WHERE condition of a search: the column `text` contains every word of `words`, both folded. The
-- words are literals in the statement, so that the planner can choose between the trigram index for a
-- rare word and a scan in result order for a common one.
create function private.words_condition(words text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(
    string_agg(
      format('text like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'),
      ' and '
    ),
    'true'
  )
  from (
    select distinct word from regexp_split_to_table(words, '\s+') as word where word <> '' limit 10
  ) as words
$$;

-- Normalizes text for searching: ignores case, width and accents, so that "cafe muller" finds
-- "Café Müller". The browser's search does the same. Normalizing takes most of the time, and ASCII
-- text needs no normalizing.
create function private.fold_text(text text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when octet_length(text) = char_length(text) then lower(text) else
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(lower(normalize(text, NFKD)), '[\u0300-\u036f]', '', 'g'),
      'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ı', 'i'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
$$;

create function private.search_condition(search text) returns text
language sql immutable set search_path = ''
as $$
  select private.words_condition(private.fold_text(left(search, 200)))
$$;

-- The place of a folded word in a text, or 0. Folding is needed only if the word has accents in the
-- text. It splits the syllables of Hangul, which NFC joins again, and changes the length very little.
create function private.place_of(word text, text text) returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(nullif(position(word in lower(text)), 0), (
    select char_length(normalize(left(folded, position(word in folded)), NFC))
    from private.fold_text(text) as folded
  ))
$$;

-- The plain text of rich text. The browser's search does the same (src/workspace/notes/note-text.ts).
create function private.plain_text(html text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select replace(replace(replace(replace(replace(replace(
    -- Inline elements may be inside a word; other elements separate words.
    regexp_replace(
      regexp_replace(html, '</?(?:strong|b|em|i|u|s|mark|a|code)(?:\s[^>]*)?>', '', 'gi'),
      '<[^>]*>', ' ', 'g'
    ),
    '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&')
$$;

-- Index expressions and generated columns are computed with the rights of the role that writes the row.
grant execute on function private.fold_text(text), private.place_of(text, text), private.plain_text(text)
  to authenticated, service_role;

-- Row counts that the planner estimates (`Prefer: count=planned` and `estimated`) come from the
-- statistics of the whole table, and so reveal rows that the caller may not read. PostgREST gets
-- them by EXPLAIN. Declared IMMUTABLE so that the planner calls it while it makes any plan; the
-- constant true is then no part of the plan. The secret key bypasses policies.
create function private.refuse_estimates() returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if pg_catalog.current_query() ~* '^\s*explain' then
    raise sqlstate 'PT400' using
      message = 'Estimated row counts are not available',
      hint = 'Ask for count=exact.';
  end if;
  return true;
end
$$;

grant execute on function private.refuse_estimates() to anon, authenticated;
