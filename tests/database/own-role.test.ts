import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/database-suite.ts";
import { become, becomeService, becomeSuperuser } from "../support/personas.ts";
import { grantEverything } from "../support/role-matrix.ts";

describeDatabase("own_role", (suite) => {
  it.each([
    ["signed in, no role", null],
    ["workspace user", "workspace"],
    ["owner", "admin"],
    ["workspace user, signed out", null],
    ["owner, signed out", null],
  ] as const)("returns for %s: %s", async (persona, role) => {
    const rows = await suite.as(persona, (tx) => tx`select own_role()`);
    expect(rows).toEqual([{ own_role: role }]);
  });

  it("cannot be called by visitors", async () => {
    const code = await suite.as("anonymous", (tx) =>
      codeOf(tx, (inner) => inner`select own_role()`),
    );
    expect(code).toBe(sqlstate.denied);
  });

  it("returns null to a visitor even where everything is granted", async () => {
    const rows = await suite.trial(async (tx) => {
      await tx.unsafe(grantEverything);
      await become(tx, "anonymous");
      return tx`select own_role()`;
    });
    expect(rows).toEqual([{ own_role: null }]);
  });

  it("returns null for the secret key", async () => {
    const rows = await suite.trial(async (tx) => {
      await becomeService(tx);
      return tx`select own_role()`;
    });
    expect(rows).toEqual([{ own_role: null }]);
  });

  it("returns null once the session ends, even within a transaction", async () => {
    const roles = await suite.trial(async (tx) => {
      await become(tx, "owner");
      const before = await tx`select own_role() as role`;
      await becomeSuperuser(tx);
      await tx`delete from auth.sessions`;
      await become(tx, "owner");
      return [...before, ...(await tx`select own_role() as role`)];
    });
    expect(roles).toEqual([{ role: "admin" }, { role: null }]);
  });
});
