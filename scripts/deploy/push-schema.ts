import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import {
  compareHistory,
  type Migration,
  readSchema,
  type Schema,
  tooOld,
} from "../../server/database/schema.ts";
import { projectRoot } from "../../server/project-root.ts";
import { type RunCommand, readCommand } from "./commands.ts";
import { copySources } from "./functions-source.ts";

/** The Supabase CLI of this project. */
export const SUPABASE = join(projectRoot, "node_modules", ".bin", "supabase");

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
    const { isTooOld, foreign } = compareHistory(versions, schema);
    if (isTooOld) throw new Error(tooOld("The project's database", "npm run deploy"));
    if (foreign) {
      throw new Error(
        `The project's database was migrated by another version of Foyer (it has migration ${foreign}, this code does not). Update the code.`,
      );
    }
    await writeSchemaFolder(folder, schema, versions);
    await run(SUPABASE, ["db", "push", remote, "--workdir", folder, "--yes"], environment);
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
    return [base, ...schema.migrations.map((migration) => ({ ...migration, sql: "" }))];
  }
  const { pending } = compareHistory(versions, schema);
  const last = pending.at(-1);
  return [
    ...versions.map((version) => ({ version, name: "applied", sql: "" })),
    ...pending.map((one) => (one === last ? { ...one, sql: `${one.sql}\n${schema.code}` } : one)),
  ];
}

const listed = z.object({ migrations: z.array(z.object({ remote: z.string() })) });

async function listRemote(
  folder: string,
  remote: string,
  environment: Record<string, string>,
): Promise<string[]> {
  const args = ["migration", "list", remote, "--workdir", folder, "--output-format", "json"];
  const text = await readCommand(SUPABASE, args, environment);
  const { migrations } = listed.parse(JSON.parse(text));
  return migrations.flatMap(({ remote }) => (remote ? [remote] : []));
}
