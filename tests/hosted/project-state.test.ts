import { afterAll, afterEach, expect, inject, it } from "vitest";
import { runCommand } from "../../scripts/deploy/commands.ts";
import { PROJECT_CONTENTS } from "../../scripts/deploy/project.ts";
import { pushSchema } from "../../scripts/deploy/push-schema.ts";
import {
  NEEDED_POLICIES,
  NEEDED_TRIGGERS,
  PROJECT_CHECKS,
} from "../../scripts/doctor/project-checks.ts";
import { connect } from "../../server/database/connect.ts";
import { checksum, readSchema } from "../../server/database/schema.ts";
import { clientFor } from "../support/sites/gateway.ts";

const hosted = inject("hosted");
const schema = await readSchema();
const admin = connect(hosted.adminDbUrl, { max: 1 });
const undo: string[] = [];
afterEach(async () => {
  for (const statement of undo.splice(0)) await admin.unsafe(statement);
});
afterAll(() => admin.end());

/** Removes something from the project until the test ends, like the platform might. */
async function withdraw(statement: string, giveBack: string): Promise<void> {
  await admin.unsafe(statement);
  undo.push(giveBack);
}

/** Runs doctor's check of triggers, policies and rights. */
async function find() {
  const [check] = PROJECT_CHECKS;
  const site = { projectUrl: hosted.url, secretKey: hosted.secretKey };
  const found = await check?.run(site as Parameters<typeof check.run>[0]);
  return `${found?.state}: ${found?.text}`;
}

it("doctor knows every trigger and policy that the migrations make on the platform's tables", async () => {
  const service = clientFor(hosted.url, hosted.secretKey);
  const { data } = await service.rpc("project_state", { wanted_rights: {} });
  expect([...data.triggers].sort()).toEqual(NEEDED_TRIGGERS);
  expect([...data.policies].sort()).toEqual(NEEDED_POLICIES);
  expect(await find()).toBe("ok: all of them");
});

it.each([
  [
    "update on storage.buckets",
    // The schema's owner is a member of the other roles.
    "revoke update on storage.buckets from postgres, anon, authenticated, service_role",
    "grant update on storage.buckets to postgres, anon, authenticated, service_role",
  ],
  [
    "trigger on auth.sessions; delete on auth.sessions",
    "revoke trigger, delete on auth.sessions from postgres",
    "grant trigger, delete on auth.sessions to postgres",
  ],
  [
    "record_sign_in on auth.sessions",
    "alter table auth.sessions disable trigger record_sign_in",
    "alter table auth.sessions enable trigger record_sign_in",
  ],
  [
    NEEDED_POLICIES[1] ?? "",
    `alter policy "${NEEDED_POLICIES[1]}" on storage.objects rename to "lost"`,
    `alter policy "lost" on storage.objects rename to "${NEEDED_POLICIES[1]}"`,
  ],
])("doctor names the lost object: %s", async (lost, statement, giveBack) => {
  await withdraw(statement, giveBack);
  expect((await find()).split(/: lost |; /).sort()).toEqual(["failed", ...lost.split("; ")].sort());
});

it.each([
  [null, "set SUPABASE_ACCESS_TOKEN to see Auth's own limits"],
  [{}, "Auth itself has no limit"],
  [{ sessions_timebox: 0, sessions_inactivity_timeout: null }, "Auth itself has no limit"],
  [{ sessions_timebox: 24 }, "by Auth after 24 hours in all"],
  [
    { sessions_timebox: 48, sessions_inactivity_timeout: 8 },
    "by Auth after 8 hours without use and 48 hours in all",
  ],
])("doctor reports when sessions end: for the settings %j, %s", async (auth, text) => {
  const check = PROJECT_CHECKS.find(({ title }) => title === "Sessions end");
  const site = { projectUrl: hosted.url, secretKey: hosted.secretKey, settings: auth && { auth } };
  expect(await check?.run(site as Parameters<NonNullable<typeof check>["run"]>[0])).toEqual({
    state: "ok",
    text: `after 30 days without use and 180 in all, by the database on every plan; ${text}`,
  });
});

it.each([
  ["select 1", "ok", "current"],
  [
    "delete from supabase_migrations.schema_migrations where version = '20261128910000'",
    "failed",
    "it lacks workspace_tables",
  ],
  [
    "update supabase_migrations.schema_migrations set version = '2025' || substr(version, 5)",
    "failed",
    'is from before Foyer 1.1.0, which alone brings it up to date: run "git checkout v1.1.0"',
  ],
  [
    "insert into supabase_migrations.schema_migrations (version) values ('29990101000000')",
    "failed",
    "another version's, with migration 29990101000000",
  ],
  [
    "update supabase_migrations.migration_checksums set sha256 = '0' where version = 'code'",
    "failed",
    "its functions and policies are another version's",
  ],
])("doctor names the state of the schema: %s", async (change, state, text) => {
  await admin`create table public.kept as select * from supabase_migrations.schema_migrations`;
  undo.push(`truncate supabase_migrations.schema_migrations;
    insert into supabase_migrations.schema_migrations select * from public.kept;
    drop table public.kept;
    update supabase_migrations.migration_checksums set sha256 = '${checksum(schema.code)}'
    where version = 'code'`);
  await admin.unsafe(change);
  expect(await checkSchema()).toEqual({ state, text: expect.stringContaining(text) });
});

it("npm run schema applies changed functions and policies without a migration, once", async () => {
  await admin`update supabase_migrations.migration_checksums set sha256 = '0' where version = 'code'`;
  await admin`create or replace function private.notice_schedule() returns jsonb
    language sql as 'select null::jsonb'`;
  const bodies = () => admin<{ transaction: string; prosrc: string }[]>`
    select xmin::text as transaction, prosrc from pg_proc where proname = 'notice_schedule'`;
  const push = () =>
    pushSchema(`--remote=${hosted.dbUrl}`, runCommand, { DO_NOT_TRACK: "1", PGSSLMODE: "disable" });
  await push();
  const [renewed] = await bodies();
  expect(renewed?.prosrc).toContain("cron.job");
  expect(await checkSchema()).toEqual({ state: "ok", text: "current" });
  await push();
  expect(await bodies()).toEqual([renewed]);
});

it("doctor reads the schema's version beside a backup, and leaves the rows of an interrupted one", async () => {
  const service = clientFor(hosted.url, hosted.secretKey);
  const { data: transfer } = await service.rpc("begin_transfer");
  undo.push("delete from private.transfer_lease; delete from private.transfer_parts");
  await admin`insert into private.transfer_parts values ('public.messages', 1, '[]')`;
  expect(await checkSchema()).toEqual({ state: "ok", text: "current" });
  await admin`update private.transfer_lease set renewed_at = now() - interval '1 hour'`;
  expect(await checkSchema()).toEqual({ state: "ok", text: "current" });
  expect(await admin`select table_name from private.transfer_parts`).toHaveLength(1);
  expect(await admin`select id from private.transfer_lease`).toEqual([{ id: transfer }]);
});

async function checkSchema() {
  const check = PROJECT_CHECKS.find(({ title }) => title === "The schema is this version's");
  const site = { projectUrl: hosted.url, secretKey: hosted.secretKey };
  return check?.run(site as Parameters<NonNullable<typeof check>["run"]>[0]);
}

it("a deployment tells an empty project from a site of Foyer and from other data", async () => {
  const found: unknown[] = [];
  const undone = new Error("undone");
  const looking = admin.begin(async (tx) => {
    const look = async () => {
      await tx`set local role postgres`;
      found.push((await tx.unsafe<{ contents: string }[]>(PROJECT_CONTENTS))[0]?.contents);
      await tx`reset role`;
    };
    await look();
    await tx`drop schema public, private cascade`;
    await tx`create schema public`;
    await tx`truncate auth.users, storage.buckets cascade`;
    await look();
    await tx`create schema theirs authorization postgres`;
    await tx`create table theirs.notes (id integer)`;
    await tx`alter table theirs.notes owner to postgres`;
    await look();
    throw undone;
  });
  await expect(looking).rejects.toBe(undone);
  expect(found).toEqual(["foyer", "empty", "other"]);
});

it("doctor needs the secret key for the state of a project", async () => {
  const [check] = PROJECT_CHECKS;
  const site = { projectUrl: hosted.url, secretKey: null };
  expect(await check?.run(site as Parameters<typeof check.run>[0])).toMatchObject({
    state: "skipped",
  });
});
