import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../project-root.ts";

export interface Migration {
  /** Fourteen digits, as the Supabase CLI names them. */
  version: string;
  name: string;
  sql: string;
}

/** The schema of a new database, and the changes to a database of an earlier version. */
export interface Schema {
  /** Creates the whole schema in an empty database. Its version is that of the oldest release. */
  base: Migration;
  /** Changes of tables and rows by releases since the oldest one, oldest first. */
  migrations: readonly Migration[];
  /** Functions, views, policies, triggers and rights, which are applied again when they change. */
  code: string;
}

/** The oldest release whose sites and archives this code reads. */
export const OLDEST_RELEASE = {
  version: "1.1.0",
  commit: "ad0ed28c",
  /** The newest migration of that release. */
  migration: "20261128080000",
};

/**
 * Why a site or archive is refused, in one sentence.
 * @param command of the oldest release, which opens or restores it in a checkout.
 */
export function tooOld(what: string, command: "start" | "restore" | "deploy"): string {
  const { version, commit } = OLDEST_RELEASE;
  const script = command === "start" ? command : `run ${command}`;
  return `${what} is from before Foyer ${version}, which alone brings it up to date: run "git checkout v${version}" (commit ${commit}) and "npm ${script}" once, then return to this version.`;
}

/** How a database's or archive's versions relate to this code's. */
export interface History {
  isTooOld: boolean;
  pending: Migration[];
  /** The newest version since the oldest release that this code lacks, if any. */
  foreign: string | undefined;
  /** Whether that version is newer than this code's, or of a development version. */
  isNewer: boolean;
}

export function compareHistory(
  versions: readonly string[],
  { migrations }: Pick<Schema, "migrations">,
): History {
  const own = [OLDEST_RELEASE.migration, ...migrations.map(({ version }) => version)];
  const foreign = versions.filter(
    (version) => version > OLDEST_RELEASE.migration && !own.includes(version),
  );
  const last = foreign.sort().at(-1);
  return {
    isTooOld: versions.length > 0 && versions.every((one) => one < OLDEST_RELEASE.migration),
    pending: migrations.filter(({ version }) => !versions.includes(version)),
    foreign: last,
    isNewer: last !== undefined && last > (own.at(-1) ?? ""),
  };
}

const folder = join(projectRoot, "supabase");

let schema: Promise<Schema> | undefined;

/**
 * Reads `supabase/schemas` and `supabase/migrations` once: a running server keeps using the files
 * of its start while its checkout is updated.
 */
export function readSchema(): Promise<Schema> {
  schema ??= loadSchema();
  return schema;
}

async function loadSchema(): Promise<Schema> {
  const files = (await readdir(join(folder, "schemas"))).sort();
  const texts = await Promise.all(
    files.map((file) => readFile(join(folder, "schemas", file), "utf8")),
  );
  return {
    // Function bodies may name objects of a later file.
    base: {
      version: OLDEST_RELEASE.migration,
      name: "schema",
      sql: `${UNCHECKED}\n${texts.join("\n")}`,
    },
    migrations: await readMigrations(join(folder, "migrations")),
    code: [UNCHECKED, ...texts.flatMap(splitStatements).flatMap(repeatable)].join("\n"),
  };
}

const UNCHECKED = "set local check_function_bodies = off;";

/** Reads `<folder>/<14 digits>_<name>.sql`, oldest first. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{14}_.+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => ({
      version: file.slice(0, 14),
      name: file.slice(15, -4),
      sql: await readFile(join(folder, file), "utf8"),
    })),
  );
}

/** Comments, strings, names and bodies, in which a semicolon ends nothing, and all other text. */
const TOKEN = /--[^\n]*|\/\*.*?\*\/|'(?:''|[^'])*'|"[^"]*"|\$(\w*)\$.*?\$\1\$|[^;'"$/-]+|./gs;

/** The statements of a file, each with its semicolon, without the comments around them. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let statement = "";
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith("--") || token.startsWith("/*")) continue;
    statement += token;
    if (token !== ";") continue;
    statements.push(statement.trim());
    statement = "";
  }
  return statements;
}

/** A repeatable form of the statement; none for a statement that changes tables or rows. */
function repeatable(statement: string): string[] {
  const [, policy, table] = /^create policy ("[^"]+") on ([\w.]+)/.exec(statement) ?? [];
  if (policy) return [`drop policy if exists ${policy} on ${table};`, statement];
  if (/^create (?:or replace )?(?:function|trigger|view) /.test(statement)) {
    return [statement.replace(/^create (?:or replace )?/, "create or replace ")];
  }
  const isRight =
    /^(?:grant |revoke |comment on |alter default privileges |select private\.(?:allow_calls|number_changes)\()/;
  return isRight.test(statement) ? [statement] : [];
}

/** The checksum of the schema's code is stored beside those of migrations, under this version. */
export const CODE = "code";

export const CHECKSUMS_TABLE = `create table if not exists supabase_migrations.migration_checksums (
  version text not null primary key, sha256 text not null);`;

/** SHA-256 of SQL, independent of line endings, which Git may have changed. */
export function checksum(sql: string): string {
  return createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
}
