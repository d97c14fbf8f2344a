import { type RefObject, useEffect, useState } from "react";
import type { SharedEntry } from "../../supabase/functions/open-share/contract.ts";
import { BackendError } from "../lib/errors.ts";
import { grouped } from "../workspace/files/uploads/grouped.ts";
import { type ShareKey, signAll } from "./share-api.ts";

/** Maximum number of thumbnails per call; the function has the same limit. */
const SIGNED_AT_ONCE = 100;

/** Returns the URL of an entry's thumbnail, which stays in memory, because signed URLs expire. */
export type LoadThumbnail = (entry: SharedEntry) => Promise<string>;

export function createThumbnails(key: ShareKey): LoadThumbnail {
  const kept = new Map<SharedEntry, Promise<string>>();
  const sign = grouped(
    async (ids: string[]) => {
      const urls = await signAll(key, ids, true);
      return ids.map((id) => urls.get(id));
    },
    { most: SIGNED_AT_ONCE, isFinal: () => true },
  );
  const read = async (id: string) => {
    const url = await sign(id);
    const response = url === undefined ? null : await fetch(url, { cache: "no-store" });
    if (!response?.ok) throw new BackendError("There is no thumbnail.");
    return URL.createObjectURL(await response.blob());
  };
  return (entry) => {
    const loading = kept.get(entry) ?? read(entry.id);
    kept.set(entry, loading);
    loading.catch(() => kept.delete(entry));
    return loading;
  };
}

/**
 * The URL of an entry's thumbnail; undefined until it is loaded, and if there is none.
 * @param tile an element that must be near the view first; the thumbnail is loaded at once if omitted.
 * @returns the URL, and a callback for when it turns out not to be a picture.
 */
export function useSharedThumbnail(
  load: LoadThumbnail,
  entry: SharedEntry,
  tile?: RefObject<Element | null>,
): [string | undefined, () => void] {
  const [shown, setShown] = useState<{ entry: SharedEntry; url: string }>();
  useEffect(() => {
    if (!entry.hasThumbnail) return;
    let isCurrent = true;
    const show = (url: string) => isCurrent && setShown({ entry, url });
    // The icon stays where a thumbnail cannot be loaded.
    const start = () => void load(entry).then(show, () => {});
    const observer = new IntersectionObserver(
      (changes) => {
        if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        start();
      },
      { rootMargin: "50%" },
    );
    if (tile?.current) observer.observe(tile.current);
    else start();
    return () => {
      isCurrent = false;
      observer.disconnect();
    };
  }, [load, entry, tile]);
  return [shown?.entry === entry ? shown.url : undefined, () => setShown(undefined)];
}
