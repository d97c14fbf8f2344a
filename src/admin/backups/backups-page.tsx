import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../lib/errors.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { PageHeader } from "../shell/page-header.tsx";
import { backupsQuery } from "./backups-queries.ts";
import { DownloadArchive } from "./download-archive.tsx";
import { ScheduledArchives } from "./scheduled-archives.tsx";

/** Downloads an archive of the site, and lists those made on the schedule. */
export function BackupsPage() {
  return (
    <>
      <PageHeader title="Backups" />
      {readClientConfig().embedded ? (
        <HostBackups />
      ) : (
        <Notice kind="info">
          This site's data is on Supabase, so this page cannot read all of it. Back it up from your
          computer with <code>npm run backup</code>.
        </Notice>
      )}
    </>
  );
}

function HostBackups() {
  const { data, error, isFetching, refetch } = useQuery(backupsQuery);
  if (data) {
    return (
      <div className="grid gap-10">
        <DownloadArchive download={data.download} />
        <ScheduledArchives archives={data.archives} />
      </div>
    );
  }
  if (!error) return <SkeletonRows />;
  return (
    <Notice
      action={
        <Button pending={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      The backups could not be loaded: {messageOf(error)}
    </Notice>
  );
}
