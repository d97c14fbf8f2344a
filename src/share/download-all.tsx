import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { OpenedShare } from "../../supabase/functions/open-share/contract.ts";
import { formatSize } from "../lib/file-size.ts";
import { saveZip } from "../lib/files/save-zip.ts";
import { Button } from "../ui/button.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { zipContents, zipEntries } from "../workspace/files/download/zip-contents.ts";
import { fetchShared, type ShareKey } from "./share-api.ts";

interface DownloadAllProps {
  share: ShareKey;
  opened: OpenedShare;
  /** Of the archive, without its extension. */
  name: string;
  onFail: (error: unknown) => void;
}

/** Packs everything that a link shows into one archive, as a stream. */
export function DownloadAll({ share, opened, name, onFail }: DownloadAllProps) {
  const [read, setRead] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  const size = opened.entries.reduce((sum, entry) => sum + (entry.size ?? 0), 0);
  useEffect(() => () => running.current?.abort(), []);

  async function start(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setRead(0);
    try {
      await pack(share, opened, `${name}.zip`, size, controller.signal, setRead);
    } catch (error) {
      if (!controller.signal.aborted && (error as Error).name !== "AbortError") onFail(error);
    } finally {
      setRead(null);
    }
  }

  if (read === null) {
    return (
      <Button look="primary" icon={<Download aria-hidden="true" />} onClick={() => void start()}>
        Download all ({formatSize(size)})
      </Button>
    );
  }
  return (
    <div className="flex min-w-64 items-center gap-3 max-sm:w-full">
      <div className="grid flex-1 gap-1.5">
        <p className="text-small text-soft tabular-nums">
          {formatSize(read)} of {formatSize(size)}
        </p>
        <ProgressBar label="Downloading all" value={read} max={size} />
      </div>
      <Button onClick={() => running.current?.abort()}>Cancel</Button>
    </div>
  );
}

async function pack(
  share: ShareKey,
  { entries }: OpenedShare,
  name: string,
  size: number,
  signal: AbortSignal,
  onRead: (read: number) => void,
): Promise<void> {
  let read = 0;
  let shownAt = 0;
  const files = entries.map(({ id, parent, name, isFolder, size }) => {
    const storage_object_path = isFolder ? null : id;
    return { id, parent_id: parent, name, is_folder: isFolder, size, storage_object_path };
  });
  const contents = zipContents(zipEntries(files), {
    open: async ({ id }) => (await fetchShared(share, id, signal)).body ?? new Blob([]).stream(),
    signal,
    onRead(bytes) {
      read += bytes;
      if (Date.now() - shownAt < SHOW_EVERY_MS) return;
      shownAt = Date.now();
      onRead(read);
    },
    // They are listed in a text file in the archive.
    onFailure: () => {},
  });
  await saveZip(name, size, contents, signal);
}

/** Interval of progress updates. */
const SHOW_EVERY_MS = 100;
