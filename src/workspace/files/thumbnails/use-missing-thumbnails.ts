import { useEffect } from "react";
import { whenIdle } from "../../../lib/when-idle.ts";
import type { DriveFile } from "../file.ts";
import { isPictured, makeThumbnail } from "./thumbnails.ts";

/**
 * Number of pictures and videos at the start of a folder whose thumbnails are made when it is
 * opened; others get theirs when they are seen.
 * @limit drive: pictures and videos of an opened folder that get thumbnails before they are seen [files]
 */
const MOST_MADE = 100;

/**
 * Makes the missing thumbnails of an open folder, such as those of received files, one after
 * another: visitors of a link see a thumbnail only if the owner's browser has made it.
 */
export function useMissingThumbnails(files: readonly DriveFile[] | undefined): void {
  useEffect(() => {
    const stop = new AbortController();
    // Without a connection, they are made when the folder is opened again.
    whenIdle(() => void makeMissing(files ?? [], stop.signal).catch(() => {}));
    return () => stop.abort();
  }, [files]);
}

async function makeMissing(files: readonly DriveFile[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const first = files.filter(isPictured).slice(0, MOST_MADE);
  for (const file of first.filter(({ thumbnail_path }) => !thumbnail_path)) {
    signal.throwIfAborted();
    await makeThumbnail(file, { signal });
  }
}
