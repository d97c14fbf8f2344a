/** Writes a static site's page, with its current content, into the finished build. */
import { bakeSnapshot } from "./build/snapshot.ts";
import { readSnapshotConfig } from "./build/snapshot-config.ts";

try {
  const config = readSnapshotConfig(process.env);
  if (!config) {
    throw new Error("A static page needs VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY.");
  }
  await bakeSnapshot(config);
  console.log(`The page holds the present content of ${config.supabaseUrl}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
