import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { fetchPublishedPage, readSnapshotVersion } from "../doctor/published-page.ts";

/** A host needs a moment before it serves an upload; GitHub Pages about a minute. */
const POLL_MS = 3000;
const POLLS = 40;

/** Waits until the host serves the built page, or gives up: the checks then report the reason. */
export async function waitForPage(
  publicUrl: string,
  { built = "dist/client/index.html", pollMs = POLL_MS, polls = POLLS } = {},
): Promise<boolean> {
  const version = readSnapshotVersion(await readFile(built, "utf8"));
  for (let poll = 0; poll < polls; poll += 1) {
    const page = await fetchPublishedPage(publicUrl).catch(() => null);
    if (page?.version === version) return true;
    await wait(pollMs);
  }
  return false;
}
