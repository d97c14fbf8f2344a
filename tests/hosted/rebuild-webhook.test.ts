import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { projectRoot } from "../../server/project-root.ts";
import { type ContractTarget, startContractTarget } from "../support/contract-target.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/fakes/webhook-receiver.ts";
import { startPgNet } from "./stand-ins/pg-net.ts";

const hosted = inject("hosted");
const sql = connect(hosted.dbUrl, { max: 1 });
const admin = connect(hosted.adminDbUrl, { max: 1 });

/** The part of Supabase Vault that the example uses. */
const VAULT = `
  create schema vault;
  create table vault.decrypted_secrets (name text unique, decrypted_secret text);
  create function vault.create_secret(secret text, name text) returns void language sql
    security definer as 'insert into vault.decrypted_secrets values (name, secret)';
  grant usage on schema vault to postgres;
  grant select on vault.decrypted_secrets to postgres;`;

let target: ContractTarget;
let receiver: WebhookReceiver;
let net: Awaited<ReturnType<typeof startPgNet>>;
beforeAll(async () => {
  target = await startContractTarget();
  receiver = await startWebhookReceiver([204]);
  net = await startPgNet(hosted.adminDbUrl);
  await admin.unsafe(VAULT);
  await sql.unsafe(await readFile(join(projectRoot, "docs/examples/rebuild-webhook.sql"), "utf8"));
});
afterAll(async () => {
  await sql`drop function private.request_rebuild() cascade`;
  await admin`drop schema vault cascade`;
  await Promise.all([sql.end(), admin.end(), net.stop(), receiver.stop()]);
  await target.stop();
});

it("a change of the content requests a rebuild once it is committed, and only once an address is set", async () => {
  const links = target.owner.client.from("social_links");
  const link = { name: "Elsewhere", url: "https://example.com" };
  expect((await links.insert(link)).error).toBeNull();
  await sql`select vault.create_secret(${receiver.url}, 'rebuild_url'),
    vault.create_secret('github_pat_stand_in', 'rebuild_token')`;
  expect((await links.insert({ ...link, url: "no address" })).error).not.toBeNull();
  expect((await links.delete().eq("name", link.name)).error).toBeNull();
  await expect.poll(net.responses).toEqual([{ status_code: 204, error_msg: null }]);
  expect(receiver.calls).toEqual([
    {
      body: '{"event_type": "content-changed"}',
      headers: expect.objectContaining({
        authorization: "Bearer github_pat_stand_in",
        "content-type": "application/json",
        "user-agent": "foyer",
      }),
    },
  ]);
});
