import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { changeEmail } from "../../src/account/account-api.ts";
import {
  type ContractTarget,
  type Member,
  startContractTarget,
} from "../support/contract-target.ts";
import { signInAs } from "../support/product-session.ts";
import { clientFor } from "../support/sites/gateway.ts";

const hosted = inject("hosted");
const sql = connect(hosted.dbUrl, { max: 1 });

let target: ContractTarget;
beforeAll(async () => {
  target = await startContractTarget();
  signInAs("admin", target.owner);
  signInAs("workspace", target.workspace);
});
afterAll(async () => {
  await target.stop();
  await sql.end();
});

const emailOf = async ({ id }: Member) =>
  (await sql`select email from auth.users where id = ${id}`)[0]?.email;

const sessionsOf = ({ id }: Member) => sql`select id from auth.sessions where user_id = ${id}`;

it("the user's own email is changed at once with the current password, and is used for the next sign-in", async () => {
  const { owner } = target;
  const before = await sessionsOf(owner);
  await changeEmail("admin", { email: " New.Owner@Example.test", current: owner.password });
  const email = "new.owner@example.test";
  expect((await owner.client.auth.getSession()).data.session?.user.email).toBe(email);
  // The session that was used to check the password has ended.
  expect(await sessionsOf(owner)).toEqual(before);
  const other = clientFor(hosted.url, hosted.publishableKey);
  const { password } = owner;
  expect((await other.auth.signInWithPassword({ email, password })).error).toBeNull();
  expect((await other.rpc("own_role")).data).toBe("admin");
});

it("the workspace user's sign-in name follows a change of their email", async () => {
  const { workspace } = target;
  const profile = { user_id: workspace.id, email: workspace.email, username: "moves" };
  expect((await target.service.from("workspace_users").insert(profile)).error).toBeNull();
  await changeEmail("workspace", { email: "moved@example.test", current: workspace.password });
  const { data } = await target.service.from("workspace_users").select("email").single();
  expect(data).toEqual({ email: "moved@example.test" });
});

it("the user's own email is not changed without the password, nor to another account's email", async () => {
  const { owner, workspace } = target;
  const before = await emailOf(owner);
  const change = (email: string, current: string) => changeEmail("admin", { email, current });
  await expect(change("thief@example.test", "wrong")).rejects.toMatchObject({
    code: "current_password_invalid",
    message: "Your current password is incorrect.",
  });
  const taken = await emailOf(workspace);
  await expect(change(taken, owner.password)).rejects.toMatchObject({ code: "email_exists" });
  await expect(change("no address", owner.password)).rejects.toThrow("not an email address");
  // Auth's own route waits for a confirmation link in a mail to each address.
  const asked = await owner.client.auth.updateUser({ email: "thief@example.test" });
  expect(asked.data.user?.email).toBe(before);
  expect(await emailOf(owner)).toBe(before);
});

it("the user's own email is not changed by a session without a role, or without the code of a second factor", async () => {
  const call = async (member: Member | null) => {
    const response = await fetch(`${hosted.url}/functions/v1/change-email`, {
      method: "POST",
      headers: { "content-type": "application/json", ...member?.headers },
      body: JSON.stringify({ email: "x@example.test", password: member?.password ?? "x" }),
    });
    return response.status;
  };
  expect([await call(null), await call(target.stranger)]).toEqual([401, 403]);
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${target.workspace.id}, 'totp', 'verified', now(), now())`;
  expect(await call(target.workspace)).toBe(403);
  expect(await emailOf(target.workspace)).toBe("moved@example.test");
});
