import { createHash, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import {
  become,
  becomeSuperuser,
  claimsOf,
  type Tx,
  userIds,
} from "../support/databases/personas.ts";

/** Gives the owner a factor, and a session and token of these levels. */
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
    // A token issued before the code, and a session lowered after the token was issued.
    ["aal2", "aal1", null],
    ["aal1", "aal2", null],
    ["aal2", "aal2", "admin"],
  ])("with a session of %s and a token of %s gives the role %s", async (session, token, role) => {
    expect(
      await suite.trial(async (tx) => {
        await prove(tx, { session, token });
        return roleNow(tx);
      }),
    ).toBe(role);
  });

  it("is not required while it is unverified, nor of other accounts", async () => {
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

  it("is required for the list of sessions, to end one, and for the sign-in log", async () => {
    const seen = await suite.trial(async (tx) => {
      await prove(tx, { session: "aal1", token: "aal1" });
      return {
        sessions: (await tx`select from list_own_sessions()`).count,
        signIns: (await tx`select from list_own_sign_ins()`).count,
        end: await codeOf(tx, (inner) => inner`select end_own_session(gen_random_uuid())`),
      };
    });
    expect(seen).toEqual({ sessions: 0, signIns: 0, end: sqlstate.denied });
  });
});

describeDatabase("Own sessions and sign-ins", (suite) => {
  const addSession = (tx: Tx, user: string, ip: string | null, agent = "Mozilla/5.0") =>
    tx`insert into auth.sessions (id, user_id, ip, user_agent, created_at)
      values (gen_random_uuid(), ${user}, ${ip}, ${agent}, now())`;

  it("name a network instead of an address", async () => {
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

  it("are shown to their own account only, and end only by it", async () => {
    const result = await suite.trial(async (tx) => {
      await addSession(tx, userIds.owner, "203.0.113.77");
      await tx`select private.record_failed_sign_in(
        ${userIds.owner}, 'wrong_password', 1, null, '203.0.113.77')`;
      const [own] = await tx`select id from auth.sessions where user_id = ${userIds.owner}`;
      await become(tx, "workspace user");
      const [ended] = await tx`select end_own_session(${own?.id}) as done`;
      return {
        done: ended?.done,
        sessions: (await tx`select from list_own_sessions()`).count,
        signIns: (await tx`select from list_own_sign_ins()`).count,
      };
    });
    expect(result).toEqual({ done: false, sessions: 1, signIns: 0 });
  });

  it("keep 90 days and 200 rows of each outcome, counting failures of an hour together", async () => {
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

  it("never prevent a sign-in", async () => {
    const sessions = await suite.trial(async (tx) => {
      await tx`alter table private.sign_ins add check (false) not valid`;
      await addSession(tx, userIds.owner, "203.0.113.1");
      return tx`select from auth.sessions where user_id = ${userIds.owner}`;
    });
    expect(sessions).toHaveLength(2);
  });

  it("let the workspace user's profile follow their account's email", async () => {
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
  /** Makes the owner's session prove its factor this long ago. */
  async function proveAgo(tx: Tx, seconds: number) {
    await becomeSuperuser(tx);
    await tx`insert into auth.mfa_amr_claims
        (id, session_id, authentication_method, created_at, updated_at)
      select gen_random_uuid(), id, 'totp', now(), now() - make_interval(secs => ${seconds})
      from auth.sessions where user_id = ${userIds.owner}`;
    await prove(tx, { session: "aal2", token: "aal2" });
  }

  it("are made just after a code only, replace the earlier ones, and are kept as hashes", async () => {
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

  it("are read by nobody, and counted for their own account only", async () => {
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
