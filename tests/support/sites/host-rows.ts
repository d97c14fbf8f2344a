import { HOST_TABLES } from "../../../server/archive/tables.ts";
import { openBackupRecord } from "../../../server/backups/backup-record.ts";
import { openPanelSchedule } from "../../../server/backups/panel-schedule.ts";
import type { Sql } from "../../../server/database/connect.ts";
import { createGatewayTable } from "../../../server/database/gateway-table.ts";
import { quoteTable } from "../../../server/database/quote-name.ts";

/** Adds a row to every table that archives leave out because it belongs to the host. */
export async function fillHost(sql: Sql): Promise<void> {
  await openBackupRecord(sql).fail(new Date(0), { at: new Date(0).toISOString(), message: "Full" });
  await openPanelSchedule(sql).set("03:00");
  await createGatewayTable(sql, "notice_delivery", "only_row boolean primary key, sealed text");
  await createGatewayTable(sql, "known_clients", "key text primary key, expires_at timestamptz");
  await sql.begin(async (tx) => {
    // Some triggers require a browser's session.
    await tx.unsafe(`
      set local session_replication_role = replica;
      insert into auth.refresh_tokens (id, token, user_id, session_id)
        select gen_random_uuid(), 'token', user_id, id from auth.sessions;
      insert into auth.mfa_amr_claims (id, session_id, authentication_method)
        select gen_random_uuid(), id, 'totp' from auth.sessions;
      insert into auth.mfa_factors (id, user_id, factor_type, status, secret, last_totp_step)
        select gen_random_uuid(), user_id, 'totp', 'verified', 'v1.sealed', 59000000
        from private.members where role = 'admin';
      insert into private.recovery_codes select user_id, repeat('a', 64) from auth.mfa_factors;
      insert into gateway.notice_delivery values (true, 'v1.sealed');
      insert into gateway.known_clients values ('client', now());
      insert into private.sign_ins (user_id, session_id, outcome)
        select user_id, id, 'signed_in' from auth.sessions;
      insert into private.daily_salts values (current_date) on conflict do nothing;
      insert into private.visitor_counts (key, expires_at) values ('\\x01', now());
      insert into private.daily_visitors values (current_date, '\\x01');
      insert into public.calendar_feeds select user_id, repeat('b', 64) from private.members limit 1;
      insert into public.push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
        select 'https://push.example.test', user_id, id, 'B' || repeat('c', 86), repeat('d', 22)
        from auth.sessions limit 1;
      insert into private.push_keys values (true, 'public', 'private');
      insert into private.notion_notes values ('source', '[]');
      insert into private.notice_sender values (true, 'mail', 'owner@example.test');
      insert into private.notices (cause, cause_key) values ('test', 'test:1');
      insert into private.drive_limits (quota) values (123456789);
      insert into private.share_links (user_id, file_id, token_hash, expires_at)
        select user_id, id, repeat('e', 64), now() from public.workspace_files limit 1;
      insert into private.received_files (path, link_id, name, size)
        select 'received', id, 'a.bin', 1 from private.share_links;
      insert into private.incoming_uploads
        select gen_random_uuid(), user_id, 'upload', 1, now() from public.workspace_users;
      insert into private.task_changes (user_id, id)
        select user_id, gen_random_uuid() from public.workspace_users;
    `);
  });
}

/** The rows of these tables, without the numbers that a database chooses. */
export async function readHost(sql: Sql): Promise<Record<string, unknown[]>> {
  const tables = Object.keys(HOST_TABLES).map(async (name) => {
    const numbers = name === "private.sign_ins" ? " - 'id'" : "";
    const rows = await sql.unsafe(
      `select (to_jsonb(t)${numbers})::text as row from ${quoteTable(name)} as t order by row`,
    );
    return [name, rows.map(({ row }) => row)];
  });
  return Object.fromEntries(await Promise.all(tables));
}
