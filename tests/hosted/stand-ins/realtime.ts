import { connect, type Sql } from "../../../server/database/connect.ts";

/**
 * Stands in for the database's part of Supabase Realtime, modeled on its documentation (Realtime
 * Authorization, Broadcast from Database) and its published migrations: a table with row level
 * security, owned by a separate role, in which a private message is a row.
 * @param adminUrl URL with the platform's role.
 */
export async function startRealtime(adminUrl: string) {
  const sql = connect(adminUrl, { max: 1 });
  await sql.unsafe(INSTALL);
  return {
    /** Returns and removes the messages sent so far, without their random ids. */
    async sent() {
      const rows = await sql<{ topic: string; event: string; private: boolean; payload: object }[]>`
        delete from realtime.messages returning topic, event, private, payload - 'id' as payload`;
      return [...rows];
    },
    /**
     * Whether a caller with these claims may join a private channel and read its broadcasts.
     * Realtime decides this by writing a message, reading it as the caller, and rolling back.
     */
    mayJoin: (claims: object | null, topic: string) => reads(sql, claims, topic),
    /** Makes the functions of Realtime fail, like during an outage. */
    async fail() {
      await sql.unsafe(`create or replace function realtime.send(
        payload jsonb, event text, topic text, private boolean default true) returns void
        language plpgsql as $$ begin raise exception 'no partition'; end $$`);
    },
    async stop() {
      await sql.unsafe(`drop table realtime.messages;
        drop function realtime.send(jsonb, text, text, boolean), realtime.topic()`);
      await sql.end();
    },
  };
}

class Undo extends Error {}

async function reads(sql: Sql, claims: object | null, topic: string): Promise<boolean> {
  let seen = false;
  await sql
    .begin(async (tx) => {
      await tx`insert into realtime.messages (topic, extension) values (${topic}, 'broadcast')`;
      await tx`select set_config('realtime.topic', ${topic}, true),
        set_config('request.jwt.claims', ${JSON.stringify(claims ?? { role: "anon" })}, true),
        set_config('role', ${claims ? "authenticated" : "anon"}, true)`;
      seen = (await tx`select from realtime.messages`).length > 0;
      throw new Undo();
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error;
    });
  return seen;
}

const INSTALL = `
  create table realtime.messages (
    id uuid not null default gen_random_uuid(), topic text not null, extension text not null,
    event text, payload jsonb, private boolean default false, inserted_at timestamp not null default now());
  alter table realtime.messages owner to supabase_realtime_admin;
  alter table realtime.messages enable row level security;
  grant select, insert on realtime.messages to postgres, anon, authenticated, service_role;
  create function realtime.topic() returns text language sql stable
    as $$ select nullif(current_setting('realtime.topic', true), '') $$;
  create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void language plpgsql as $$
  declare
    message_id constant uuid := gen_random_uuid();
  begin
    insert into realtime.messages (id, topic, extension, event, payload, private)
    values (message_id, topic, 'broadcast', event, payload || jsonb_build_object('id', message_id), private);
  exception when others then
    raise warning 'The message was not sent: %', sqlerrm;
  end $$;
  grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean)
    to postgres, anon, authenticated, service_role;`;
