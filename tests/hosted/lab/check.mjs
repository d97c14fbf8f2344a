#!/usr/bin/env node
// Starts the lab with Foyer's migrations and functions and sends it about forty requests with the
// unmodified supabase-js and tus-js-client, then two hundred single requests to storage.
// node check.mjs [--upstream PATH] [--requests]: --requests prints the latter alone.
import { execFileSync, spawn } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createClient } from "@supabase/supabase-js";
import connect from "postgres";
import * as tus from "tus-js-client";
import ws from "ws";
import { storageRequests } from "./lib/storage-requests.mjs";

const { values: given } = parseArgs({
  options: {
    upstream: { type: "string" },
    requests: { type: "boolean" },
  },
});
const project = fileURLToPath(new URL("../../..", import.meta.url));
const labs = [];
const counts = { pass: 0, FAIL: 0 };
const began = Date.now();
const lab = await up("--file-size-limit", String(8 << 20));
console.error(`lab up in ${((Date.now() - began) / 1000).toFixed(1)} s, storage: ${lab.storage}\n`);
const client = (key, to = lab) =>
  createClient(to.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws },
  });
const anonymous = client(lab.publishableKey);
const service = client(lab.secretKey);
const sql = connect(lab.dbUrl, { max: 2, onnotice() {} });
const admin = connect(lab.adminDbUrl, { max: 1, onnotice() {} });
const password = "a long password";

try {
  if (given.requests) await tellRequests();
  else await everything();
} finally {
  await Promise.all([sql.end(), admin.end()]);
  for (const { child, dir } of labs) {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
    rmSync(dir, { recursive: true, force: true });
  }
}
if (!given.requests)
  console.log(
    `\n${counts.pass} passed, ${counts.FAIL} failed in ${((Date.now() - began) / 1000).toFixed(1)} s`,
  );
process.exit(counts.FAIL ? 1 : 0);

async function everything() {
  console.log("Keys and gateway");
  await check("no key is refused", async () =>
    status(await fetch(`${lab.url}/rest/v1/skills`), 401),
  );
  await check("an unknown key is refused", async () =>
    status(
      await fetch(`${lab.url}/rest/v1/skills`, { headers: { apikey: "sb_publishable_wrong" } }),
      401,
    ),
  );
  await check("a secret key from a browser is refused", async () =>
    status(
      await fetch(`${lab.url}/rest/v1/skills`, {
        headers: { apikey: lab.secretKey, "user-agent": "Mozilla/5.0" },
      }),
      401,
    ),
  );
  await check("the legacy anon key works", async () =>
    equal((await client(lab.anonKey).from("skills").select()).error, null),
  );
  await check("a preflight is answered for any origin", async () => {
    const reply = await fetch(`${lab.url}/rest/v1/skills`, {
      method: "OPTIONS",
      headers: {
        origin: "https://site.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "apikey",
      },
    });
    equal([reply.status, reply.headers.get("access-control-allow-origin")], [200, "*"]);
  });

  console.log("Database");
  await check("postgres is no superuser and does not own auth", async () => {
    equal((await sql`select current_setting('is_superuser') as on`)[0].on, "off");
    await refused(sql`alter table auth.users add column x int`, "42501");
    await refused(sql`alter role anon createdb`, "42501");
  });
  await check("rows of storage are not deleted past the API", () =>
    refused(sql`delete from storage.objects where bucket_id = 'x'`, "42501"),
  );
  await check("the schema is recorded", async () =>
    equal(
      Number((await sql`select count(*) from supabase_migrations.schema_migrations`)[0].count) > 0,
      true,
    ),
  );

  console.log("Data API");
  await check("a visitor reads the portfolio", async () => {
    for (const table of [
      "personal_info",
      "social_links",
      "education",
      "experience",
      "projects",
      "skill_categories",
    ])
      equal((await anonymous.from(table).select()).error, null);
    equal((await anonymous.from("skills").select("*, skill_categories(name)")).error, null);
  });
  await check("a visitor writes nothing there", async () => {
    const { status: code, error } = await anonymous
      .from("projects")
      .insert({ name: "x", live_link: "https://example.com" });
    equal([code, error?.code], [401, "42501"]);
  });
  await check("a visitor sends a message and reads none", async () => {
    const message = {
      name: "Lab",
      email: "visitor@example.test",
      subject: "Hello",
      message: "A question",
      is_read: false,
    };
    equal((await anonymous.from("messages").insert(message)).status, 201);
    equal((await anonymous.from("messages").select()).error?.code, "42501");
  });
  await check("a visit is recorded", async () =>
    equal((await anonymous.from("visits").insert({})).status, 201),
  );
  await check("an UPDATE or DELETE without WHERE is refused", async () =>
    equal((await service.from("projects").delete()).error?.code, "21000"),
  );

  console.log("Auth");
  await check("nobody signs up", async () =>
    equal(
      (await anonymous.auth.signUp({ email: "new@example.test", password })).error?.code,
      "signup_disabled",
    ),
  );
  const email = `${randomUUID()}@example.test`;
  const {
    data: { user },
  } = await service.auth.admin.createUser({ email, password, email_confirm: true });
  await check("the admin API makes a user", () => equal(user?.email, email));
  await check("a wrong password is refused", async () =>
    equal(
      (await anonymous.auth.signInWithPassword({ email, password: "wrong password" })).error?.code,
      "invalid_credentials",
    ),
  );
  const member = client(lab.publishableKey);
  const {
    data: { session },
  } = await member.auth.signInWithPassword({ email, password });
  await check("signing in leaves a session and its claims", async () => {
    const claims = JSON.parse(Buffer.from(session.access_token.split(".")[1], "base64url"));
    equal([claims.role, claims.aal, claims.amr[0].method], ["authenticated", "aal1", "password"]);
    equal(
      (await sql`select user_id from auth.sessions where id = ${claims.session_id}`)[0].user_id,
      user.id,
    );
  });
  await check("a refresh token rotates; the last one may be used again", async () => {
    const refresh = (token) =>
      client(lab.publishableKey).auth.refreshSession({ refresh_token: token });
    const second = (await refresh(session.refresh_token)).data.session.refresh_token;
    equal(second === session.refresh_token, false);
    equal((await refresh(session.refresh_token)).data.session.refresh_token, second);
    equal((await refresh(second)).error, null);
    await admin`update auth.refresh_tokens set updated_at = now() - interval '1 hour' where token = ${session.refresh_token}`;
    equal((await refresh(session.refresh_token)).error?.code, "refresh_token_already_used");
  });

  console.log("Roles and RPC");
  await check("grant_role: the workspace user", async () =>
    equal((await service.rpc("grant_role", { member: user.id, granted: "workspace" })).error, null),
  );
  const owner = (
    await service.auth.admin.createUser({
      email: `${randomUUID()}@example.test`,
      password,
      email_confirm: true,
    })
  ).data.user;
  await check("claim_role: the owner", async () =>
    equal(
      await service
        .rpc("claim_role", { member: owner.id, claimed: "admin" })
        .then(({ data, error }) => error?.message ?? data),
      true,
    ),
  );
  await check("list_members is for the secret key alone", async () => {
    equal((await service.rpc("list_members")).data?.length >= 1, true);
    equal((await member.rpc("list_members")).error?.code, "42501");
  });
  await check("an unknown function is PGRST202", async () =>
    equal((await service.rpc("no_such_function")).error?.code, "PGRST202"),
  );
  await check("the workspace user keeps a note", async () =>
    equal(
      (
        await member
          .from("workspace_notes")
          .insert({ user_id: user.id, title: "t", content: "<p>c</p>" })
      ).error,
      null,
    ),
  );

  console.log("Storage");
  const files = member.storage.from("workspace-files");
  const bytes = randomBytes(200_000);
  const key = `${user.id}/root/${randomUUID()}.bin`;
  await check("an upload comes back byte for byte", async () => {
    equal((await files.upload(key, bytes)).error, null);
    equal(
      Buffer.compare(Buffer.from(await (await files.download(key)).data.arrayBuffer()), bytes),
      0,
    );
  });
  await check("a signed address opens it without a key", async () => {
    const { data } = await files.createSignedUrl(key, 60);
    equal((await (await fetch(data.signedUrl)).arrayBuffer()).byteLength, bytes.length);
  });
  // supabase/storage-js#2468: the client encodes the name, and so does the query parameter that
  // contains it.
  await check("supabase-js encodes the name of a signed download twice", async () => {
    const { data } = await files.createSignedUrl(key, 60, { download: "résumé — 最終.txt" });
    const disposition = (await fetch(data.signedUrl)).headers.get("content-disposition");
    const name = disposition.slice(disposition.lastIndexOf("'") + 1);
    equal(decodeURIComponent(decodeURIComponent(name)), "résumé — 最終.txt");
    equal(decodeURIComponent(name) === "résumé — 最終.txt", false);
  });
  await check("nobody else sees it", async () =>
    equal((await anonymous.storage.from("workspace-files").download(key)).error?.status, 400),
  );
  await check("a folder of somebody else is closed", async () =>
    equal((await files.upload(`${randomUUID()}/root/x`, "x")).error?.statusCode, "403"),
  );
  await check("a file above the project limit is refused", async () =>
    equal(
      (await files.upload(`${user.id}/root/large`, Buffer.alloc((8 << 20) + 1))).error?.statusCode,
      "413",
    ),
  );
  await check("a resumable upload goes on where it stopped", async () => {
    const large = randomBytes(7 << 20);
    const name = `${user.id}/root/${randomUUID()}.bin`;
    const options = (more) => ({
      endpoint: `${lab.url}/storage/v1/upload/resumable`,
      chunkSize: 6 << 20,
      uploadDataDuringCreation: true,
      retryDelays: null,
      headers: { authorization: `Bearer ${session.access_token}`, apikey: lab.publishableKey },
      metadata: {
        bucketName: "workspace-files",
        objectName: name,
        contentType: "application/octet-stream",
      },
      ...more,
    });
    const address = await new Promise((done, failed) => {
      const upload = new tus.Upload(
        large,
        options({
          onError: failed,
          onChunkComplete: () => upload.abort().then(() => done(upload.url)),
          onSuccess: () => failed(new Error("not interrupted")),
        }),
      );
      upload.start();
    });
    const kept = await fetch(address, {
      method: "HEAD",
      headers: { ...options().headers, "tus-resumable": "1.0.0" },
    });
    equal(Number(kept.headers.get("upload-offset")) >= 6 << 20, true);
    await new Promise((done, failed) =>
      new tus.Upload(
        large,
        options({ uploadUrl: address, onError: failed, onSuccess: done }),
      ).start(),
    );
    const hash = (data) => createHash("sha256").update(data).digest("hex");
    equal(hash(Buffer.from(await (await files.download(name)).data.arrayBuffer())), hash(large));
  });
  await check("listing and removing", async () => {
    equal((await files.list(`${user.id}/root`)).data.length, 2);
    equal((await files.remove([key])).data.length, 1);
    equal((await files.exists(key)).data, false);
  });

  console.log("Functions");
  const { error: added } = await service
    .from("workspace_users")
    .insert({ user_id: user.id, email, username: "guest" });
  await check("workspace-sign-in gives a session for a username", async () => {
    equal(added, null);
    const { data, error } = await anonymous.functions.invoke("workspace-sign-in", {
      body: { identifier: "guest", password },
    });
    equal(error, null);
    equal((await client(lab.publishableKey).auth.setSession(data)).error, null);
  });
  await check("an unknown function is 404", async () =>
    status(await fetch(`${lab.url}/functions/v1/nothing`, { method: "POST" }), 404),
  );

  console.log("Sessions that end");
  await check("a deleted session is refused at once, by Auth and by the policies", async () => {
    const own = client(lab.publishableKey);
    const { data } = await own.auth.signInWithPassword({ email, password });
    const { session_id: id } = JSON.parse(
      Buffer.from(data.session.access_token.split(".")[1], "base64url"),
    );
    equal((await own.from("workspace_notes").select()).data.length, 1);
    await sql`delete from auth.sessions where id = ${id}`;
    equal(
      (await anonymous.auth.getUser(data.session.access_token)).error?.name,
      "AuthSessionMissingError",
    );
    equal((await own.from("workspace_notes").select()).data, []);
    equal(
      (await own.auth.refreshSession({ refresh_token: data.session.refresh_token })).error?.code,
      "refresh_token_not_found",
    );
  });
  await check("signing out elsewhere leaves this one", async () => {
    const [a, b] = [client(lab.publishableKey), client(lab.publishableKey)];
    for (const one of [a, b]) await one.auth.signInWithPassword({ email, password });
    equal((await a.auth.signOut({ scope: "others" })).error, null);
    equal([(await a.auth.getUser()).error, Boolean((await b.auth.getUser()).error)], [null, true]);
  });

  console.log("Without legacy keys");
  const strict = await up("--no-legacy-keys", "--omit-legacy-env");
  await check("the legacy anon key is refused", async () =>
    status(
      await fetch(`${strict.url}/rest/v1/skills`, { headers: { apikey: strict.anonKey } }),
      401,
    ),
  );
  await check("the publishable key works", async () =>
    equal((await client(strict.publishableKey, strict).from("skills").select()).error, null),
  );
  await check("functions start", async () => {
    const { error } = await client(strict.publishableKey, strict).functions.invoke(
      "workspace-sign-in",
      { body: { identifier: "nobody", password } },
    );
    equal(error && [error.context?.status, (await error.context?.json())?.error], [
      400,
      "Invalid username or password.",
    ]);
  });

  console.log("Storage, request by request");
  await tellRequests();
}

/**
 * Prints every line of storage-requests.mjs, which is the same for storage-api and the stand-in,
 * except for the differences listed in README.md.
 */
async function tellRequests() {
  const member = async () => {
    const email = `${randomUUID()}@example.test`;
    const { data } = await service.auth.admin.createUser({ email, password, email_confirm: true });
    const {
      data: { session },
    } = await client(lab.publishableKey).auth.signInWithPassword({ email, password });
    return { id: data.user.id, token: session.access_token };
  };
  const [one, other] = [await member(), await member()];
  const asked = await storageRequests({
    lab,
    sql,
    token: one.token,
    userId: one.id,
    stranger: other.token,
    tell: (line) => console.log(line),
  });
  console.error(`${asked} requests`);
}

async function check(name, work) {
  try {
    await work();
    counts.pass++;
    console.log(`  pass  ${name}`);
  } catch (error) {
    counts.FAIL++;
    console.log(`  FAIL  ${name}: ${error.message.split("\n")[0]}`);
  }
}

function equal(got, wanted) {
  const [a, b] = [got, wanted].map((value) =>
    JSON.stringify(value instanceof Error ? { ...value, message: value.message } : value),
  );
  if (a !== b) throw new Error(`${a} instead of ${b}`);
}

function status(response, wanted) {
  equal(response.status, wanted);
}

async function refused(query, code) {
  const error = await query.then(
    () => null,
    (one) => one,
  );
  equal(error?.code, code);
}

function up(...options) {
  const dir = mkdtempSync(join(tmpdir(), "hosted-lab-check-"));
  const path = (name) => join(project, "supabase", name);
  execFileSync(process.execPath, ["--import", "tsx", "scripts/schema.ts", "--out", dir], {
    cwd: project,
  });
  const upstream = given.upstream ? ["--upstream", resolve(given.upstream)] : [];
  const script = fileURLToPath(new URL("up.mjs", import.meta.url));
  const child = spawn(
    process.execPath,
    [
      script,
      "--dir",
      dir,
      "--quiet",
      "--migrations",
      join(dir, "supabase", "migrations"),
      "--functions",
      path("functions"),
      ...upstream,
      ...options,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  labs.push({ child, dir });
  return new Promise((done, failed) => {
    let text = "";
    child.stdout.on("data", (part) => {
      text += part;
      if (text.includes("\n")) done(JSON.parse(text));
    });
    child.once("exit", () => failed(new Error("the lab ended")));
  });
}
