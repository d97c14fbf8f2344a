-- Announces changed tables on the live channel of the user who reads them. An announcement carries
-- no content and no ids; the browser reads the data on its screen again, under its own rights.

-- Sends them when the transaction commits: by Supabase Realtime, or by our own server, which
-- listens for notifications. At most one message per transaction, table and user. Never fails the
-- write.
create function private.announce(recipient uuid, changed text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  topic constant text := 'live:' || recipient;
  revision constant text := pg_current_xact_id();
  message constant jsonb := jsonb_build_object('table', changed, 'revision', revision);
  entry constant text := ' ' || changed || ' ' || recipient;
  -- A transaction and the tables it has announced. Not a local setting, because local settings end
  -- with a function that has a search_path of its own.
  sent text := coalesce(current_setting('foyer.announced', true), '');
begin
  if to_regprocedure('realtime.send(jsonb, text, text, boolean)') is null then
    -- PostgreSQL drops equal notifications of a transaction.
    perform pg_notify('live', jsonb_build_object('topic', topic, 'message', message)::text);
    return;
  end if;
  if not starts_with(sent, revision || ' ') then
    sent := revision;
  end if;
  if position(entry in sent) > 0 then
    return;
  end if;
  perform set_config('foyer.announced', sent || entry, false);
  begin
    perform realtime.send(message, 'change', topic, true);
  exception when others then
    raise warning 'The change of % could not be announced: %', changed, sqlerrm;
  end;
end
$$;

comment on function private.announce(uuid, text) is 'Tells the user''s live channel that a table has changed.';

-- The argument is the role whose user reads the table.
create function private.announce_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from changed) then
    perform private.announce(members.user_id, tg_table_name)
    from private.members where members.role = tg_argv[0];
  end if;
  return null;
end
$$;

-- Notifies the user whose session began or ended, under the name of the list of their sessions.
create function private.announce_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.announce(members.user_id, 'sessions')
  from private.members where members.user_id in (select changed.user_id from changed);
  return null;
end
$$;

-- Announces the changes of a table to the user with this role.
create function private.announce_changes(table_name text, role text) returns void
language plpgsql set search_path = ''
as $$
declare
  event text;
begin
  -- One trigger for each event: PostgreSQL has no transition table for several.
  foreach event in array array['insert', 'update', 'delete'] loop
    execute format(
      'create or replace trigger announce_%1$s after %1$s on %2$s referencing %3$s table as changed
        for each statement execute function private.announce_change(%4$L)',
      event, table_name, case event when 'delete' then 'old' else 'new' end, role);
  end loop;
end
$$;

-- A refresh does not change the list of sessions.
create trigger announce_insert after insert on auth.sessions referencing new table as changed
  for each statement execute function private.announce_session();

create trigger announce_delete after delete on auth.sessions referencing old table as changed
  for each statement execute function private.announce_session();

-- On Supabase, a user joins only their own channel, with a session that has not ended. Realtime
-- makes its table when it first starts, possibly after the migrations; then this is called again.
create function private.allow_live_channel() returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  title constant text := 'Users read their own live channel';
begin
  if to_regclass('realtime.messages') is null then
    return false;
  end if;
  if not exists (
    select from pg_catalog.pg_policy
    where polrelid = to_regclass('realtime.messages') and polname = title
  ) then
    execute format(
      'create policy %I on realtime.messages for select to authenticated using (
        messages.extension = ''broadcast''
        and (select realtime.topic()) = ''live:'' || (select auth.uid())
        and (select private.app_role()) is not null
      )', title);
  end if;
  return true;
end
$$;

select private.allow_live_channel();

-- State of the live channel, for npm run doctor.
create function private.live_state() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'canSend', to_regprocedure('realtime.send(jsonb, text, text, boolean)') is not null,
    'hasPolicy', exists (
      select from pg_catalog.pg_policy
      where polrelid = to_regclass('realtime.messages')
        and polname = 'Users read their own live channel'),
    -- Tables with at least one enabled trigger.
    'tables', (
      select coalesce(jsonb_agg(distinct tgrelid::regclass), '[]')
      from pg_catalog.pg_trigger
      where tgenabled in ('O', 'A') and tgfoid in (
        'private.announce_change'::regproc, 'private.announce_session'::regproc,
        'private.notify_content_change'::regproc))
  )
$$;

comment on function private.live_state() is 'Secret key only: whether Realtime is there and lets users join, and which tables announce their changes.';

select private.allow_calls('service_role', '{live_state}');
