import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../lib/errors.ts";
import { formatSize } from "../../lib/file-size.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { archivesQuery } from "./backups-queries.ts";
import type { Archives } from "./backups-schema.ts";

/** The archives made on the schedule, newest first. */
export function ScheduledArchives() {
  const { data, error, isFetching, refetch } = useQuery(archivesQuery);
  if (error) {
    return (
      <Notice
        action={
          <Button pending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        The scheduled archives could not be loaded: {messageOf(error)}
      </Notice>
    );
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
      text={
        <>
          Start the server with <code>FOYER_BACKUP=daily@03:00</code> and{" "}
          <code>FOYER_BACKUP_TO</code>, a folder or bucket, to make and prove one every day.
        </>
      }
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
