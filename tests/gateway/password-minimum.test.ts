import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runOwnerCommand } from "../../server/owner/command.ts";
import { renewLink } from "../../server/setup/setup-links.ts";
import { SETUP_PATH } from "../../shared/api-paths.ts";
import { PASSWORD_MIN_LENGTH } from "../../shared/password.ts";
import { type FunctionBench, startFunctionBench } from "../support/bench/function-bench.ts";
import { quickPasswords } from "../support/quick-passwords.ts";
import { service, signIn, visitor } from "../support/sites/gateway.ts";

let bench: FunctionBench;

beforeAll(async () => {
  bench = await startFunctionBench();
});
afterAll(() => bench.gateway.stop());

/** All requests that set a password; each returns whether the password was accepted. */
const places: Record<string, (password: string) => Promise<boolean>> = {
  "the admin API, for a new user": async (password) => {
    const user = { email: `${password.length}@example.test`, password, email_confirm: true };
    return !(await service(bench.gateway).auth.admin.createUser(user)).error;
  },
  "the admin API, for a known user": async (password) =>
    !(await service(bench.gateway).auth.admin.updateUserById(bench.stranger.id, { password }))
      .error,
  "the owner's form, for a new workspace user": async (password) =>
    (await bench.create({ email: "a@b.example", username: "a", password })).status === 200,
  "the owner's form, for the workspace user": async (password) => {
    const change = { action: "update", email: "a@b.example", username: "a", password };
    return (await bench.manage(change)).status === 200;
  },
  "the account screen": async (password) => {
    const change = { password, current_password: bench.owner.password };
    return !(await bench.owner.client.auth.updateUser(change)).error;
  },
  "npm run owner": async (password) => {
    const input = new PassThrough();
    input.end(password);
    const { database, blobs } = bench.gateway;
    const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() });
    const code = await runOwnerCommand({
      args: ["--email", bench.owner.email, "--yes"],
      environment: {
        DATABASE_URL: database.url,
        FOYER_DATA_DIR: join(blobs, "..", "owner-data"),
      },
      input,
      output: silent(),
      errors: silent(),
    });
    return code === 0;
  },
  "the setup page": async (password) => {
    const { sql } = bench.gateway.database;
    await sql`delete from auth.users where id = ${bench.owner.id}`;
    const renewed = await renewLink(sql, { replace: true });
    const token = renewed.owned ? null : renewed.token;
    const response = await fetch(`${bench.gateway.url}${SETUP_PATH}/owner`, {
      method: "POST",
      headers: {
        apikey: bench.gateway.secrets.publishableKey,
        "content-type": "application/json",
      },
      body: JSON.stringify({ token, email: "first@example.test", password }),
    });
    return response.status === 201;
  },
};

it.each(Object.entries(places))("%s accepts ten characters and no fewer", async (_, choose) => {
  expect(await choose("vq7-xr2 k")).toBe(false);
  expect(await choose("vq7-xr2 kw")).toBe(true);
});

it("a shorter password of an earlier version still signs in", async () => {
  const { gateway } = bench;
  const email = "earlier@example.test";
  await service(gateway).auth.admin.createUser({
    email,
    password: "long enough",
    email_confirm: true,
  });
  const hash = await quickPasswords.hash("8 chars!");
  await gateway.database
    .sql`update auth.users set encrypted_password = ${hash} where email = ${email}`;
  await signIn(gateway, { email, password: "8 chars!" });
  expect(await visitor(gateway).auth.signInWithPassword({ email, password: "8 chars?" })).toEqual(
    expect.objectContaining({ error: expect.objectContaining({ code: "invalid_credentials" }) }),
  );
});

it("a self-hosted Supabase has the same minimum", async () => {
  const config = await readFile(join(import.meta.dirname, "../../supabase/config.toml"), "utf8");
  expect(config).toContain(`\nminimum_password_length = ${PASSWORD_MIN_LENGTH}\n`);
});
