import { useEffect, useState } from "react";
import { librarySlug } from "../icon-keys.ts";
import { loadIconPaths } from "../icons/icon-library.ts";

/**
 * Path data, by slug, of those keys that name icons of simple-icons; null for one that does not exist
 * or could not be loaded. Icons that are being loaded are absent.
 */
export function useIconPaths(keys: readonly (string | null)[]): ReadonlyMap<string, string | null> {
  const [paths, setPaths] = useState<ReadonlyMap<string, string | null>>(new Map());
  const wanted = [...new Set(keys.map(librarySlug).filter((slug) => slug !== null))]
    .sort()
    .join(" ");
  useEffect(() => {
    let isCurrent = true;
    const slugs = wanted === "" ? [] : wanted.split(" ");
    // One by one: an icon does not wait for the files of the others.
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
