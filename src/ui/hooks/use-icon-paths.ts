import { useEffect, useState } from "react";
import { librarySlug } from "../icon-keys.ts";
import { loadIconPaths } from "../icons/icon-library.ts";

/**
 * Path data, by slug, of those keys that name icons of simple-icons. Icons that are not loaded, or
 * cannot be, are absent.
 */
export function useIconPaths(keys: readonly (string | null)[]): ReadonlyMap<string, string> {
  const [paths, setPaths] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = [...new Set(keys.map(librarySlug).filter((slug) => slug !== null))]
    .sort()
    .join(" ");
  useEffect(() => {
    let isCurrent = true;
    const slugs = wanted === "" ? [] : wanted.split(" ");
    // One by one: an icon does not wait for the files of the others.
    for (const slug of slugs) {
      loadIconPaths([slug]).then(
        (loaded) => isCurrent && setPaths((known) => new Map([...known, ...loaded])),
        () => {},
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  return paths;
}
