import { useEffect, useState } from "react";
import type { DriveFile } from "../file.ts";
import { getThumbnail, isPictured, knownThumbnail } from "./thumbnails.ts";
import { whenReadable } from "./when-readable.ts";

/**
 * The URL of a file's thumbnail; undefined until it is loaded, and if there is none. Files
 * that are scrolled past request nothing.
 * @returns the URL, and a callback for when it turns out not to be a picture.
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
    const cancel = whenReadable(load);
    return () => {
      cancel();
      stop.abort();
    };
  }, [file, content, isLoaded]);
  return [shown.address, () => setShown({ content, address: undefined })];
}
