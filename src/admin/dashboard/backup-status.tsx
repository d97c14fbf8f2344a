import { useQuery } from "@tanstack/react-query";
import { DatabaseBackup } from "lucide-react";
import { formatCount, formatDateTime, formatRecentTime } from "../../lib/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { backupStatusQuery } from "./dashboard-queries.ts";

/**
 * The last backup that was proven by a restore, and the failure of a later one until the next
 * success. Renders nothing where no backups are scheduled.
 */
export function BackupStatus() {
  const { data: status } = useQuery(backupStatusQuery);
  if (!status) return null;
  const { proven, failure } = status;
  return (
    <section aria-label="Backups" className="grid gap-3">
      {failure && (
        <Notice>
          The backup of {formatDateTime(failure.at)} failed: {failure.message} This notice stays
          until a backup succeeds.
        </Notice>
      )}
      <p className="flex items-center gap-2.5 text-small text-soft">
        <DatabaseBackup aria-hidden="true" className="size-4 shrink-0" />
        {proven
          ? `Last proven restore ${formatRecentTime(proven.at)}, ${formatCount(proven.rows)} rows, ${formatCount(proven.files)} files`
          : "No backup has been proven yet."}
      </p>
    </section>
  );
}
