import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { formatSize } from "../../lib/file-size.ts";
import { IconButton } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { zipDownloads } from "./download/zip-downloads.ts";
import { UploadPanel } from "./uploads/upload-panel.tsx";
import { useUploads } from "./uploads/user-uploads.ts";

/** The panels of running uploads and downloads, at the bottom of every screen. */
export function Transfers({ userId }: { userId: string }) {
  const { uploads, jobs } = useUploads(userId);
  return (
    <div className="above-toasts sticky bottom-4 z-10 mt-6 grid w-full max-w-lg gap-2 empty:hidden">
      <ZipPanel />
      <UploadPanel uploads={uploads} jobs={jobs} />
    </div>
  );
}

function ZipPanel() {
  const downloads = useSyncExternalStore(zipDownloads.subscribe, zipDownloads.get);
  if (downloads.length === 0) return null;
  return (
    <section aria-label="Downloads" className="rounded border border-line-strong bg-surface py-2">
      <ul className="m-0 list-none p-0">
        {downloads.map(({ id, name, read, size, failure }) => (
          <li key={id} className="flex items-center gap-1 ps-4 pe-1">
            <div className="grid min-w-0 flex-1 gap-1">
              <p dir="auto" className="truncate text-left text-note">
                {name}
              </p>
              {failure ? (
                <p role="alert" className="text-small text-bad">
                  {failure}
                </p>
              ) : (
                <>
                  <ProgressBar label={name} value={read} max={size} />
                  <p className="text-small text-soft tabular-nums">
                    {formatSize(read)} of {formatSize(size)}
                  </p>
                </>
              )}
            </div>
            <IconButton
              label={`${failure ? "Dismiss" : "Cancel"}: ${name}`}
              icon={X}
              title={failure ? "Dismiss" : "Cancel"}
              onClick={() => zipDownloads.cancel(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
