import type { AreaScreen } from "../../lib/screen.ts";
import type { PaletteItem } from "../../ui/palette/search-items.ts";

/** A screen of the workspace. */
export interface Screen extends AreaScreen {
  /** What the palette finds of it. */
  found?: {
    /** Heading in the palette. */
    group: string;
    /** Stored title of an entry without one. */
    untitled?: string;
    /** The item of each kind of match. @param typed what it was found by. */
    kinds: Record<string, (match: Match, typed: string) => FoundItem>;
    /** Searches what this device stores of a user. Never fails. */
    searchDevice?: (userId: string, search: string) => Promise<DeviceMatches>;
  };
}

/** A match, as `search_workspace` returns it. */
export interface Match {
  kind: string;
  id: string;
  title: string;
  /** The part of the text that matches, or the text's beginning. */
  passage: string;
  /** Column of a task, folders above a file, or URL of a Notion note. */
  place: string | null;
  item?: unknown;
}

type FoundItem = Pick<PaletteItem, "Icon" | "action" | "detail">;

export interface DeviceMatches {
  matches: Match[];
  /** What was searched, such as "tasks"; empty where the device stores none of it. */
  searched: string;
}
