-- Rules that several tables share: what a link, a picture address and a list of words may be, and
-- which columns belong to the server.

-- http, https or mailto, no control characters. What browsers would turn into a script has another
-- scheme and fails here.
create function private.is_link(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select char_length(address) <= 2048
    and address ~* '^(https?://[^\s/\\?#]|mailto:\S)'
    and address !~ '[\u0001-\u001f\u007f-\u009f]'
$$;

-- A picture is loaded over http(s), or from this site by a path such as /sample/a.webp. Browsers
-- read //host and /\host as another site, so these are not paths.
create function private.is_picture(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select char_length(address) <= 2048
    and (address ~* '^https?://[^\s/\\?#]' or address ~ '^/[^/\\][^\\]*$')
    and address !~ '[\u0001-\u001f\u007f-\u009f]'
$$;

-- At most this many entries, none of them null or empty, none longer than this many characters.
create function private.is_word_list(words text[], most integer, longest integer) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(words) <= most
    and not exists (
      select from unnest(words) as word
      where word is null or char_length(word) not between 1 and longest
    )
$$;

-- CHECK constraints run with the rights of whoever writes the row.
revoke execute on function private.is_link(text), private.is_picture(text), private.is_word_list(text[], integer, integer) from public;

grant execute on function private.is_link(text), private.is_picture(text), private.is_word_list(text[], integer, integer)
  to anon, authenticated, service_role;

-- Callers of the API do not choose when a row was created. Seeds, restores and the secret key do.
create function private.keep_created_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    if tg_op = 'INSERT' then
      new.created_at := now();
    else
      new.created_at := old.created_at;
    end if;
  end if;
  return new;
end
$$;

-- clock_timestamp, so that two changes in one transaction keep their order.
create function private.keep_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' or current_user in ('anon', 'authenticated') then
    new.updated_at := clock_timestamp();
  end if;
  return new;
end
$$;

revoke execute on function private.keep_created_at(), private.keep_updated_at() from public;
