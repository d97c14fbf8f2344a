import { createHash, randomUUID } from "node:crypto";
import { hashSync } from "bcryptjs";
import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import {
  become,
  becomeSuperuser,
  claimsOf,
  type Tx,
  userIds,
} from "../support/databases/personas.ts";

/** Gives the owner a factor, and a session and a token with these levels. */
async function prove(
  tx: Tx,
  { status = "verified", session, token }: { status?: string; session: string; token: string },
) {
  await tx`insert into auth.mfa_factors (id, user_id, factor_type, status)
    values (${randomUUID()}, ${userIds.owner}, 'totp', ${status})`;
  await tx`update auth.sessions set aal = ${session} where user_id = ${userIds.owner}`;
  await become(tx, "owner");
  const claims = JSON.stringify({ ...claimsOf("owner"), aal: token });
  await tx`select set_config('request.jwt.claims', ${claims}, true)`;
}

const roleNow = async (tx: Tx) => (await tx`select private.app_role() as role`)[0]?.role;

describeDatabase("The second factor", (suite) => {
  it.each([
    ["aal1", "aal1", null],
    // A token issued before the code, and a session lowered after its token was issued.
    ["aal2", "aal1", null],
    ["aal1", "aal2", null],
    ["aal2", "aal2", "admin"],
  ])("a session of %s with a token of %s has the role %s", async (session, token, role) => {
    expect(
      await suite.trial(async (tx) => {
        await prove(tx, { session, token });
        return roleNow(tx);
      }),
    ).toBe(role);
  });

  it("the second factor is not required while it is unverified, nor of other accounts", async () => {
    const roles = await suite.trial(async (tx) => {
      await prove(tx, { status: "unverified", session: "aal1", token: "aal1" });
      const unverified = await roleNow(tx);
      await becomeSuperuser(tx);
      await tx`update auth.mfa_factors set status = 'verified'`;
      await become(tx, "workspace user");
      return [unverified, await roleNow(tx)];
    });
    expect(roles).toEqual(["admin", "workspace"]);
  });

  it("the second factor is required for the list of sessions, to end one, and for the sign-in log", async () => {
    const seen = await suite.trial(async (tx) => {
      await prove(tx, { session: "aal1", token: "aal1" });
      return {
        sessions: (await tx`select from list_own_sessions()`).count,
        signIns: (await tx`select from list_own_sign_ins()`).count,
        end: await codeOf(tx, (inner) => inner`select end_own_sessions('x')`),
      };
    });
    expect(seen).toEqual({ sessions: 0, signIns: 0, end: sqlstate.denied });
  });
});

const PASSWORD = "a phrase of its own";

/** Stores the password in bcryptjs's format. */
async function setPassword(tx: Tx, user: string): Promise<void> {
  await tx`update auth.users set encrypted_password = ${hashSync(PASSWORD, 4)} where id = ${user}`;
}

/** @param used days since the last refresh; null if there was none. */
async function ageSessions(tx: Tx, begun: number, used: number | null): Promise<void> {
  await tx`update auth.sessions set created_at = now() - ${`${begun} days`}::interval,
    refreshed_at = (now() - ${used === null ? null : `${used} days`}::interval) at time zone 'utc'`;
}

async function asOwner<T>(tx: Tx, work: (inner: Tx) => Promise<T>): Promise<T> {
  await become(tx, "owner");
  const result = await work(tx);
  await becomeSuperuser(tx);
  return result;
}

describeDatabase("Own sessions and sign-ins", (suite) => {
  const addSession = (tx: Tx, user: string, ip: string | null, agent = "Mozilla/5.0") =>
    tx`insert into auth.sessions (id, user_id, ip, user_agent, created_at)
      values (gen_random_uuid(), ${user}, ${ip}, ${agent}, now())`;

  it("own sessions and sign-ins name a network instead of an address", async () => {
    const networks = await suite.trial(async (tx) => {
      await tx`delete from auth.sessions where user_id <> ${userIds.owner}`;
      await addSession(tx, userIds.owner, "203.0.113.77");
      await addSession(tx, userIds.owner, "2001:db8:1:2:3::4");
      await addSession(tx, userIds.owner, null);
      await become(tx, "owner");
      const sessions = await tx`select network from list_own_sessions()`;
      const signIns = await tx`select network from list_own_sign_ins()`;
      return [sessions, signIns].map((rows) => rows.map(({ network }) => network).sort());
    });
    const expected = ["2001:db8:1::/48", "203.0.113.0/24"];
    // The persona's own session has no address either.
    expect(networks).toEqual([
      [...expected, null, null],
      [...expected, null],
    ]);
  });

  it("own sessions and sign-ins are shown to their account only, which alone can end the sessions", async () => {
    const result = await suite.trial(async (tx) => {
      await addSession(tx, userIds.owner, "203.0.113.77");
      await tx`select private.record_failed_sign_in(
        ${userIds.owner}, 'wrong_password', 1, null, '203.0.113.77')`;
      const [own] = await tx`select id from auth.sessions where user_id = ${userIds.owner}`;
      await setPassword(tx, userIds.workspace);
      await become(tx, "workspace user");
      const [ended] = await tx`select end_own_sessions(${PASSWORD}, ${own?.id}) as done`;
      return {
        done: ended?.done,
        sessions: (await tx`select from list_own_sessions()`).count,
        signIns: (await tx`select from list_own_sign_ins()`).count,
        left: await becomeSuperuser(tx).then(
          async () => (await tx`select from auth.sessions where user_id = ${userIds.owner}`).count,
        ),
      };
    });
    expect(result).toEqual({ done: "ended", sessions: 1, signIns: 0, left: 2 });
  });

  it("other sessions are ended with a password hashed by bcryptjs or Supabase Auth, after at most ten wrong tries an hour", async () => {
    const outcomes = await suite.trial(async (tx) => {
      await setPassword(tx, userIds.owner);
      await addSession(tx, userIds.owner, "203.0.113.77");
      await become(tx, "owner");
      const end = async (password: string) =>
        (await tx`select end_own_sessions(${password}) as is`)[0]?.is;
      const first = [await end("wrong"), await end(PASSWORD)];
      await becomeSuperuser(tx);
      await tx`update auth.users set encrypted_password = replace(encrypted_password, '$2b', '$2a')`;
      await become(tx, "owner");
      const second = [await end(`${PASSWORD} `), await end(PASSWORD)];
      // Successful sign-ins do not count, however many there are.
      for (let devices = 0; devices < 12; devices++) await end(PASSWORD);
      for (let tries = 0; tries < 10; tries++) await end("wrong");
      const limited = await end(PASSWORD);
      await becomeSuperuser(tx);
      await tx`update auth.users set encrypted_password = null`;
      await tx`delete from private.visitor_counts`;
      await become(tx, "owner");
      const without = await end("");
      await becomeSuperuser(tx);
      const [{ logged } = {}] = await tx`select sum(attempts)::int as logged from private.sign_ins
        where outcome = 'wrong_password' and user_id = ${userIds.owner}`;
      return [...first, ...second, limited, without, logged];
    });
    expect(outcomes).toEqual(["wrong", "ended", "wrong", "ended", "limited", "wrong", 13]);
  });

  it.each([
    ["used yesterday and begun 179 days ago", 179, 1, true],
    ["used yesterday and begun 181 days ago", 181, 1, false],
    ["unused for 29 days", 40, 29, true],
    ["unused for 31 days", 40, 31, false],
    ["unused since it began 31 days ago", 31, null, false],
    ["begun 800 days ago and unused for 700", 800, 700, false],
  ])("a session %s has access only within the time limits", async (_, begun, used, hasAccess) => {
    const seen = await suite.trial(async (tx) => {
      await ageSessions(tx, begun, used);
      const [{ sees } = {}] = await asOwner(tx, (inner) => inner`select own_role() as sees`);
      return sees === "admin";
    });
    expect(seen).toBe(hasAccess);
  });

  it("own sessions last as long as the settings allow, and begin anew with each refresh", async () => {
    const seen = await suite.trial(async (tx) => {
      const [limits] = await asOwner(tx, (inner) => inner`select * from session_limits()`);
      await tx`select set_config('foyer.session_idle_days', '7', true), set_config('foyer.session_days', '9', true)`;
      const [changed] = await asOwner(tx, (inner) => inner`select * from session_limits()`);
      const daysLeft = async (begun: number, used: number | null) => {
        await ageSessions(tx, begun, used);
        const [row] = await tx`select extract(epoch from not_after - now()) / 86400 as left
          from auth.sessions where user_id = ${userIds.owner}`;
        return Math.round(Number(row?.left) * 1000) / 1000;
      };
      const ends = [await daysLeft(0, null), await daysLeft(3, 1), await daysLeft(8, 0)];
      return { limits, changed, ends };
    });
    expect(seen).toEqual({
      limits: { idle_days: 30, total_days: 180 },
      changed: { idle_days: 7, total_days: 9 },
      ends: [7, 6, 1],
    });
  });

  it("ended sessions receive no reminders and are not called open in the sign-in log", async () => {
    const [before, after] = await suite.trial(async (tx) => {
      await addSession(tx, userIds.workspace, null);
      await tx`insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
        select 'https://push.example/' || id, user_id, id, 'B' || repeat('A', 86), repeat('A', 22)
        from auth.sessions where user_id = ${userIds.workspace}`;
      const look = async () => {
        const [{ pushed } = {}] =
          await tx`select count(*)::int as pushed from private.live_subscriptions()`;
        await become(tx, "workspace user");
        const log = await tx`select is_open from list_own_sign_ins()`;
        await becomeSuperuser(tx);
        return { pushed, open: log.map(({ is_open }) => is_open) };
      };
      const first = await look();
      // The calling session continues.
      await tx`update auth.sessions set refreshed_at = now() - interval '31 days'
        where user_id = ${userIds.workspace} and user_agent is not null`;
      return [first, await look()];
    });
    expect(before).toEqual({ pushed: 2, open: [true] });
    expect(after).toEqual({ pushed: 1, open: [false] });
  });

  it("own sessions and sign-ins are kept for 90 days, in 200 rows of each outcome that count the failures of an hour together", async () => {
    const kept = await suite.trial(async (tx) => {
      await addSession(tx, userIds.owner, "203.0.113.1");
      await tx`update private.sign_ins set last_at = now() - interval '91 days'`;
      for (let n = 0; n < 3; n++) {
        await tx`select private.record_failed_sign_in(
          ${userIds.owner}, 'wrong_password', 5, 'curl', '198.51.100.7')`;
      }
      await tx`select private.record_failed_sign_in(${userIds.owner}, 'limited', 1, 'curl',
        ('10.' || n / 250 || '.' || n % 250 || '.1')::inet) from generate_series(1, 300) as n`;
      // Accounts without a role are not recorded.
      await tx`select private.record_failed_sign_in(${userIds.stranger}, 'limited', 1, null, null)`;
      return tx`select outcome, count(*)::int as rows, sum(attempts)::int as attempts
        from private.sign_ins group by outcome order by outcome`;
    });
    expect(kept).toEqual([
      { outcome: "limited", rows: 200, attempts: 200 },
      { outcome: "wrong_password", rows: 1, attempts: 15 },
    ]);
  });

  it("an error in the log of sign-ins never prevents a sign-in", async () => {
    const sessions = await suite.trial(async (tx) => {
      await tx`alter table private.sign_ins add check (false) not valid`;
      await addSession(tx, userIds.owner, "203.0.113.1");
      return tx`select from auth.sessions where user_id = ${userIds.owner}`;
    });
    expect(sessions).toHaveLength(2);
  });

  it("the workspace user's profile follows their account's email", async () => {
    const [row] = await suite.trial(async (tx) => {
      await tx`insert into workspace_users (user_id, email, username)
        values (${userIds.workspace}, 'workspace@example.org', 'wanda')`;
      await tx`update auth.users set email = 'Elsewhere@example.org' where id = ${userIds.workspace}`;
      await tx`update auth.users set email = 'x@example.org' where id = ${userIds.stranger}`;
      return tx`select email from workspace_users`;
    });
    expect(row?.email).toBe("elsewhere@example.org");
  });
});

describeDatabase("Recovery codes", (suite) => {
  /** Simulates that the owner's session has verified its factor this long ago. */
  async function proveAgo(tx: Tx, seconds: number) {
    await becomeSuperuser(tx);
    await tx`insert into auth.mfa_amr_claims
        (id, session_id, authentication_method, created_at, updated_at)
      select gen_random_uuid(), id, 'totp', now(), now() - make_interval(secs => ${seconds})
      from auth.sessions where user_id = ${userIds.owner}`;
    await prove(tx, { session: "aal2", token: "aal2" });
  }

  it("recovery codes are created only just after a code, replace the earlier ones, and are stored as hashes", async () => {
    const made = await suite.trial(async (tx) => {
      await proveAgo(tx, 119);
      const [first] = await tx<{ codes: string[] }[]>`select create_recovery_codes() as codes`;
      const [second] = await tx<{ codes: string[] }[]>`select create_recovery_codes() as codes`;
      const [{ left } = {}] = await tx`select recovery_codes_left() as left`;
      await becomeSuperuser(tx);
      const stored = await tx`select code_hash from private.recovery_codes`;
      return { first: first?.codes ?? [], second: second?.codes ?? [], left, stored };
    });
    for (const code of made.first)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(new Set([...made.first, ...made.second]).size).toBe(20);
    expect(made.left).toBe(10);
    const hashes = made.second.map((code) =>
      createHash("sha256").update(code.replaceAll("-", "")).digest("hex"),
    );
    expect(made.stored.map((row) => row.code_hash).sort()).toEqual(hashes.sort());
    const late = await suite.trial(async (tx) => {
      await proveAgo(tx, 121);
      return codeOf(tx, (inner) => inner`select create_recovery_codes()`);
    });
    expect(late).toBe(sqlstate.denied);
  });

  it("recovery codes are read by nobody, and counted for their own account only", async () => {
    const seen = await suite.trial(async (tx) => {
      await proveAgo(tx, 0);
      await tx`select create_recovery_codes()`;
      const own = await codeOf(tx, (inner) => inner`select from private.recovery_codes`);
      await become(tx, "workspace user");
      const [row] = await tx`select recovery_codes_left() as left`;
      return { own, other: row?.left };
    });
    expect(seen).toEqual({ own: sqlstate.denied, other: 0 });
  });
});
