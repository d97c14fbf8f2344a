import { isUnanswered, unwrap } from "../../lib/errors.ts";
import { requireReach } from "../../lib/reach.ts";
import { Turns } from "../../lib/search/turns.ts";
import { shownName } from "../../lib/shown-name.ts";
import { getClient } from "../../lib/supabase.ts";
import type { Match } from "../shell/screen.ts";
import { screens } from "../shell/screens.ts";

/** Matches read per kind; the palette shows the best of them. */
export const MOST_OF_A_KIND = 20;

const searches = new Turns();

/**
 * Searches the workspace or, without a response, the device; `searched` then names the searched
 * kinds. Requests run one at a time; only the latest waiting request runs next.
 */
export function searchWorkspace(
  userId: string,
  search: string,
  signal: AbortSignal,
): Promise<{ matches: Match[]; searched?: string[] }> {
  return searches.take(async () => {
    try {
      requireReach("workspace");
      const request = getClient("workspace")
        .rpc("search_workspace", { search, max_rows: MOST_OF_A_KIND })
        .select("kind,id,title,passage,place,item")
        .abortSignal(AbortSignal.timeout(PATIENCE_MS));
      return { matches: unwrap(await request).map(toShown) };
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      const found = await Promise.all(
        screens.flatMap((screen) => screen.found?.searchDevice?.(userId, search) ?? []),
      );
      return {
        matches: found.flatMap(({ matches }) => matches.map(toShown)),
        searched: found.flatMap(({ searched }) => searched || []),
      };
    }
  }, signal);
}

function toShown(match: Match): Match {
  if (match.kind !== "file" && match.kind !== "folder") return match;
  return { ...match, title: shownName(match.title), place: shownName(match.place ?? "") };
}

/** How long to wait for a response before the device is searched, in milliseconds. */
const PATIENCE_MS = 10_000;
