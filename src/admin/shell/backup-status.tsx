import { DatabaseBackup } from "lucide-react";
import { formatCount, formatDateTime, formatRecentTime } from "../../lib/format.ts";
import { Notice } from "../../ui/notice.tsx";
import type { BackupStatus as Status } from "./backup-status-api.ts";

/** Characters of an error that are shown without opening it. */
const SHORT_MESSAGE = 240;

/**
 * The last backup that was proven by a restore, the site's defects at that time, and the failure of
 * a later backup until the next success.
 */
export function BackupStatus({ status: { proven, failure } }: { status: NonNullable<Status> }) {
  return (
    <section aria-label="Backups" className="grid gap-3">
      {failure && <Failure {...failure} />}
      {proven && proven.problems.length > 0 && <Problems {...proven} />}
      <p className="flex items-center gap-2.5 text-small text-soft">
        <DatabaseBackup aria-hidden="true" className="size-4 shrink-0" />
        {proven
          ? `Last proven restore ${formatRecentTime(proven.at)}, ${formatCount(proven.rows)} rows, ${formatCount(proven.files)} files`
          : "No backup has been proven yet."}
      </p>
    </section>
  );
}

type Proven = NonNullable<NonNullable<Status>["proven"]>;

function Problems({ at, problems, complete }: Proven) {
  return (
    <div className="grid gap-2">
      <Notice>
        <span className="wrap-anywhere">
          The archive of {formatDateTime(at)} can be restored, but the site has problems.
          {complete && ` The newest archive without problems is ${complete}.`}
        </span>
      </Notice>
      <ul className="m-0 grid max-w-[70ch] list-disc gap-1 ps-5 text-small wrap-anywhere">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}

function Failure({ at, message }: NonNullable<NonNullable<Status>["failure"]>) {
  const isLong = message.length > SHORT_MESSAGE;
  const shown = isLong ? `${message.slice(0, SHORT_MESSAGE)}…` : message;
  return (
    <div className="grid gap-2">
      <Notice>
        <span className="wrap-anywhere">
          The backup of {formatDateTime(at)} failed: {shown} This notice stays until a backup
          succeeds.
        </span>
      </Notice>
      {isLong && (
        <details className="text-small text-soft">
          <summary className="w-fit">Whole message</summary>
          <pre className="mt-2 rounded border border-line bg-surface p-3 font-mono whitespace-pre-wrap wrap-anywhere">
            {message}
          </pre>
        </details>
      )}
    </div>
  );
}
