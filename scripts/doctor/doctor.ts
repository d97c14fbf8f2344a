import type { CheckedSite, Finding } from "./check.ts";
import { CHECKS } from "./checks.ts";
import { fetchPublishedPage } from "./published-page.ts";

interface SiteToCheck extends Omit<CheckedSite, "page" | "projectUrl"> {
  /** Null: the project the page reads from. */
  projectUrl: string | null;
}

/**
 * Checks a deployed site and prints one line per check, with a remedy unless it is ok.
 * @returns whether no check failed.
 */
export async function runDoctor(site: SiteToCheck, log: (line: string) => void): Promise<boolean> {
  const page = await fetchPublishedPage(site.publicUrl).catch((error: Error) => {
    log(`failed   The page is published: ${error.message}`);
    log("         → Publish it, and check FOYER_PUBLIC_URL and the host's domain settings.");
  });
  if (!page) return false;
  const checked = { ...site, page, projectUrl: site.projectUrl ?? page.supabaseUrl };
  let fine = true;
  for (const { title, remedy, run } of CHECKS) {
    const { state, text } = await run(checked).catch(
      (error: unknown): Finding => ({
        state: "failed",
        text: error instanceof Error ? error.message : String(error),
      }),
    );
    log(`${state.padEnd(8)} ${title}: ${text}`);
    if (state === "failed" || state === "warning") log(`         → ${remedy}`);
    if (state === "failed") fine = false;
  }
  return fine;
}
