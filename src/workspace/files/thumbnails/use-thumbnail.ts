import { useEffect, useState } from "react";
import type { DriveFile } from "../file.ts";
import { getThumbnail, isPictured, knownThumbnail } from "./thumbnails.ts";

/** Milliseconds a tile is in view before its thumbnail is asked for, so that scrolling asks for none. */
const SETTLED_MS = 80;

/**
 * The address of a file's thumbnail; undefined until it is loaded, and where there is none.
 * @returns the address, and what to call when it turns out not to be a picture.
 */
export function useThumbnail(file: DriveFile): [string | undefined, () => void] {
  const { storage_object_path: content } = file;
  const [shown, setShown] = useState(() => ({ content, address: knownThumbnail(file) }));
  if (shown.content !== content) setShown({ content, address: knownThumbnail(file) });
  const isLoaded = shown.address !== undefined;
  useEffect(() => {
    if (isLoaded || !isPictured(file)) return;
    const stop = new AbortController();
    const show = (address: string | null) => {
      if (address && !stop.signal.aborted) setShown({ content, address });
    };
    // Without a connection, the icon stays until the file is shown again.
    const load = () => getThumbnail(file, stop.signal).then(show, () => {});
    const timer = setTimeout(load, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [file, content, isLoaded]);
  return [shown.address, () => setShown({ content, address: undefined })];
}
