import type { BackupStatus } from "../backups/backup-record.ts";
import { renderGauge } from "./prometheus.ts";

/** What the schedule of backups achieved last, so that an alert can notice when it stops. */
export function renderBackups({ proven, failure }: BackupStatus): string {
  const failed = renderGauge(
    "foyer_backup_failed",
    "Whether the last scheduled backup failed.",
    failure ? 1 : 0,
  );
  if (!proven) return failed;
  const at = renderGauge(
    "foyer_backup_proven_timestamp_seconds",
    "When an archive was last restored and compared, in Unix time.",
    Date.parse(proven.at) / 1000,
  );
  const problems = renderGauge(
    "foyer_backup_problems",
    "Kinds of problems that the site had when that archive was made.",
    proven.problems.length,
  );
  return `${failed}\n${at}\n${problems}`;
}
