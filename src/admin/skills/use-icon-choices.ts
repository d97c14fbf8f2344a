import { useDeferredValue, useEffect, useState } from "react";
import type { IconIndex } from "../../../shared/icon-files.ts";
import { useIconPaths } from "../../ui/hooks/use-icon-paths.ts";
import { libraryKey, librarySlug, MONOGRAM, SKILL_ICONS } from "../../ui/icon-keys.ts";
import { findIcons, isSameName } from "../../ui/icons/find-icons.ts";
import { loadIconIndex } from "../../ui/icons/icon-library.ts";

export interface IconChoice {
  /** The icon key; empty for none. */
  value: string;
  label: string;
}

/** Maximum number of search results. */
const MOST_FOUND = 19;

/**
 * The icons to choose from: without a search the built-in ones and one with the skill's name,
 * otherwise the search results. The chosen icon and the monogram are always included.
 */
export function useIconChoices(name: string, chosen: string) {
  const [search, setSearch] = useState("");
  const { index, failed } = useIconIndex();
  const words = useDeferredValue(search.trim());
  const isSearching = words !== "";
  const specified = [...SKILL_ICONS.keys()];
  const found = findIcons(index ?? [], isSearching ? words : name, MOST_FOUND)
    .filter(([, title]) => isSearching || isSameName(title, name))
    .filter(([, title]) => !specified.some((key) => isSameName(key, title)));
  const values = [
    "",
    ...found.map(([slug]) => libraryKey(slug)),
    ...specified.filter((key) => !isSearching || isFound(key, words)),
    MONOGRAM,
  ];
  const shown = values.includes(chosen) ? values : ["", chosen, ...values.slice(1)];
  const paths = useIconPaths(shown);
  const choices = shown.map((value): IconChoice => {
    const slug = librarySlug(value);
    const title = slug && (index?.find(([one]) => one === slug)?.[1] ?? slug);
    const label = value === MONOGRAM ? "Monogram" : title || value || "None";
    return { value, label };
  });
  const hasMatch = values.length > 2;
  return {
    choices,
    paths,
    search,
    setSearch,
    status: statusOf({ isSearching, index, failed, hasMatch }),
  };
}

function isFound(key: string, words: string): boolean {
  return findIcons([[key, key]], words, 1).length > 0;
}

function statusOf(search: {
  isSearching: boolean;
  index: IconIndex | null;
  failed: boolean;
  hasMatch: boolean;
}): string {
  if (!search.isSearching) return "";
  if (search.failed) return "The icons could not be loaded. Check your connection and try again.";
  if (!search.index) return "Loading...";
  return search.hasMatch
    ? ""
    : "No icon with this name. A monogram shows the first letter of the skill.";
}

function useIconIndex() {
  const [index, setIndex] = useState<IconIndex | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    loadIconIndex().then(setIndex, () => setFailed(true));
  }, []);
  return { index, failed };
}
