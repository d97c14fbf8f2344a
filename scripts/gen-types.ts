import { execFile, spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { startCluster } from "../server/database/cluster.ts";
import { connect } from "../server/database/connect.ts";
import { migrate, readMigrations } from "../server/database/migrate.ts";
import { migrationsFolder } from "../server/database/open.ts";
import { ensureSystemSchema } from "../server/database/system-schema.ts";
import { consoleLog, silentLog } from "../server/log.ts";
import { projectRoot } from "../server/paths.ts";

// npm run types             writes src/lib/database.types.ts from the migrations
// npm run types -- --check  exits with 1 when that file is stale

/** Where the types live. */
export const typesFile = join(projectRoot, "src", "lib", "database.types.ts");

/**
 * The TypeScript types of a migrated database's public schema, as the Supabase CLI derives them,
 * formatted.
 */
export async function generateTypes(databaseUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    join(projectRoot, "node_modules", ".bin", "supabase"),
    ["gen", "types", "--lang", "typescript", "--schema", "public", `--remote=${databaseUrl}`],
    { cwd: projectRoot, env: { ...process.env, DO_NOT_TRACK: "1" }, maxBuffer: 16 * 1024 * 1024 },
  );
  // The CLI prints notices about the connection before the types.
  const start = stdout.indexOf("export type Json");
  if (start < 0) throw new Error("The Supabase CLI printed no types.");
  return format(`${banner}\n\n${stdout.slice(start)}`);
}

const banner = '// Generated from supabase/migrations by "npm run types". Do not edit.';

/** Formats TypeScript as the rest of the project, whatever line breaks the CLI prefers. */
async function format(text: string): Promise<string> {
  const biome = spawn(
    join(projectRoot, "node_modules", ".bin", "biome"),
    ["format", "--stdin-file-path=src/lib/generated.ts"],
    { cwd: projectRoot, stdio: ["pipe", "pipe", "inherit"] },
  );
  biome.stdin.end(text);
  const chunks: Buffer[] = [];
  for await (const chunk of biome.stdout) chunks.push(chunk as Buffer);
  if (chunks.length === 0) throw new Error("The generated types could not be formatted.");
  return Buffer.concat(chunks).toString("utf8");
}

async function generateFromMigrations(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-types-"));
  await chmod(dataDir, 0o755);
  const log = { ...silentLog, error: consoleLog.error };
  const cluster = await startCluster({
    dataDir,
    password: "throw-away",
    log,
    settings: { fsync: "off" },
  });
  const sql = connect(cluster.url, { max: 2 });
  try {
    await ensureSystemSchema(sql);
    await migrate(sql, await readMigrations(migrationsFolder));
    return await generateTypes(cluster.url);
  } finally {
    await sql.end();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function main() {
  const types = await generateFromMigrations();
  if (!process.argv.includes("--check")) {
    await writeFile(typesFile, types);
    return;
  }
  const written = await readFile(typesFile, "utf8").catch(() => "");
  if (written === types) return;
  console.error("src/lib/database.types.ts does not match the migrations. Run: npm run types");
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
