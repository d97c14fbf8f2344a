/** Writes a static site's page, with its current content, into the finished build. */
import { promptLine } from "../server/owner/prompt.ts";
import { bakeSnapshot } from "./build/snapshot.ts";
import { readSnapshotConfig } from "./build/snapshot-config.ts";

try {
  const config = readSnapshotConfig(await withPublicUrl(process.env));
  if (!config) {
    throw new Error("A static page needs VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY.");
  }
  await bakeSnapshot(config, { requireContent: process.argv.includes("--require-content") });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Asks for FOYER_PUBLIC_URL on a terminal if it is not set. */
async function withPublicUrl(environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { stdin: input, stdout: output } = process;
  if (environment.FOYER_PUBLIC_URL !== undefined || !input.isTTY) return environment;
  const question = "The site's address, such as https://example.org/portfolio (empty: unknown): ";
  return { ...environment, FOYER_PUBLIC_URL: await promptLine({ input, output }, question) };
}
