import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { type ContractTarget, startContractTarget } from "../support/contract-target.ts";
import { clientFor } from "../support/gateway.ts";

const hosted = inject("hosted");
const sql = connect(hosted.dbUrl, { max: 1 });

let target: ContractTarget;
beforeAll(async () => {
  target = await startContractTarget();
});
afterAll(async () => {
  await target?.stop();
  await sql.end();
});

// The lab's Auth has no factor routes. Its tokens carry the level of their session, as Auth's do.
it("is required by policies, storage and functions once it is verified", async () => {
  const client = clientFor(hosted.url, hosted.publishableKey);
  const { email, password, id } = target.owner;
  const note = { name: "A", email: "a@example.test", subject: "s", message: "m" };
  expect((await target.service.from("messages").insert(note)).error).toBeNull();
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (${randomUUID()}, ${id}, 'totp', 'verified', now(), now())`;
  const signedIn = await client.auth.signInWithPassword({ email, password });
  expect(signedIn.error).toBeNull();
  const picture = () =>
    client.storage.from("profile-pictures").upload(`${randomUUID()}.gif`, GIF, {
      contentType: "image/gif",
    });
  const doors = async () => ({
    role: (await client.rpc("own_role")).data,
    messages: ((await client.from("messages").select("id")).data ?? []).length > 0,
    sessions: ((await client.rpc("list_own_sessions")).data ?? []).length > 0,
    stored: (await picture()).error === null,
    managed: (await client.functions.invoke("workspace-user", { body: { action: "force-logout" } }))
      .response?.status,
  });
  const closed = { role: null, messages: false, sessions: false, stored: false, managed: 403 };
  expect(await doors()).toMatchObject(closed);
  const signIns = () => sql`select outcome from private.sign_ins where user_id = ${id}
    and session_id in (select id from auth.sessions) order by id desc limit 1`;
  expect(await signIns()).toEqual([{ outcome: "code_missing" }]);

  await sql`update auth.sessions set aal = 'aal2'
    where id = (select id from auth.sessions where user_id = ${id} order by created_at desc limit 1)`;
  // The token from before the code.
  expect(await doors()).toMatchObject(closed);
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await doors()).toMatchObject({
    role: "admin",
    messages: true,
    sessions: true,
    stored: true,
    // There is no profile to log out.
    managed: 404,
  });
  expect(await signIns()).toEqual([{ outcome: "signed_in" }]);

  await sql`update auth.sessions set aal = 'aal1' where user_id = ${id}`;
  expect(await doors()).toMatchObject(closed);
  await sql`delete from auth.mfa_factors where user_id = ${id}`;
  expect((await client.rpc("own_role")).data).toBe("admin");
});

const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
