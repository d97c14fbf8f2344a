import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Portfolio } from "../../src/content/portfolio.ts";
import type { Snapshot } from "../../src/landing/page-content.ts";

/** Public content read for a static page, and the time of the read. */
export interface ReadContent {
  supabaseUrl: string;
  portfolio: Portfolio;
  snapshot: Snapshot;
}

/** Outside of `dist`, which every build deletes. */
const FILE = ".foyer/last-content.json";

/** Stores the content for builds that cannot read any. */
export async function saveLastContent(content: ReadContent): Promise<void> {
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, JSON.stringify(content));
}

/** Returns the content last read from this project, or null. */
export async function readLastContent(supabaseUrl: string): Promise<ReadContent | null> {
  try {
    const content: ReadContent = JSON.parse(await readFile(FILE, "utf8"));
    return content.supabaseUrl === supabaseUrl ? content : null;
  } catch {
    return null;
  }
}
