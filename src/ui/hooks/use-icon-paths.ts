import { useEffect, useState } from "react";
import { librarySlug } from "../icon-keys.ts";
import { loadIconPaths } from "../icons/icon-library.ts";

/**
 * Path data by slug for the keys that name simple-icons; null for icons that do not exist or could
 * not be loaded. Icons that are still loading are absent.
 */
export function useIconPaths(keys: readonly (string | null)[]): ReadonlyMap<string, string | null> {
  const [paths, setPaths] = useState<ReadonlyMap<string, string | null>>(new Map());
  const wanted = [...new Set(keys.map(librarySlug).filter((slug) => slug !== null))]
    .sort()
    .join(" ");
  useEffect(() => {
    let isCurrent = true;
    const slugs = wanted === "" ? [] : wanted.split(" ");
    // Loads icons separately, so that none waits for the files of others.
    for (const slug of slugs) {
      const set = (path: string | null) => {
        if (isCurrent) setPaths((known) => new Map(known).set(slug, path));
      };
      loadIconPaths([slug]).then(
        (loaded) => set(loaded.get(slug) ?? null),
        () => set(null),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  return paths;
}
