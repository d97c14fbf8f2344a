-- The links a server prints while the site has no owner. Kept as hashes, here rather than in a
-- process, so that several server processes agree; only the newest one opens, for a short time and
-- a few wrong tries. Servers reach it as superuser, nobody else does.

create table private.setup_links (
  -- SHA-256 of the token, in hex.
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  wrong_tries integer not null default 0
);

comment on table private.setup_links is 'Links to create the first owner. Empty as soon as there is one.';

alter table private.setup_links enable row level security;

revoke all on private.setup_links from public, anon, authenticated;

-- However the owner came to be (a link, the terminal, the environment), no link outlives it.
create function private.close_setup() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.setup_links;
  return null;
end
$$;

revoke execute on function private.close_setup() from public;

create trigger close_setup after insert or update on private.members
  for each row when (new.role = 'admin') execute function private.close_setup();
