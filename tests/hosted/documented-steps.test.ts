import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { readSchema } from "../../server/database/schema.ts";
import { projectRoot } from "../../server/project-root.ts";
import { startContractTarget } from "../support/contract-target.ts";
import { readDocumentedSteps } from "../support/documented-steps.ts";
import { clientFor } from "../support/sites/gateway.ts";

const hosted = inject("hosted");
const steps = await readDocumentedSteps();
const sql = connect(hosted.dbUrl, { max: 1 });
afterAll(() => sql.end());

const commandOf = ({ words }: { words: string[] }) => words.join(" ");

it("docs/deploy.md contains every step", () => {
  const kinds = steps.map(({ words }) => words.slice(0, words[0] === "npx" ? 4 : 3).join(" "));
  expect(kinds).toEqual([
    "npx supabase link --project-ref",
    "npm run schema",
    "npx supabase functions deploy",
    "npx supabase secrets set",
    "npm run owner",
    "npm run build",
  ]);
});

describe("the Supabase CLI, as documented", () => {
  it("the documented Supabase CLI deploys every function, none with the platform's own check of tokens", async () => {
    const folders = await readdir(join(projectRoot, "supabase/functions"));
    const names = folders.filter((name) => !name.startsWith("_"));
    expect((await readdir(hosted.functions)).sort()).toEqual(["_shared", ...names].sort());
    expect(hosted.deployed.verifyJwt).toEqual({
      "calendar-feed": false,
      "change-email": false,
      "fetch-notion-notes": false,
      "open-share": false,
      reminders: false,
      "send-notices": false,
      "workspace-sign-in": false,
      "workspace-user": false,
    });
  });

  it("the documented Supabase CLI sets the secrets that the functions read", () => {
    const names = ["FOYER_PUBLIC_URL", "NOTION_DATABASE_ID", "NOTION_TOKEN"];
    expect(Object.keys(hosted.deployed.secrets).sort()).toEqual(names);
  });

  it("the documented Supabase CLI pushes the schema into an empty project", async () => {
    const rows = await sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations order by version`;
    const { base, migrations } = await readSchema();
    expect(rows.map(({ version }) => version)).toEqual(
      [base, ...migrations].map(({ version }) => version),
    );
  });
});

it("a project's owner can apply the schema's functions, policies and rights again", async () => {
  const { code } = await readSchema();
  const [before] = await sql`select count(*) from pg_policies`;
  await sql.begin((tx) => tx.unsafe(code));
  expect(await sql`select count(*) from pg_policies`).toEqual([before]);
});

it("the drive's quota is changed by redefining private.drive_quota()", async () => {
  const target = await startContractTarget();
  const quota = async () => (await target.workspace.client.rpc("drive_usage").single()).data;
  const [kept] = await sql<{ definition: string }[]>`
    select pg_get_functiondef('private.drive_quota()'::regprocedure) as definition`;
  try {
    await sql`create or replace function private.drive_quota() returns bigint
      language sql stable set search_path = '' as 'select pg_size_bytes(''50 GB'')'`;
    expect(await quota()).toMatchObject({ quota: 50 * 1024 ** 3 });
  } finally {
    await sql.unsafe(kept?.definition ?? "");
    await target.stop();
  }
});

describe("npm run owner", () => {
  const email = "owner@example.test";
  beforeAll(() => forgetOwner());
  afterAll(() => forgetOwner());

  // The command builds first when the sources have changed.
  it("npm run owner creates the project's owner with its secret key, and changes their password", {
    timeout: 180_000,
  }, async () => {
    expect(await setOwner("correct horse battery")).toEqual({
      code: 0,
      output: `Created the owner ${email}.`,
    });
    const owner = await signIn("correct horse battery");
    const link = { name: "Elsewhere", url: "https://example.com" };
    const added = await owner.from("social_links").insert(link).select("id").single();
    expect(added.error).toBeNull();
    expect((await owner.from("messages").select("id")).error).toBeNull();

    expect(await setOwner("an entirely new one")).toEqual({
      code: 0,
      output: `Reset the owner to ${email}; all earlier sessions have ended.`,
    });
    expect((await owner.auth.getUser()).error).not.toBeNull();
    const again = await signIn("an entirely new one");
    const removed = await again.from("social_links").delete().eq("id", added.data?.id).select("id");
    expect(removed.data).toHaveLength(1);
  });

  async function forgetOwner() {
    await sql`delete from auth.users where email = ${email}`;
  }

  async function signIn(password: string) {
    const client = clientFor(hosted.url, hosted.publishableKey);
    const { error } = await client.auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
    return client;
  }

  /** Creates the owner as documented, with the password on standard input. */
  async function setOwner(password: string) {
    const step = steps.find((one) => commandOf(one) === "npm run owner");
    expect(Object.keys(step?.environment ?? {})).toEqual(["SUPABASE_URL", "SUPABASE_SECRET_KEY"]);
    const child = spawn("npm", ["run", "--silent", "owner", "--", "--email", email], {
      cwd: projectRoot,
      env: { ...process.env, SUPABASE_URL: hosted.url, SUPABASE_SECRET_KEY: hosted.secretKey },
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin.end(`${password}\n`);
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    return { code, output: output.trim().split("\n").at(-1) };
  }
});
