/** `npm run schema`: the schema for Supabase's own command line, which knows migrations only. */
import { resolve } from "node:path";
import { readSchema } from "../server/database/schema.ts";
import { runCommand } from "./deploy/commands.ts";
import { pushSchema, writeSchemaFolder } from "./deploy/push-schema.ts";

const USAGE = `Usage: npm run schema -- --remote        creates or updates the schema of the linked project
       npm run schema -- --remote=URL    that of any Supabase database
       npm run schema -- --out FOLDER    writes a folder for "supabase start" or "db reset" --workdir FOLDER`;

const [mode, folder] = process.argv.slice(2);
try {
  if (mode === "--out" && folder) await writeSchemaFolder(resolve(folder), await readSchema(), []);
  else if (/^--remote(=|$)/.test(mode ?? "")) await pushSchema(mode ?? "", runCommand);
  else throw new Error(USAGE);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
