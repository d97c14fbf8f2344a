import { useQuery } from "@tanstack/react-query";
import { Download as DownloadIcon, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../lib/errors.ts";
import { formatSize } from "../../lib/file-size.ts";
import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { downloadQuery, useCancelDownload } from "./backups-queries.ts";
import type { Download } from "./backups-schema.ts";
import { DownloadDialog } from "./download-dialog.tsx";

/** Saves the whole site as one file, with progress while the host is making it. */
export function DownloadArchive() {
  const { data: download } = useQuery(downloadQuery);
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelDownload();
  return (
    <section className="grid max-w-[70ch] justify-items-start gap-4">
      <h2 className="text-body font-semibold">Download an archive</h2>
      <p className="text-soft">
        One file with the site: accounts with their password hashes, content, pictures, messages and
        statistics, and the workspace's notes, tasks and files unless you leave them out. It
        restores into any Foyer, on the setup page or with <code>npm run restore</code>. Keep it in
        a safe place.
      </p>
      {download ? (
        <div className="grid w-full gap-3">
          <ProgressBar label="Archive" value={shareOf(download)} max={1} />
          <p className="text-small text-soft tabular-nums">{describe(download)}</p>
          <Button
            className="justify-self-start"
            icon={<X aria-hidden="true" />}
            pending={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Cancel
          </Button>
        </div>
      ) : (
        <Button
          look="primary"
          icon={<DownloadIcon aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          Download archive
        </Button>
      )}
      {isAsking && <DownloadDialog onClose={() => setAsking(false)} />}
      {cancel.error && <Notice>The download failed: {messageOf(cancel.error)}</Notice>}
    </section>
  );
}

/** Files are nearly all of an archive's bytes; a site without files has only rows. */
function shareOf({ fileBytes, rows, total }: NonNullable<Download>): number {
  return total.fileBytes > 0 ? fileBytes / total.fileBytes : rows / Math.max(total.rows, 1);
}

function describe({ bytes, rows, files, total }: NonNullable<Download>): string {
  return `${formatSize(bytes)}: ${formatCount(rows)} of ${formatCount(total.rows)} rows, ${formatCount(files)} of ${formatCount(total.files)} files`;
}
