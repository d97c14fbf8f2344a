import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { SharedEntry } from "../../supabase/functions/open-share/contract.ts";
import { formatSize } from "../lib/file-size.ts";
import { Button } from "../ui/button.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { fetchShared, type ShareKey } from "./share-api.ts";

const loadPacker = () => import("../workspace/files/download/pack-files.ts");

interface DownloadAllProps {
  share: ShareKey;
  /** A folder and everything below it. */
  entries: readonly SharedEntry[];
  onFail: (error: unknown) => void;
}

/** Packs a shared folder into one archive, as a stream; continues when another folder is opened. */
export function DownloadAll({ share, entries, onFail }: DownloadAllProps) {
  const [progress, setProgress] = useState<{ read: number; size: number } | null>(null);
  const running = useRef<AbortController>(null);
  const size = entries.reduce((sum, entry) => sum + (entry.size ?? 0), 0);
  useEffect(() => {
    // Loaded before the click, shortly after which alone a file picker is allowed.
    loadPacker().catch(() => {});
    return () => running.current?.abort();
  }, []);

  async function start(): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const onRead = (read: number) => setProgress({ read, size });
    onRead(0);
    try {
      const { packFiles } = await loadPacker();
      const missing = await packFiles({
        ...{ name: `${entries[0]?.name}.zip`, size, signal, onRead },
        files: entries.map(toFile),
        async open({ id, size }, from) {
          const range = from > 0 ? ([from, (size ?? 0) - 1] as const) : undefined;
          return (await fetchShared(share, id, signal, range)).body ?? new Blob([]).stream();
        },
      });
      if (missing) onFail(new Error(missing));
    } catch (error) {
      if (!signal.aborted && (error as Error).name !== "AbortError") onFail(error);
    } finally {
      setProgress(null);
    }
  }

  if (progress === null) {
    if (entries.every(({ isFolder }) => isFolder)) return null;
    return (
      <Button look="primary" icon={<Download />} onClick={() => void start()}>
        Download all ({formatSize(size)})
      </Button>
    );
  }
  return (
    <div className="flex min-w-64 items-center gap-3 max-sm:w-full">
      <div className="grid flex-1 gap-1.5">
        <p className="text-small text-soft tabular-nums">
          {formatSize(progress.read)} of {formatSize(progress.size)}
        </p>
        <ProgressBar label="Downloading all" value={progress.read} max={progress.size} />
      </div>
      <Button onClick={() => running.current?.abort()}>Cancel</Button>
    </div>
  );
}

function toFile({ id, parent, name, isFolder, size, updatedAt }: SharedEntry) {
  const columns = { parent_id: parent, is_folder: isFolder, updated_at: updatedAt };
  return { id, name, size, ...columns, storage_object_path: isFolder ? null : id };
}
