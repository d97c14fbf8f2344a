import type { LucideIcon } from "lucide-react";
import { foldText, searchWords } from "../../lib/search/fold-text.ts";

export interface FoundGroup {
  name: string;
  items: PaletteItem[];
  /** Number of matches that are not shown. */
  more: number;
  /** Whether there may be more items than those listed. */
  isCapped?: boolean;
}

/** Maximum number of entries shown per group. */
const MOST_OF_A_GROUP = 8;

/**
 * The items that match every typed word, best matches and best groups first. Without input: all
 * screens and actions.
 * @param order the names of the groups, which sorts groups that match equally well.
 * @param current the group of the current screen, which is first whatever else matches.
 */
export function searchItems(
  items: readonly PaletteItem[],
  typed: string,
  order: readonly string[],
  current?: string,
): FoundGroup[] {
  const words = searchWords(typed);
  const found = items
    .map((item) => ({ item, rank: rankOf(item, words) }))
    .filter(({ rank }) => rank < NO_MATCH);
  return order
    .map((name) => {
      const members = found
        .filter(({ item }) => item.group === name)
        // Sorting is stable: equal ranks keep their list order.
        .sort((a, b) => a.rank - b.rank);
      const shown = ALWAYS.has(name) ? members : members.slice(0, MOST_OF_A_GROUP);
      return {
        name,
        best: name === current ? -1 : (shown[0]?.rank ?? NO_MATCH),
        items: shown.map(({ item }) => item),
        more: members.length - shown.length,
      };
    })
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => a.best - b.best);
}

const NO_MATCH = 9;

/** 0 when the name starts with it, up to 3 when only something beside the name contains it. */
function rankOf(item: PaletteItem, words: readonly string[]): number {
  const [first] = words;
  if (first === undefined) return ALWAYS.has(item.group) ? 0 : NO_MATCH;
  const name = foldText(item.name);
  const all = `${name}\n${foldText(item.detail ?? "")}\n${foldText(item.keywords ?? "")}`;
  if (!words.every((word) => all.includes(word))) return NO_MATCH;
  if (name.startsWith(words.join(" "))) return 0;
  if (name.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(first))) return 1;
  return words.every((word) => name.includes(word)) ? 2 : 3;
}

const ALWAYS = new Set<string>(["Screens", "Actions"]);

export interface PaletteItem {
  /** Unique among all items. */
  id: string;
  group: string;
  name: string;
  /** Distinguishes entries of the same name; also searched. */
  detail?: string;
  /** The part of its text that matches. */
  passage?: string;
  /** Additional search terms. */
  keywords?: string;
  Icon: LucideIcon;
  /** The router path it opens, or the function it runs. */
  action: string | (() => void);
}
