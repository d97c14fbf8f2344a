import { CircleCheck, RotateCw, X } from "lucide-react";
import { useRef } from "react";
import { toast } from "sonner";
import { formatSize } from "../../../lib/file-size.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import type { UploadJob } from "./upload-job.ts";
import type { Uploads } from "./uploads.ts";

/** One upload: its progress and actions. */
export function UploadRow({ job, uploads }: { job: UploadJob; uploads: Uploads }) {
  const { id, state, size, sent } = job;
  const name = job.name || job.folders.join("/");
  const bad = state.kind === "failed";
  return (
    <li className="flex items-center gap-1 py-1.5 ps-4 pe-1">
      <div className="grid min-w-0 flex-1 gap-1">
        <p dir="auto" title={name} className="truncate text-left text-note">
          {name}
        </p>
        {state.kind === "sending" && <ProgressBar label={name} value={sent} max={size} />}
        <p className={`text-small tabular-nums ${bad ? "text-bad" : "text-soft"}`}>{textOf(job)}</p>
      </div>
      {state.kind === "file-needed" && <ChooseAgain job={job} uploads={uploads} />}
      {state.kind === "failed" && (
        <IconButton label={`Retry: ${name}`} title="Retry" onClick={() => uploads.retry(id)}>
          <RotateCw aria-hidden="true" />
        </IconButton>
      )}
      {state.kind === "done" ? (
        <span className="grid size-10 place-items-center text-good">
          <CircleCheck aria-hidden="true" className="size-[1.125rem]" />
        </span>
      ) : (
        <IconButton label={`Cancel: ${name}`} title="Cancel" onClick={() => uploads.cancel(id)}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

/** The browser loses file handles on reload; the uploaded bytes are still stored. */
function ChooseAgain({ job, uploads }: { job: UploadJob; uploads: Uploads }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => chooser.current?.click()}>Choose file</Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={`Choose again: ${job.name}`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file && !uploads.resume(job.id, file)) {
            toast.error(
              `That is not the file this upload began with: “${job.name}” of ${formatSize(job.size)}, unchanged since.`,
            );
          }
          target.value = "";
        }}
      />
    </>
  );
}

function textOf({ state, sent, size }: UploadJob): string {
  switch (state.kind) {
    case "waiting":
      return "Waiting";
    case "asking":
      return "The name is taken";
    case "sending":
      return `${formatSize(sent)} of ${formatSize(size)}`;
    case "offline":
      return "Offline. Resumes automatically.";
    case "failed":
      return state.message;
    case "file-needed":
      return `${formatSize(sent)} of ${formatSize(size)}. Choose the file again to resume.`;
    case "done":
      return formatSize(size);
  }
}
