import { X } from "lucide-react";
import { formatDuration } from "../../../../shared/format-duration.ts";
import type { RestoreProgress } from "../../../../shared/restore.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { formatCount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import type { Sending } from "./use-restore.ts";

/** A restore in progress: what was sent, and what the host has restored of it. */
export function SendingArchive(props: Sending & { onCancel: () => void }) {
  const { sent, size, progress, canceling, onCancel } = props;
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <ProgressBar label="Sent" value={sent} max={size} />
        <p className="text-small text-soft tabular-nums">{describeSent(props)}</p>
      </div>
      <div className="grid gap-2">
        <ProgressBar label="Restored" value={progress ? shareOf(progress) : 0} max={1} />
        <p className="text-small text-soft tabular-nums">{describeRestored(progress)}</p>
      </div>
      <Button
        autoFocus
        className="justify-self-start"
        icon={<X aria-hidden="true" />}
        pending={canceling}
        onClick={onCancel}
      >
        {canceling ? "Canceling..." : "Cancel"}
      </Button>
    </div>
  );
}

function describeSent({ sent, size, rate }: Sending): string {
  if (sent >= size) return `${formatSize(size)} sent`;
  const parts = [`${formatSize(sent)} of ${formatSize(size)} sent`];
  if (rate !== null) parts.push(`${formatSize(Math.round(rate))}/s`);
  if (rate) parts.push(`${formatDuration(((size - sent) / rate) * 1000)} left`);
  return parts.join(", ");
}

function describeRestored(progress: RestoreProgress | null): string {
  if (!progress) return "Nothing restored yet";
  const { rows, files, total } = progress;
  if (rows === total.rows && files === total.files)
    return "All rows and files received. Finishing...";
  return `${formatCount(rows)} of ${formatCount(total.rows)} rows and ${formatCount(files)} of ${formatCount(total.files)} files restored`;
}

/** Files are nearly all of an archive's bytes; a site without files has only rows. */
function shareOf({ rows, fileBytes, total }: RestoreProgress): number {
  return total.fileBytes > 0 ? fileBytes / total.fileBytes : rows / Math.max(total.rows, 1);
}
