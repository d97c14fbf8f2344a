import { ExternalLink, Globe, LogOut } from "lucide-react";
import type { Location } from "react-router";
import { openTab } from "../../lib/open-tab.ts";
import { hashOf, paths } from "../../lib/paths.ts";
import { action, screenItems, switchTheme } from "../../ui/palette/screen-items.ts";
import type { PaletteItem } from "../../ui/palette/search-items.ts";
import type { Match } from "../shell/screen.ts";
import { screens } from "../shell/screens.ts";
import { MOST_OF_A_KIND } from "./search-workspace.ts";

/** The groups in display order. */
export const GROUPS = ["Screens", "Actions", ...screens.flatMap(({ found }) => found?.group ?? [])];

export function fixedItems(here: Location, signOut: () => void): PaletteItem[] {
  return [
    ...screenItems(screens, "label", here),
    switchTheme,
    action("View Site", Globe, "public page", () => location.assign(paths.site)),
    action("Admin Panel", ExternalLink, "open", () => openTab(hashOf(paths.admin.dashboard))),
    action("Logout", LogOut, "sign out leave", signOut),
  ];
}

/** @param typed the text of the search. @returns nothing for a kind that no screen knows. */
export function toItems(match: Match, typed: string): PaletteItem[] {
  const { kind, id, title, passage } = match;
  const text = passage.replace(/\s+/g, " ").trim();
  return screens.flatMap(({ found }) => {
    const item = found?.kinds[kind]?.(match, typed);
    if (!found || !item) return [];
    const { group, untitled = "" } = found;
    const isTitled = title !== "" && title !== untitled;
    return {
      ...item,
      id: `${kind} ${id}`,
      group,
      name: isTitled ? title : text || untitled,
      ...(isTitled && { passage: text }),
      // The item represents a text that matches as a whole, of which only a part is known here.
      keywords: typed,
    };
  });
}

/** Whether the database may have more matches of a group, because it returned as many as allowed. */
export function isCapped(group: string, matches: readonly Match[]): boolean {
  const { found } = screens.find((screen) => screen.found?.group === group) ?? {};
  return Object.keys(found?.kinds ?? {}).some(
    (limited) =>
      matches.filter(({ kind }) => (LIMITED_WITH[kind] ?? kind) === limited).length >=
      MOST_OF_A_KIND,
  );
}

/** Kinds that share the limit of another one in `search_workspace`. */
const LIMITED_WITH: Record<string, string> = { "archived note": "note", folder: "file" };
