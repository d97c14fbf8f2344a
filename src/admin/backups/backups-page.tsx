import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../lib/errors.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { BackupStatus } from "../shell/backup-status.tsx";
import { backupStatusQuery } from "../shell/backup-status-query.ts";
import { PageHeader } from "../shell/page-header.tsx";
import { DownloadArchive } from "./download-archive.tsx";
import { ScheduledArchives } from "./scheduled-archives.tsx";

/** The last proven backup, a download of an archive, and the archives made on the schedule. */
export function BackupsPage() {
  return (
    <>
      <PageHeader />
      {readClientConfig().embedded ? (
        <div className="grid gap-10">
          <LastBackup />
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

/** Nothing without a schedule; the list of archives says so. */
function LastBackup() {
  const { data, error, isFetching, refetch } = useQuery(backupStatusQuery);
  if (data) return <BackupStatus status={data} />;
  if (!error) return null;
  return (
    <Notice
      action={
        <Button pending={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      The last backup's result could not be loaded: {messageOf(error)}
    </Notice>
  );
}
