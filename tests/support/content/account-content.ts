import { randomUUID } from "node:crypto";
import type { BuiltSite } from "../sites/built-site.ts";

/** Adds sessions and sign-ins of the accounts with this role, as after some weeks of use. */
export async function fillAccount({ sql }: BuiltSite, role: "admin" | "workspace"): Promise<void> {
  const [member] = await sql<{ user_id: string }[]>`
    select user_id from private.members where role = ${role}`;
  if (!member) throw new Error(`No account has the role ${role}.`);
  const { user_id } = member;
  for (const [user_agent, ip, opened, used] of sessions) {
    await sql`insert into auth.sessions
        (id, user_id, user_agent, ip, aal, created_at, updated_at, refreshed_at)
      values (${randomUUID()}, ${user_id}, ${user_agent}, ${ip}, 'aal1',
        now() - make_interval(hours => ${opened}), now(),
        (now() - make_interval(hours => ${used})) at time zone 'utc')`;
  }
  await sql`update private.sign_ins set first_at = s.created_at, last_at = s.created_at
    from auth.sessions as s where s.id = session_id`;
  for (const [outcome, attempts, user_agent, network, hours] of failures) {
    await sql`insert into private.sign_ins
        (user_id, outcome, attempts, user_agent, network, counted_hour, first_at, last_at)
      select ${user_id}, ${outcome}, ${attempts}, ${user_agent}, ${network}, date_trunc('hour', time),
        time, time
      from (select now() - make_interval(hours => ${hours})) as happened (time)`;
  }
}

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";
const LAPTOP =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15";

/** User agent, address, and the hours since the sign-in and the last use. */
const sessions: [string, string, number, number][] = [
  [PHONE, "2001:db8:77:4::9", 530, 3],
  [LAPTOP, "192.0.2.44", 96, 26],
];

/** Outcome, attempts, user agent, network, and the hours since. */
const failures: [string, number, string, string, number][] = [
  ["wrong_password", 3, LAPTOP, "192.0.2.0/24", 97],
  ["limited", 212, "python-requests/2.32.3", "203.0.113.0/24", 201],
];
