import { formatSize } from "../../lib/file-size.ts";
import { formatDateTime } from "../../lib/format.ts";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import type { Backups } from "./backups-schema.ts";

/** The archives made on the schedule, newest first. */
export function ScheduledArchives({ archives }: Pick<Backups, "archives">) {
  if (!archives) {
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
  if (archives.length === 0) {
    return <EmptyPanel title="No backup yet" text="The first one is made at the scheduled time." />;
  }
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
