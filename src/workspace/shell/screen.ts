import type { AreaScreen } from "../../lib/screen.ts";
import type { PaletteItem } from "../../ui/palette/search-items.ts";

export interface Screen extends AreaScreen {
  /** The screen's matches in the palette. */
  found?: {
    /** Heading of the matches. */
    group: string;
    /** Title stored for an entry without one. */
    untitled?: string;
    /** The item of each kind of match. @param typed the text of the search. */
    kinds: Record<string, (match: Match, typed: string) => FoundItem>;
    /** Searches the stored data of a user on this device. Never fails. */
    searchDevice?: (userId: string, search: string) => Promise<DeviceMatches>;
  };
}

/** A match, as `search_workspace` returns it. */
export interface Match {
  kind: string;
  id: string;
  title: string;
  /** The passage that matches, or the text's beginning. */
  passage: string;
  /** Column of a task, folders above a file, or URL of a Notion note. */
  place: string | null;
  item?: unknown;
}

type FoundItem = Pick<PaletteItem, "Icon" | "action" | "detail">;

export interface DeviceMatches {
  matches: Match[];
  /** The searched data, such as "tasks"; empty where the device stores none. */
  searched: string;
}
