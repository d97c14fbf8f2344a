import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { become, becomeService, type Persona, userIds } from "../support/databases/personas.ts";

const entry = { user_id: userIds.workspace, event_type: "login", device_info: "Firefox" };

describeDatabase("workspace_activity_logs", (suite) => {
  it.each(["workspace user", "owner"] as const)(
    "workspace_activity_logs stores no address and the server's time, whatever the %s claims",
    async (persona) => {
      const rows = await suite.as(persona, async (tx) => {
        const claims = { ip_address: "203.0.113.9", created_at: "2001-01-01" };
        await tx`insert into workspace_activity_logs ${tx({ ...entry, ...claims })}`;
        return tx`select event_type, device_info, ip_address, created_at = now() as now
          from workspace_activity_logs`;
      });
      const { event_type, device_info } = entry;
      expect(rows).toEqual([{ event_type, device_info, ip_address: null, now: true }]);
    },
  );

  it("workspace_activity_logs stores no address for the secret key either", async () => {
    const rows = await suite.trial(async (tx) => {
      await becomeService(tx);
      return tx`insert into workspace_activity_logs ${tx({ ...entry, ip_address: "203.0.113.9" })}
        returning ip_address`;
    });
    expect(rows).toEqual([{ ip_address: null }]);
  });

  it("workspace_activity_logs lets only the owner log a forced logout", async () => {
    const code = await suite.as("workspace user", (tx) =>
      codeOf(
        tx,
        (inner) =>
          inner`insert into workspace_activity_logs ${inner({ ...entry, event_type: "logout_forced" })}`,
      ),
    );
    expect(code).toBe(sqlstate.denied);
  });
});

describeDatabase("was_logged_out", (suite) => {
  const iat = 1_700_000_000;
  /** The result for the persona's token after an event this long after its issue. */
  const after = (persona: Persona, seconds: number, event = "logout_forced") =>
    suite.trial(async (tx) => {
      await tx`alter table workspace_activity_logs disable trigger protect_created_at`;
      await tx`insert into workspace_activity_logs (user_id, event_type, created_at)
        values (${userIds.workspace}, ${event}, to_timestamp(${iat + seconds}))`;
      await become(tx, persona);
      await tx`select set_config('request.jwt.claims',
        (current_setting('request.jwt.claims')::jsonb
          || jsonb_build_object('iat', ${iat}::bigint))::text, true)`;
      const [row] = await tx`select was_logged_out() as out`;
      return row?.out;
    });

  it("was_logged_out is true for a token of an ended session that was issued before a forced logout", async () => {
    expect(await after("workspace user, signed out", 60)).toBe(true);
  });

  it("was_logged_out is false when the logout was not forced, or forced before the token was issued", async () => {
    expect(await after("workspace user, signed out", 60, "logout")).toBe(false);
    expect(await after("workspace user, signed out", -60)).toBe(false);
  });

  it("was_logged_out is false while the session lives, and for everyone else", async () => {
    expect(await after("workspace user", 60)).toBe(false);
    expect(await after("owner, signed out", 60)).toBe(false);
    expect(await after("signed in, no role", 60)).toBe(false);
  });
});
