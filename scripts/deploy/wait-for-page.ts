import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { fetchPublishedPage, identifyContent } from "../doctor/published-page.ts";

/** A host needs a moment before it serves an upload; GitHub Pages about a minute. */
const POLL_MS = 3000;
const WAIT_MS = 120_000;

/** Waits until the host serves the built page, or gives up: the checks then report the reason. */
export async function waitForPage(
  publicUrl: string,
  { built = "dist/client/index.html", pollMs = POLL_MS, waitMs = WAIT_MS } = {},
): Promise<boolean> {
  const content = identifyContent(await readFile(built, "utf8"));
  const end = AbortSignal.timeout(waitMs);
  while (!end.aborted) {
    const page = await fetchPublishedPage(publicUrl, end).catch(() => null);
    if (page && page.content === content) return true;
    await wait(pollMs);
  }
  return false;
}
