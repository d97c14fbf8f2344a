import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connect } from "../../server/database/connect.ts";
import {
  countRecoveryCodes,
  createRecoveryCodes,
  enrollFactor,
  listFactors,
  removeFactor,
  verifyCode,
} from "../../src/account/factors/factors-api.ts";
import { removeFactors } from "../../src/admin/workspace-user/workspace-user-api.ts";
import { openSession } from "../../src/auth/open-session.ts";
import { proveFactor } from "../../src/auth/prove-factor.ts";
import type { Area } from "../../src/lib/area.ts";
import type { Client } from "../../src/lib/supabase.ts";
import {
  type ContractTarget,
  type Member,
  startContractTarget,
} from "../support/contract-target.ts";
import { type DenoFunction, startDenoFunction } from "../support/hosted/deno-function.ts";
import { reachThrough, signInAs } from "../support/product-session.ts";
import { codeOf } from "../support/second-factor.ts";
import { clientFor, sessionIdOf } from "../support/sites/gateway.ts";
import { type Edge, startEdge } from "./stand-ins/edge.ts";
import { createFactorRoutes } from "./stand-ins/factors.ts";

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

it.each([
  ["begun 800 days ago and unused for 700", "800 days", "700 days"],
  ["used a minute ago and begun 181 days ago", "181 days", "1 minute"],
])("a session %s is not renewed by Auth, and its token opens nothing", async (_, begun, used) => {
  const client = clientFor(hosted.url, hosted.publishableKey);
  const { email, password } = target.owner;
  const { data } = await client.auth.signInWithPassword({ email, password });
  const token = data.session?.access_token ?? "";
  expect((await client.rpc("own_role")).data).toBe("admin");
  await sql`update auth.sessions set created_at = now() - ${begun}::interval,
    refreshed_at = (now() - ${used}::interval) at time zone 'utc' where id = ${sessionIdOf(token)}`;
  expect((await client.rpc("own_role")).data).toBeNull();
  expect((await client.auth.refreshSession()).error).toMatchObject({
    status: 400,
    code: "session_expired",
  });
});

// Without Auth's routes, the tokens in this test contain the level of their session.
it("a second factor is required by policies, storage and functions once it is verified", async () => {
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
  // The token was issued before the code.
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

describe("through Auth's routes", () => {
  let edge: Edge;
  let manage: DenoFunction;
  beforeAll(async () => {
    edge = await startEdge(hosted, createFactorRoutes(hosted, sql));
    manage = await startDenoFunction("workspace-user", {
      SUPABASE_URL: edge.url,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: hosted.secretKey }),
      FOYER_PUBLIC_URL: hosted.siteOrigin,
    });
    edge.functions.set("workspace-user", manage.url);
    reachThrough(edge.url);
  });
  afterAll(async () => {
    reachThrough(null);
    await manage?.stop();
    await edge?.stop();
  });

  async function enter({ email, password }: Member) {
    const client = clientFor(edge.url, hosted.publishableKey);
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
    return client;
  }

  /**
   * Signs in to the panel or the workspace, and adds an authenticator app like its account screen.
   */
  async function addFactor(area: Area, member: Member, name: string) {
    const client = await enter(member);
    signInAs(area, { ...member, client });
    const added = await enrollFactor(area, { name, password: member.password });
    await verifyCode(area, { factorId: added.id, code: await codeOf(added.secret) });
    return { client, ...added };
  }

  it("a second factor through Auth's routes is added with the password and a code, asked for at sign-in, and removed with a code", async () => {
    const { owner } = target;
    const earlier = await enter(owner);
    const wrong = { name: "Phone", password: "wrong" };
    signInAs("admin", { ...owner, client: earlier });
    await expect(enrollFactor("admin", wrong)).rejects.toMatchObject({
      code: "invalid_credentials",
    });

    const { client, id, secret } = await addFactor("admin", owner, "Phone");
    expect((await client.rpc("own_role")).data).toBe("admin");
    expect(await listFactors("admin")).toEqual([expect.objectContaining({ id, name: "Phone" })]);
    const again = { name: "Phone", password: owner.password };
    await expect(enrollFactor("admin", again)).rejects.toMatchObject({
      code: "mfa_factor_name_conflict",
    });
    // The first code of a factor has ended every session without one.
    expect((await earlier.auth.getUser()).error).not.toBeNull();

    const once = clientFor(edge.url, hosted.publishableKey) as unknown as Client;
    const opened = await openSession("admin", once, owner.email, owner.password);
    expect(opened.factors).toEqual([{ id, name: "Phone" }]);
    await expect(proveFactor("admin", opened.session, id, "000000")).rejects.toMatchObject({
      code: "mfa_verification_failed",
    });
    const proved = await proveFactor("admin", opened.session, id, await codeOf(secret));
    const other = clientFor(edge.url, hosted.publishableKey);
    await other.auth.setSession(proved);
    expect((await other.rpc("own_role")).data).toBe("admin");

    const bare = await enter(owner);
    expect((await bare.rpc("own_role")).data).toBeNull();
    expect((await bare.auth.mfa.unenroll({ factorId: id })).error?.code).toBe("insufficient_aal");
    const password = "another long password";
    expect((await bare.auth.updateUser({ password })).error?.code).toBe("insufficient_aal");

    signInAs("admin", { ...owner, client });
    await removeFactor("admin", id, { factorId: id, code: await codeOf(secret) });
    expect(await listFactors("admin")).toEqual([]);
    expect((await client.rpc("own_role")).data).toBe("admin");
  });

  it("a second factor through Auth's routes is turned off by a recovery code, and set up again", async () => {
    const { owner } = target;
    const { client } = await addFactor("admin", owner, "Lost phone");
    const codes = await createRecoveryCodes("admin");
    expect(await countRecoveryCodes("admin")).toBe(10);
    const once = clientFor(edge.url, hosted.publishableKey) as unknown as Client;
    const opened = await openSession("admin", once, owner.email, owner.password);
    await expect(proveFactor("admin", opened.session, null, "wrong")).rejects.toMatchObject({
      status: 422,
      message: "This recovery code is wrong or was already used.",
    });
    const tokens = await proveFactor("admin", opened.session, null, codes[0] ?? "");
    const entered = clientFor(edge.url, hosted.publishableKey);
    await entered.auth.setSession(tokens);
    expect((await entered.rpc("own_role")).data).toBe("admin");
    expect((await client.auth.getUser()).error).not.toBeNull();
    signInAs("admin", { ...owner, client: entered });
    expect(await listFactors("admin")).toEqual([]);

    const { id, secret } = await addFactor("admin", owner, "New phone");
    expect(await countRecoveryCodes("admin")).toBe(9);
    const again = await openSession("admin", once, owner.email, owner.password);
    await expect(proveFactor("admin", again.session, null, codes[0] ?? "")).rejects.toMatchObject({
      status: 422,
    });
    await removeFactor("admin", id, { factorId: id, code: await codeOf(secret) });
  });

  it("a second factor of the workspace user is removed by the owner after a lost device", async () => {
    const { owner, workspace } = target;
    const profile = { user_id: workspace.id, email: workspace.email, username: "lost" };
    expect((await target.service.from("workspace_users").insert(profile)).error).toBeNull();
    await addFactor("workspace", workspace, "Lost phone");
    const bare = await enter(workspace);
    expect((await bare.rpc("own_role")).data).toBeNull();
    signInAs("admin", { ...owner, client: await enter(owner) });
    expect(await removeFactors()).toBe(1);
    expect((await bare.rpc("own_role")).data).toBe("workspace");
    expect(await removeFactors()).toBe(0);
  });
});
