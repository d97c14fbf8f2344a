import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import {
  become,
  becomeService,
  becomeSuperuser,
  personas,
  type Tx,
  userIds,
} from "../support/databases/personas.ts";
import { grantEverything } from "../support/databases/role-matrix.ts";

const roleNow = async (tx: Tx) => {
  const [row] = await tx`select private.app_role() as role,
    private.is_admin() as admin, private.is_workspace() as workspace`;
  return row;
};

describeDatabase("Roles", (suite) => {
  it.each([
    ["anonymous", null],
    ["signed in, no role", null],
    ["workspace user", "workspace"],
    ["owner", "admin"],
    ["workspace user, signed out", null],
    ["owner, signed out", null],
  ] as const)("the role functions return for %s the role %s", async (persona, role) => {
    const row = await suite.as(persona, roleNow);
    expect(row).toEqual({ role, admin: role === "admin", workspace: role === "workspace" });
  });

  it.each([
    ["signed in, no role", null],
    ["workspace user", "workspace"],
    ["owner", "admin"],
    ["owner, signed out", null],
  ] as const)("own_role returns for %s the role %s", async (persona, role) => {
    const rows = await suite.as(persona, (tx) => tx`select own_role()`);
    expect(rows).toEqual([{ own_role: role }]);
  });

  it.each([
    ["the session is deleted", "delete from auth.sessions"],
    ["the session is over", "update auth.sessions set not_after = now() - interval '1 second'"],
    ["the account is banned", "update auth.users set banned_until = now() + interval '1 hour'"],
    ["the account is deleted softly", "update auth.users set deleted_at = now()"],
    ["the account is deleted", "delete from auth.users"],
    ["the role is taken away", "delete from private.members"],
  ])("roles are lost with the next statement when %s", async (_, statement) => {
    const { before, after } = await suite.trial(async (tx) => {
      await tx`insert into workspace_notes (user_id) values (${userIds.workspace})`;
      await become(tx, "workspace user");
      const seen = (await tx`select from workspace_notes`).count;
      await becomeSuperuser(tx);
      await tx.unsafe(statement);
      await tx`insert into auth.users (id) values (${userIds.workspace}) on conflict do nothing`;
      await become(tx, "workspace user");
      const write = await codeOf(
        tx,
        (inner) => inner`insert into workspace_notes (user_id) values (${userIds.workspace})`,
      );
      const reads = await tx`select from workspace_notes`;
      return { before: seen, after: { write, seen: reads.count, role: (await roleNow(tx))?.role } };
    });
    expect(before).toBe(1);
    expect(after).toEqual({ write: sqlstate.denied, seen: 0, role: null });
  });

  it("roles survive a past ban and a future session expiry", async () => {
    const row = await suite.trial(async (tx) => {
      await tx`update auth.users set banned_until = now() - interval '1 second'`;
      await tx`update auth.sessions set not_after = now() + interval '1 hour'`;
      await become(tx, "owner");
      return roleNow(tx);
    });
    expect(row?.role).toBe("admin");
  });

  it.each(personas)("roles cannot be listed or assigned by: %s", async (persona) => {
    const attempts = async (tx: Tx) => {
      await become(tx, persona);
      const codes = [];
      for (const call of ["claim_role", "grant_role"]) {
        codes.push(
          await codeOf(tx, (inner) => inner`select ${inner(call)}(${userIds.stranger}, 'admin')`),
        );
      }
      return codes;
    };
    const { denied } = sqlstate;
    // The host's engine grants all rights, so the functions must not depend on grants.
    const granted = await suite.trial(async (tx) => {
      await tx.unsafe(grantEverything);
      const codes = await attempts(tx);
      return { codes, listed: (await tx`select from list_members()`).count };
    });
    expect(granted).toEqual({ codes: [denied, denied], listed: 0 });
  });

  it("roles are listed, claimed and granted by the secret key", async () => {
    const result = await suite.trial(async (tx) => {
      await tx`delete from private.members`;
      await becomeService(tx);
      const claim = async (id: string, role: string) =>
        (await tx`select claim_role(${id}, ${role}) as held`)[0]?.held;
      return {
        first: await claim(userIds.owner, "admin"),
        again: await claim(userIds.owner, "admin"),
        second: await claim(userIds.stranger, "admin"),
        bothRoles: await claim(userIds.owner, "workspace"),
        unknownRole: await codeOf(
          tx,
          (inner) => inner`select claim_role(${userIds.stranger}, 'root')`,
        ),
        unknownUser: await codeOf(
          tx,
          (inner) => inner`select claim_role(${randomUUID()}, 'workspace')`,
        ),
        granted: await codeOf(
          tx,
          (inner) => inner`select grant_role(${userIds.workspace}, 'workspace')`,
        ),
        members: await tx`select * from list_members()`,
      };
    });
    expect(result).toEqual({
      first: true,
      again: true,
      second: false,
      bothRoles: false,
      unknownRole: sqlstate.check,
      unknownUser: sqlstate.foreignKey,
      granted: null,
      members: [
        { user_id: userIds.owner, role: "admin" },
        { user_id: userIds.workspace, role: "workspace" },
      ],
    });
  });

  it("roles can be transferred to another user, but a member cannot switch roles", async () => {
    const result = await suite.trial(async (tx) => {
      await becomeService(tx);
      await tx`select grant_role(${userIds.stranger}, 'workspace')`;
      const sides = await codeOf(
        tx,
        (inner) => inner`select grant_role(${userIds.owner}, 'workspace')`,
      );
      return { sides, members: await tx`select * from list_members()` };
    });
    expect(result).toEqual({
      sides: sqlstate.unique,
      members: [
        { user_id: userIds.owner, role: "admin" },
        { user_id: userIds.stranger, role: "workspace" },
      ],
    });
  });

  it.each(["claim_role", "grant_role"])(
    "30 parallel attempts by %s make exactly one owner",
    async (attempt) => {
      const ids = Array.from({ length: 30 }, () => randomUUID());
      await suite.sql`delete from private.members where role = 'admin'`;
      await suite.sql`insert into auth.users (id) select unnest(${ids}::uuid[])`;
      const pool = connect(suite.url, { max: 30 });
      const outcomes = await Promise.allSettled(
        ids.map((id) =>
          pool.begin(async (tx) => {
            await becomeService(tx);
            return tx`select ${tx(attempt)}(${id}, 'admin') as held`;
          }),
        ),
      );
      await pool.end();
      const owners = await suite.sql`select user_id from private.members where role = 'admin'`;
      await suite.sql`delete from auth.users where id = any(${ids}::uuid[])`;
      await suite.sql`insert into private.members values (${userIds.owner}, 'admin')`;
      const held = outcomes.filter(
        (outcome) => outcome.status === "fulfilled" && outcome.value[0]?.held === true,
      );
      expect(owners).toHaveLength(1);
      expect(ids).toContain(owners[0]?.user_id);
      if (attempt === "claim_role") expect(held).toHaveLength(1);
    },
  );

  it("roles are looked up once per statement, not once per row", async () => {
    const { own, planted } = await suite.trial(async (tx) => {
      const before = await policiesWithBareCalls(tx);
      await tx`create policy bare on visits for update using (private.is_admin())`;
      return { own: before, planted: await policiesWithBareCalls(tx) };
    });
    expect(own).toEqual([]);
    expect(planted).toEqual(["bare"]);
  });
});

/**
 * Policies that call a function without wrapping it in a subselect. Exceptions are
 * `refuse_estimates`, which is only called while planning, and `may_receive`, which checks a single
 * inserted row.
 */
async function policiesWithBareCalls(tx: Tx): Promise<string[]> {
  const policies = await tx<{ name: string; text: string }[]>`
    select policyname as name, concat_ws(' ', qual, with_check) as text from pg_policies`;
  return policies
    .filter(({ text }) =>
      /\b(private|auth)\.\w+\(/.test(
        text.replaceAll(
          /SELECT (private|auth)\.\w+\(\)|private\.(refuse_estimates\(\)|may_receive\()/g,
          "",
        ),
      ),
    )
    .map(({ name }) => name);
}
