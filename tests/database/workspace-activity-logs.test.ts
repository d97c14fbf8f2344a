import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { becomeService, userIds } from "../support/databases/personas.ts";

const entry = { user_id: userIds.workspace, event_type: "login", device_info: "Firefox" };

describeDatabase("workspace_activity_logs", (suite) => {
  it.each(["workspace user", "owner"] as const)(
    "stores no address and the server's time, whatever the %s claims",
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

  it("stores no address for the secret key either", async () => {
    const rows = await suite.trial(async (tx) => {
      await becomeService(tx);
      return tx`insert into workspace_activity_logs ${tx({ ...entry, ip_address: "203.0.113.9" })}
        returning ip_address`;
    });
    expect(rows).toEqual([{ ip_address: null }]);
  });

  it("lets only the owner log a forced logout", async () => {
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
