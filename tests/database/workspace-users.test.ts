import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { userIds } from "../support/databases/personas.ts";

const account = { user_id: userIds.workspace, email: "w@example.org", username: "wanda" };

describeDatabase("workspace_users", (suite) => {
  it("workspace_users is dated by the server at every change", async () => {
    const rows = await suite.as("owner", async (tx) => {
      const [created] = await tx`insert into workspace_users
        ${tx({ ...account, updated_at: "2001-01-01" })} returning updated_at >= now() as now`;
      const [changed] = await tx`update workspace_users
        set username = 'wanda2', updated_at = '2001-01-01' returning updated_at > now() as later`;
      return [created, changed];
    });
    expect(rows).toEqual([{ now: true }, { later: true }]);
  });

  it.each([
    ["name, whatever its case", { email: "other@example.org", username: "WANDA" }],
    ["email address", { email: account.email, username: "other" }],
  ])("workspace_users allows each %s once", async (_, other) => {
    const code = await suite.as("owner", async (tx) => {
      await tx`insert into workspace_users ${tx(account)}`;
      return codeOf(
        tx,
        (inner) =>
          inner`insert into workspace_users ${inner({ user_id: userIds.stranger, ...other })}`,
      );
    });
    expect(code).toBe(sqlstate.unique);
  });

  it("workspace_users is deleted with the account", async () => {
    const rows = await suite.trial(async (tx) => {
      await tx`insert into workspace_users ${tx(account)}`;
      await tx`delete from auth.users where id = ${userIds.workspace}`;
      return tx`select user_id from workspace_users
        union all select user_id from private.members where role = 'workspace'`;
    });
    expect(rows).toEqual([]);
  });
});
