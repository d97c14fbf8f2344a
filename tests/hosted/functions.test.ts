import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { FUNCTIONS } from "../../scripts/doctor/checks.ts";
import { SOURCE_DIGEST, SOURCE_HEADER } from "../../supabase/functions/_shared/source-digest.ts";
import { type ContractTarget, startContractTarget } from "../support/contract-target.ts";
import {
  type FakeNotion,
  notionPage,
  startFakeNotion,
  unauthorized,
} from "../support/fakes/fake-notion.ts";
import { clientFor, tokenOf } from "../support/sites/gateway.ts";

const hosted = inject("hosted");
const ACCOUNT = {
  email: "back@room.example",
  username: "backroom",
  password: "a quiet back room",
};

let target: ContractTarget;
let notion: FakeNotion;
beforeAll(async () => {
  target = await startContractTarget();
  notion = await startFakeNotion(hosted.notionPort);
  // In this test, the owner creates the workspace user.
  await forgetWorkspaceUser();
});
afterAll(async () => {
  await notion.stop();
  await forgetWorkspaceUser();
  await target.stop();
});

async function forgetWorkspaceUser() {
  const { data, error } = await target.service.rpc("list_members");
  if (error) throw error;
  const members = data as { user_id: string; role: string }[];
  for (const { user_id, role } of members) {
    if (role === "workspace") await target.service.auth.admin.deleteUser(user_id);
  }
}

/** Calls a function like the site's page. */
async function call(name: string, body: object, authorization?: string) {
  const response = await fetch(`${hosted.url}/functions/v1/${name}`, {
    method: "POST",
    headers: {
      origin: hosted.siteOrigin,
      apikey: hosted.publishableKey,
      "content-type": "application/json",
      ...(authorization ? { authorization } : {}),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, cors: allowed(response), body: answer };
}

const preflight = (url: string, name: string, origin: string) =>
  fetch(`${url}/functions/v1/${name}`, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST" },
  });

const allowed = ({ headers }: Response) => headers.get("access-control-allow-origin");

describe("an edge function on hosted Supabase", () => {
  it.each(FUNCTIONS)("the function %s answers only pages of the site", async (name) => {
    const own = await preflight(hosted.url, name, hosted.siteOrigin);
    expect([own.status, allowed(own)]).toEqual([200, hosted.siteOrigin]);
    // The CLI alone does not replace this placeholder.
    expect(own.headers.get(SOURCE_HEADER)).toBe(SOURCE_DIGEST);
    const foreign = await preflight(hosted.url, name, hosted.siteOrigin.replace("http", "https"));
    expect([foreign.status, allowed(foreign)]).toEqual([200, null]);
  });

  it("an edge function on hosted Supabase accepts no weak password, although an administrator may set one", async () => {
    const weak = { action: "create", ...ACCOUNT, password: "weak" };
    const refused = await call("workspace-user", weak, target.owner.headers.authorization);
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: "Password should be at least 10 characters." },
    ]);
  });

  it("an edge function on hosted Supabase creates the workspace user for the owner alone, signs them in by name, and out again", async () => {
    const request = { action: "create", ...ACCOUNT };
    const asKey = `Bearer ${hosted.publishableKey}`;
    expect((await call("workspace-user", request)).status).toBe(401);
    expect((await call("workspace-user", request, asKey)).status).toBe(401);
    const { owner, stranger } = target;
    const denied = await call("workspace-user", request, stranger.headers.authorization);
    expect([denied.status, denied.cors]).toEqual([403, hosted.siteOrigin]);
    const created = await call("workspace-user", request, owner.headers.authorization);
    expect(created).toMatchObject({ status: 200, cors: hosted.siteOrigin });

    const wrong = await call("workspace-sign-in", { identifier: "backroom", password: "wrong" });
    expect([wrong.status, wrong.body]).toEqual([400, { error: "Invalid username or password." }]);
    const member = await enter(ACCOUNT.password);
    const note = { title: "Kept", content: "<p>here</p>" };
    const user = await member.auth.getUser();
    const kept = { ...note, user_id: user.data.user?.id };
    expect((await member.from("workspace_notes").insert(kept)).error).toBeNull();

    const ended = await call(
      "workspace-user",
      { action: "force-logout" },
      owner.headers.authorization,
    );
    expect(ended.status).toBe(200);
    expect((await member.from("workspace_notes").select("id")).data).toEqual([]);
    const again = await enter(String(ended.body.temporaryPassword));
    expect((await again.from("workspace_notes").select("title")).data).toEqual([{ title: "Kept" }]);
  });

  it("an edge function on hosted Supabase reads Notion for the workspace user and caches the result", async () => {
    const account = { ...ACCOUNT, email: "other@room.example", username: "otherroom" };
    await forgetWorkspaceUser();
    const request = { action: "create", ...account };
    const created = await call("workspace-user", request, target.owner.headers.authorization);
    expect(created.status).toBe(200);
    const member = await enter(account.password, account.username);
    const asMember = `Bearer ${await tokenOf(member)}`;
    notion.pages = [notionPage(1, { title: "Read on hosted" })];
    const read = await call("fetch-notion-notes", {}, asMember);
    expect([read.status, read.body.notes]).toEqual([
      200,
      [expect.objectContaining({ title: "Read on hosted" })],
    ]);
    notion.always = unauthorized;
    const failed = await call("fetch-notion-notes", {}, asMember);
    expect(failed).toMatchObject({ status: 502, body: { kept: { notes: read.body.notes } } });
  });

  it("an edge function on hosted Supabase reads the calendar of anyone who has its token, without a key", async () => {
    const account = { ...ACCOUNT, email: "third@room.example", username: "thirdroom" };
    await forgetWorkspaceUser();
    const request = { action: "create", ...account };
    await call("workspace-user", request, target.owner.headers.authorization);
    const member = await enter(account.password, account.username);
    const { data: token } = await member.rpc("create_calendar_feed");
    const user_id = (await member.auth.getUser()).data.user?.id;
    const task = { user_id, title: "Read on hosted", due_date: new Date().toISOString() };
    expect((await member.from("workspace_tasks").insert(task)).error).toBeNull();
    const read = (init?: RequestInit) =>
      fetch(`${hosted.url}/functions/v1/calendar-feed?token=${token}`, init);
    const whole = await read();
    const text = await whole.text();
    expect(text).toContain("SUMMARY:Read on hosted\r\n");
    expect(await (await read()).text()).toBe(text);
    const etag = whole.headers.get("etag") ?? "";
    const head = await read({ method: "HEAD" });
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
    expect((await read({ headers: { "if-none-match": etag } })).status).toBe(304);
    const revoked = await member.from("calendar_feeds").delete().eq("user_id", user_id).select();
    expect(revoked.data).toHaveLength(1);
    expect((await read()).status).toBe(404);
  });

  async function enter(password: string, identifier = ACCOUNT.username) {
    const entered = await call("workspace-sign-in", { identifier, password });
    expect(entered.status).toBe(200);
    const client = clientFor(hosted.url, hosted.publishableKey);
    const tokens = entered.body as { access_token: string; refresh_token: string };
    expect((await client.auth.setSession(tokens)).error).toBeNull();
    return client;
  }
});
