import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import foyer from "../../package.json" with { type: "json" };
import {
  CHECKSUMS_TABLE,
  CODE,
  checksum,
  compareHistory,
  type Migration,
  readSchema,
  type Schema,
  tooOld,
} from "../../server/database/schema.ts";
import { projectRoot } from "../../server/project-root.ts";
import { type RunCommand, readCommand } from "./commands.ts";
import { copySources } from "./functions-source.ts";

const CLI = join(projectRoot, "node_modules", ".bin", "supabase");

/** A command of the checkout's Supabase CLI; an installed release fetches the same version. */
export function supabase(args: readonly string[]): [command: string, args: readonly string[]] {
  if (existsSync(CLI)) return [CLI, args];
  return ["npx", ["--yes", `supabase@${foyer.devDependencies.supabase}`, ...args]];
}

/**
 * Creates the schema in a project's empty database, or brings it up to date, with the Supabase CLI.
 * @param remote `--remote` for the linked project, `--remote=<URL>` for any database.
 * @throws in one sentence when this code cannot bring it up to date.
 */
export async function pushSchema(
  remote: string,
  run: RunCommand,
  environment: Record<string, string> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-schema-"));
  try {
    const schema = await readSchema();
    await writeSchemaFolder(folder, schema, []);
    const versions = await listRemote(folder, remote, environment);
    const { isTooOld, foreign, pending } = compareHistory(versions, schema);
    if (isTooOld) throw new Error(tooOld("The project's database", "deploy"));
    if (foreign) {
      throw new Error(
        `The project's database was migrated by another version of Foyer (it has migration ${foreign}, this code does not). Update the code.`,
      );
    }
    await writeSchemaFolder(folder, schema, versions);
    const push = ["db", "push", remote, "--workdir", folder, "--yes"];
    // A migration that is pushed includes the code.
    if (versions.length > 0 && pending.length === 0) {
      const query = ["db", "query", remote, "--workdir", folder, "--yes"];
      const args = [...query, "--output-format", "json", RECORDED_CODE];
      const recorded = await readCommand(...supabase(args), environment);
      if (!recorded.includes(checksum(schema.code))) {
        // The one file that the CLI applies without a version, in one transaction.
        await writeFile(join(folder, "supabase", "roles.sql"), recordedCode(schema));
        push.push("--include-roles");
      }
    }
    await run(...supabase(push), environment);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Writes a folder for the Supabase CLI, linked like the checkout, whose migrations lead to the
 * schema.
 * @param versions the versions of the database; none for a new one.
 */
export async function writeSchemaFolder(
  folder: string,
  schema: Schema,
  versions: readonly string[],
): Promise<void> {
  const migrations = join(folder, "supabase", "migrations");
  await copySources(folder, /supabase[\\/](schemas|system|migrations)/);
  await rm(migrations, { recursive: true, force: true });
  await mkdir(migrations);
  for (const { version, name, sql } of migrationsFor(versions, schema)) {
    await writeFile(join(migrations, `${version}_${name}.sql`), sql);
  }
}

/** The CLI applies the files whose versions the database lacks, and needs one for each it has. */
function migrationsFor(versions: readonly string[], schema: Schema): Migration[] {
  const { base } = schema;
  if (versions.length === 0) {
    const sql = `${base.sql}\n${recordCode(schema)}`;
    return [{ ...base, sql }, ...schema.migrations.map((migration) => ({ ...migration, sql: "" }))];
  }
  const { pending } = compareHistory(versions, schema);
  const last = pending.at(-1);
  return [
    ...versions.map((version) => ({ version, name: "applied", sql: "" })),
    ...pending.map((one) =>
      one === last ? { ...one, sql: `${one.sql}\n${recordedCode(schema)}` } : one,
    ),
  ];
}

/** Fails for no version whose sites are opened: earlier ones leave the digest out. */
const RECORDED_CODE = "select public.project_state('{}') ->> 'code' as code";

const recordedCode = (schema: Schema) => `${schema.code}\n${recordCode(schema)}`;

/** Stores the code's digest where the embedded host does, which then records the rights again. */
function recordCode({ code }: Schema): string {
  return `create schema if not exists supabase_migrations;
${CHECKSUMS_TABLE}
insert into supabase_migrations.migration_checksums (version, sha256)
values ('${CODE}', '${checksum(code)}')
on conflict (version) do update set sha256 = excluded.sha256;
do $$ begin
  if to_regclass('supabase_migrations.expected_rights') is not null then
    delete from supabase_migrations.expected_rights;
  end if;
end $$;`;
}

const listed = z.object({ migrations: z.array(z.object({ remote: z.string() })) });

async function listRemote(
  folder: string,
  remote: string,
  environment: Record<string, string>,
): Promise<string[]> {
  const args = ["migration", "list", remote, "--workdir", folder, "--output-format", "json"];
  const text = await readCommand(...supabase(args), environment);
  const { migrations } = listed.parse(JSON.parse(text));
  return migrations.flatMap(({ remote }) => (remote ? [remote] : []));
}
