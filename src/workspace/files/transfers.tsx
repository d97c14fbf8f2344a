import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { formatSize } from "../../lib/file-size.ts";
import { IconButton } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { type FileJob, fileJobs } from "./file-jobs.ts";
import { UploadPanel } from "./uploads/upload-panel.tsx";
import { useUploads } from "./uploads/user-uploads.ts";

/** The panels of running uploads, copies and downloads, at the bottom of every screen. */
export function Transfers({ userId }: { userId: string }) {
  const { uploads, jobs } = useUploads(userId);
  const others = useSyncExternalStore(fileJobs.subscribe, fileJobs.get);
  const ofKind = (kind: FileJob["kind"]) => others.filter((job) => job.kind === kind);
  return (
    <div className="above-toasts sticky bottom-4 z-10 mt-6 grid w-full max-w-lg gap-2 empty:hidden">
      <JobPanel label="Copying" jobs={ofKind("copy")} />
      <JobPanel label="Downloads" jobs={ofKind("download")} />
      <UploadPanel uploads={uploads} jobs={jobs} />
    </div>
  );
}

function JobPanel({ label, jobs }: { label: string; jobs: readonly FileJob[] }) {
  if (jobs.length === 0) return null;
  return (
    <section aria-label={label} className="rounded border border-line-strong bg-surface py-2">
      <ul className="m-0 list-none p-0">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}

function JobRow({ job: { id, kind, name, done, size, failure, isCanceling } }: { job: FileJob }) {
  const title = kind === "copy" ? `Copying ${name}` : name;
  return (
    <li className="flex items-center gap-1 ps-4 pe-1">
      <div className="grid min-w-0 flex-1 gap-1">
        <p dir="auto" className="truncate text-left text-note">
          {title}
        </p>
        {failure ? (
          <p role="alert" className="text-small text-bad">
            {failure}
          </p>
        ) : (
          <>
            <ProgressBar label={title} value={done} max={size} />
            <p className="text-small text-soft tabular-nums">
              {isCanceling ? "Canceling..." : `${formatSize(done)} of ${formatSize(size)}`}
            </p>
          </>
        )}
      </div>
      {!isCanceling && (
        <IconButton
          label={`${failure ? "Dismiss" : "Cancel"}: ${name}`}
          icon={X}
          title={failure ? "Dismiss" : "Cancel"}
          onClick={() => fileJobs.cancel(id)}
        />
      )}
    </li>
  );
}
