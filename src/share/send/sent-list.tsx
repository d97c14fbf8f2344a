import { CircleCheck, RotateCw, X } from "lucide-react";
import { formatSize } from "../../lib/file-size.ts";
import { shownName } from "../../lib/shown-name.ts";
import { IconButton } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import type { UploadJob } from "../../workspace/files/uploads/upload-machine.ts";
import { textOf } from "../../workspace/files/uploads/upload-text.ts";
import type { Uploads } from "../../workspace/files/uploads/uploads.ts";

/** The sender's files, each with its progress. */
export function SentList({ jobs, uploads }: { jobs: readonly UploadJob[]; uploads: Uploads }) {
  return (
    <ul aria-label="Your files" className="m-0 list-none border-t p-0">
      {jobs.map((job) => {
        const { id, size, sent, state } = job;
        const name = shownName(job.name);
        return (
          <li key={id} className="flex min-h-14 items-center gap-2 border-b py-2">
            <div className="grid min-w-0 flex-1 gap-1">
              <p dir="auto" title={name} className="truncate text-left">
                {name}
              </p>
              {state.kind === "sending" && <ProgressBar label={name} value={sent} max={size} />}
              <p
                className={`text-small tabular-nums ${state.kind === "failed" ? "text-bad" : "text-soft"}`}
              >
                {state.kind === "done" ? `Sent, ${formatSize(size)}` : textOf(job)}
              </p>
            </div>
            {state.kind === "failed" && (
              <IconButton
                label={`Retry: ${name}`}
                icon={RotateCw}
                onClick={() => uploads.retry(id)}
              />
            )}
            {state.kind === "done" ? (
              <CircleCheck className="me-2.5 size-5 shrink-0 text-good" />
            ) : (
              <IconButton label={`Remove: ${name}`} icon={X} onClick={() => uploads.cancel(id)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
