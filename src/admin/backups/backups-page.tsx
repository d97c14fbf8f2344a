import { useQuery } from "@tanstack/react-query";
import { Download as DownloadIcon, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../lib/errors.ts";
import { formatSize } from "../../lib/file-size.ts";
import { formatCount, formatDateTime } from "../../lib/format.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { BackupStatus } from "../shell/backup-status.tsx";
import { backupStatusQuery } from "../shell/backup-status-query.ts";
import { BackupSchedule } from "./backup-schedule.tsx";
import { archivesQuery, downloadQuery, useCancelDownload } from "./backups-queries.ts";
import type { Archives, Download } from "./backups-schema.ts";
import { DownloadDialog } from "./download-dialog.tsx";

/** The last proven backup, the download of an archive, and the scheduled archives. */
export function BackupsPage() {
  return (
    <>
      <PageHeader />
      {readClientConfig().embedded ? (
        <div className="grid gap-10">
          <LastBackup />
          <BackupSchedule />
          <DownloadArchive />
          <ScheduledArchives />
        </div>
      ) : (
        <Notice kind="info">
          This site's data is on Supabase, so this page cannot read all of it. Back it up from your
          computer with <code>npm run backup</code>.
        </Notice>
      )}
    </>
  );
}

/**
 * The last proven backup. Renders nothing without a schedule, which the list of archives mentions.
 */
function LastBackup() {
  const query = useQuery(backupStatusQuery);
  if (query.data) return <BackupStatus status={query.data} />;
  return <FailedRead query={query} what="The last backup's result" />;
}

/** Saves the whole site as one file, with progress while the host is making it. */
function DownloadArchive() {
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
            icon={<X />}
            pending={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Cancel
          </Button>
        </div>
      ) : (
        <Button look="primary" icon={<DownloadIcon />} onClick={() => setAsking(true)}>
          Download archive
        </Button>
      )}
      {isAsking && <DownloadDialog onClose={() => setAsking(false)} />}
      {cancel.error && <Notice>The download failed: {messageOf(cancel.error)}</Notice>}
    </section>
  );
}

/** The progress in file bytes, which are nearly all of an archive, or else in rows. */
function shareOf({ fileBytes, rows, total }: NonNullable<Download>): number {
  return total.fileBytes > 0 ? fileBytes / total.fileBytes : rows / Math.max(total.rows, 1);
}

function describe({ bytes, rows, files, total }: NonNullable<Download>): string {
  return `${formatSize(bytes)}: ${formatCount(rows)} of ${formatCount(total.rows)} rows, ${formatCount(files)} of ${formatCount(total.files)} files`;
}

function ScheduledArchives() {
  const query = useQuery(archivesQuery);
  const { data, error } = query;
  if (error) {
    return <FailedRead query={query} what="The scheduled archives" />;
  }
  if (data === undefined) return <SkeletonRows />;
  if (data === null) return <NoSchedule />;
  if (data.length === 0) {
    return <EmptyPanel title="No backup yet" text="The first one is made at the scheduled time." />;
  }
  return <ArchiveList archives={data} />;
}

function NoSchedule() {
  return (
    <EmptyPanel
      title="No backups are scheduled"
      text="Choose a time above, to make and prove one every day."
    />
  );
}

function ArchiveList({ archives }: { archives: NonNullable<Archives> }) {
  return (
    <section className="grid gap-4">
      <h2 id="scheduled" className="text-body font-semibold">
        Scheduled archives
      </h2>
      <ul
        aria-labelledby="scheduled"
        className="m-0 grid list-none gap-px rounded border bg-line p-0"
      >
        {archives.map(({ name, createdAt, bytes }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4 bg-surface px-4 py-3">
            <span>{formatDateTime(createdAt)}</span>
            <span className="text-soft tabular-nums">{formatSize(bytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
