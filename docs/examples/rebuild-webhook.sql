-- Requests a rebuild of the static site after every change of the public content. Run it once in the
-- SQL editor of a hosted project, after storing the two values:
--
--   create extension if not exists pg_net;
--   select vault.create_secret('https://api.github.com/repos/ada/portfolio/dispatches', 'rebuild_url');
--   select vault.create_secret('github_pat_…', 'rebuild_token');
--
-- The token needs the permission "Contents: read and write" of that repository. For a build hook of
-- Netlify, Cloudflare Pages or Vercel, store its URL and no token.

create or replace function private.request_rebuild() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  url constant text := (
    select decrypted_secret from vault.decrypted_secrets where name = 'rebuild_url'
  );
  token constant text := (
    select decrypted_secret from vault.decrypted_secrets where name = 'rebuild_token'
  );
begin
  if url is not null then
    -- Sent after the transaction is committed; a failure does not affect it.
    perform net.http_post(
      url := url,
      body := '{"event_type": "content-changed"}'::jsonb,
      headers := jsonb_strip_nulls(jsonb_build_object(
        'content-type', 'application/json',
        'user-agent', 'foyer',
        'authorization', 'Bearer ' || token
      ))
    );
  end if;
  return null;
end
$$;

revoke execute on function private.request_rebuild() from public, anon, authenticated;

do $$
declare
  content text;
begin
  -- Run it again after an update that brings a new kind of content.
  for content in select name from private.content_tables() loop
    execute format(
      'create or replace trigger request_rebuild
        after insert or update or delete or truncate on public.%I
        for each statement execute function private.request_rebuild()',
      content
    );
  end loop;
end
$$;
