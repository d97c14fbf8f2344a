import { isUnanswered, unwrap } from "../../lib/errors.ts";
import { requireReach } from "../../lib/reach.ts";
import { Turns } from "../../lib/search/turns.ts";
import { getClient } from "../../lib/supabase.ts";

/** One match, as the database returns it (`search_workspace`). */
export interface Match {
  kind: string;
  id: string;
  title: string;
  /** The part of the text that matches, or the text's beginning. */
  passage: string;
  /** Of a task its column, of a file the folders above it, of a Notion note its URL. */
  place: string | null;
  item?: unknown;
}

/** Searches what this device stores of a user's workspace. */
export type SearchDevice = (userId: string, search: string) => Promise<Match[]>;

/** Matches of each kind, of which the palette shows the best. */
export const MOST_OF_A_KIND = 20;

const searches = new Turns();

/**
 * Searches the workspace, or without a response the device. One request at a time; of those that
 * wait, the latest is next.
 */
export function searchWorkspace(
  userId: string,
  search: string,
  signal: AbortSignal,
  searchDevice: SearchDevice,
): Promise<{ matches: Match[]; offline: boolean }> {
  return searches.take(async () => {
    try {
      requireReach("workspace");
      const request = getClient("workspace")
        .rpc("search_workspace", { search, max_rows: MOST_OF_A_KIND })
        .select("kind,id,title,passage,place,item")
        .abortSignal(AbortSignal.timeout(PATIENCE_MS));
      return { matches: unwrap(await request), offline: false };
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      return { matches: await searchDevice(userId, search), offline: true };
    }
  }, signal);
}

/** How long to wait for a response before the device is searched, in milliseconds. */
const PATIENCE_MS = 10_000;
