import { ChevronDown, ChevronUp, CircleCheck, RotateCw, X } from "lucide-react";
import { memo, useState } from "react";
import { useLocation } from "react-router";
import { toast } from "sonner";
import { formatSize } from "../../../lib/file-size.ts";
import { formatCount } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { quotedName, shownName } from "../../../lib/shown-name.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/field.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import { useWide } from "../../../ui/hooks/use-wide.ts";
import { Modal } from "../../../ui/modal.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { type ConflictChoice, isUnfinished, type UploadJob } from "./upload-machine.ts";
import { textOf } from "./upload-text.ts";
import type { Uploads } from "./uploads.ts";

/** Maximum number of rows; the rest is only counted. */
const MAX_SHOWN_UPLOADS = 100;

/** The upload panel: each file and the overall progress. */
export function UploadPanel({ uploads, jobs }: { uploads: Uploads; jobs: readonly UploadJob[] }) {
  const [folded, setFolded] = useState<boolean>();
  const otherScreen = useLocation().pathname !== paths.workspace.files;
  const wide = useWide();
  if (jobs.length === 0) return null;
  const unfinished = jobs.filter(isUnfinished);
  const asking = jobs.find(({ state }) => state.kind === "asking");
  // Collapsed to one line once every upload has succeeded, and on other screens on phones.
  const hidden =
    folded ?? (jobs.every(({ state }) => state.kind === "done") || (otherScreen && !wide));
  return (
    <section
      aria-label="Uploads"
      className="grid gap-2 rounded border border-line-strong bg-surface py-2"
    >
      <PanelHeader
        jobs={jobs}
        uploads={uploads}
        hidden={hidden}
        onToggle={() => setFolded(!hidden)}
      />
      {unfinished.length > 0 && <Total jobs={jobs} />}
      {!hidden && (
        <JobList
          jobs={jobs}
          uploads={uploads}
          height={otherScreen ? "max-h-36" : "max-h-[min(18rem,40vh)]"}
        />
      )}
      <p role="status" className="sr-only">
        {unfinished.length === 0 && titleOf(jobs)}
      </p>
      {asking && (
        <ConflictDialog
          key={asking.id}
          job={asking}
          more={unfinished.length > 1}
          onAnswer={(choice, forAll) => uploads.answer(asking.id, choice, forAll)}
        />
      )}
    </section>
  );
}

interface JobsProps {
  jobs: readonly UploadJob[];
  uploads: Uploads;
}

function PanelHeader(props: JobsProps & { hidden: boolean; onToggle: () => void }) {
  const { jobs, uploads, hidden, onToggle } = props;
  const unfinished = jobs.filter(isUnfinished);
  const Arrow = hidden ? ChevronUp : ChevronDown;
  return (
    <header className="flex items-center gap-1 ps-4 pe-1">
      <h2 className="min-w-0 flex-1 text-note font-semibold">{titleOf(jobs)}</h2>
      {unfinished.length > 1 && (
        <Button look="quiet" onClick={() => cancelAll(uploads, unfinished)}>
          Cancel all
        </Button>
      )}
      {unfinished.length === 0 && jobs.some(({ state }) => state.kind === "done") && (
        <Button look="quiet" onClick={() => uploads.clear()}>
          Clear
        </Button>
      )}
      <IconButton
        label={hidden ? "Show uploads" : "Hide uploads"}
        icon={Arrow}
        aria-expanded={!hidden}
        onClick={onToggle}
      />
    </header>
  );
}

function JobList({ jobs, uploads, height }: JobsProps & { height: string }) {
  const rows = [...jobs]
    .sort((one, other) => rankOf(one) - rankOf(other))
    .slice(0, MAX_SHOWN_UPLOADS);
  return (
    <ul className={`m-0 list-none overflow-y-auto overscroll-contain p-0 ${height}`}>
      {rows.map((job) => (
        <UploadRow key={job.id} job={job} uploads={uploads} />
      ))}
      {jobs.length > MAX_SHOWN_UPLOADS && (
        <li className="px-4 py-2 text-small text-soft">
          and {formatCount(jobs.length - MAX_SHOWN_UPLOADS)} more
        </li>
      )}
    </ul>
  );
}

function Total({ jobs }: { jobs: readonly UploadJob[] }) {
  const all = jobs.filter((job) => isUnfinished(job) || job.state.kind === "done");
  const size = all.reduce((sum, job) => sum + job.size, 0);
  const sent = all.reduce((sum, job) => sum + job.sent, 0);
  return (
    <div className="grid gap-1.5 px-4 pb-1">
      <ProgressBar label="All uploads" value={sent} max={size} />
      <p className="text-small text-soft tabular-nums">
        {formatSize(sent)} of {formatSize(size)}
      </p>
    </div>
  );
}

function titleOf(jobs: readonly UploadJob[]): string {
  const count = (...kinds: string[]) =>
    jobs.filter(({ state }) => kinds.includes(state.kind)).length;
  const unfinished = jobs.filter(isUnfinished).length;
  const done = count("done");
  const parts = [
    unfinished > 0
      ? `Uploading ${formatCount(done + 1)} of ${formatCount(done + unfinished)}`
      : done > 0 && `${formatCount(done)} uploaded`,
    count("failed") > 0 && `${formatCount(count("failed"))} failed`,
    count("file-needed") > 0 && `${formatCount(count("file-needed"))} unfinished`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** First uploads that need the user, then running ones, then finished ones. */
function rankOf({ state }: UploadJob): number {
  return ["asking", "failed", "file-needed", "sending", "offline", "waiting", "done"].indexOf(
    state.kind,
  );
}

function cancelAll(uploads: Uploads, jobs: readonly UploadJob[]): void {
  // Queued uploads first, or they would start as others end.
  for (const { id } of [...jobs].reverse()) uploads.cancel(id);
}

/** One upload: its progress and actions. Most have not changed when the list is rendered. */
const UploadRow = memo(function UploadRow({ job, uploads }: { job: UploadJob; uploads: Uploads }) {
  const { id, state, size, sent } = job;
  const name = shownName(job.name || job.folders.join("/"));
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
        <IconButton
          label={`Retry: ${name}`}
          icon={RotateCw}
          title="Retry"
          onClick={() => uploads.retry(id)}
        />
      )}
      {state.kind === "done" ? (
        <span className="grid size-10 place-items-center text-good">
          <CircleCheck className="size-[1.125rem]" />
        </span>
      ) : (
        <IconButton
          label={`Cancel: ${name}`}
          icon={X}
          title="Cancel"
          onClick={() => uploads.cancel(id)}
        />
      )}
    </li>
  );
});

/** The browser loses file handles on reload; the uploaded bytes are still stored. */
function ChooseAgain({ job, uploads }: { job: UploadJob; uploads: Uploads }) {
  const name = shownName(job.name);
  return (
    <FileButton
      input={`Choose again: ${name}`}
      onChoose={(file) => {
        if (uploads.resume(job.id, file)) return;
        toast.error(
          `That is not the file this upload began with: ${quotedName(name)} of ${formatSize(job.size)}, unchanged since.`,
        );
      }}
    >
      Choose file
    </FileButton>
  );
}

interface ConflictDialogProps {
  job: UploadJob;
  /** Whether other files could use the same answer. */
  more: boolean;
  onAnswer: (choice: ConflictChoice, forAll: boolean) => void;
}

/** Asks what to do with a file whose name is taken in its target folder. */
function ConflictDialog({ job, more, onAnswer }: ConflictDialogProps) {
  const [forAll, setForAll] = useState(false);
  const takenByFolder = job.state.kind === "asking" && job.state.takenByFolder;
  return (
    <Modal title="Name already taken" width="sm" onClose={() => onAnswer("skip", false)}>
      <div className="grid gap-5">
        <p className="[overflow-wrap:anywhere]">
          “<bdi className="font-semibold">{shownName(job.name)}</bdi>” already exists in this folder
          {takenByFolder && " and is a folder"}.
        </p>
        {more && (
          <Checkbox checked={forAll} onChange={({ target }) => setForAll(target.checked)}>
            Do the same for all
          </Checkbox>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onAnswer("skip", forAll)}>Skip</Button>
          {!takenByFolder && <Button onClick={() => onAnswer("replace", forAll)}>Replace</Button>}
          <Button look="primary" onClick={() => onAnswer("both", forAll)}>
            Keep both
          </Button>
        </div>
      </div>
    </Modal>
  );
}
