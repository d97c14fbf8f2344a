import { CircleCheck, RotateCw, Upload, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { OpenedInbox } from "../../../supabase/functions/open-share/contract.ts";
import { messageOf } from "../../lib/errors.ts";
import { formatSize } from "../../lib/file-size.ts";
import { formatCount, formatDate } from "../../lib/format.ts";
import { shownName } from "../../lib/shown-name.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { useWarningBeforeLeaving } from "../../ui/hooks/use-warning-before-leaving.ts";
import { Notice } from "../../ui/notice.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import {
  bringsFiles,
  type Picked,
  pickedFrom,
  pickedFromDrop,
} from "../../workspace/files/uploads/picked-files.ts";
import { createUnfinishedStore } from "../../workspace/files/uploads/unfinished-store.ts";
import { isUnfinished, type UploadJob } from "../../workspace/files/uploads/upload-machine.ts";
import { textOf } from "../../workspace/files/uploads/upload-text.ts";
import { Uploads } from "../../workspace/files/uploads/uploads.ts";
import { ShareNote } from "../share-note.tsx";
import { createInboxBackend } from "./inbox-backend.ts";

/** Sends files through a link. Senders see only their own files. */
export function SendPage({ token, inbox }: { token: string; inbox: OpenedInbox }) {
  const { uploads, jobs } = useSending(token, inbox);
  const [failure, setFailure] = useState("");
  const chooser = useRef<HTMLInputElement>(null);
  const own = jobs.filter(({ path }) => path !== null);
  const filesLeft = inbox.filesLeft - own.length;
  const bytesLeft = inbox.bytesLeft - own.reduce((sum, { size }) => sum + size, 0);
  const add = (picked: readonly Picked[]) => {
    setFailure("");
    // A link uploads to a single folder.
    uploads.add(
      picked.filter(({ file }) => file).map(({ file }) => ({ file, folders: [] })),
      null,
    );
  };
  return (
    <>
      <div className="grid gap-2">
        <h1
          dir="auto"
          className="text-start text-title leading-tight tracking-tight [overflow-wrap:anywhere]"
        >
          {inbox.title || "Send files"}
        </h1>
        <ShareNote note={inbox.note} />
        <p className="max-w-(--measure) text-soft tabular-nums">{limitsOf(inbox)}</p>
        <p className="text-small text-soft tabular-nums">
          Left: {formatCount(Math.max(filesLeft, 0))} {filesLeft === 1 ? "file" : "files"},{" "}
          {formatSize(Math.max(bytesLeft, 0))}. Until {formatDate(inbox.expiresAt)}.
        </p>
      </div>
      {filesLeft <= 0 && (
        <Notice kind="info">
          This link takes no more files. Ask the person who gave it to you for another one.
        </Notice>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same. */}
      <div
        className="grid min-h-48 place-items-center gap-3 rounded border-2 border-dashed border-line-strong p-6 text-center"
        onDragOver={(event) => bringsFiles(event.nativeEvent) && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const fail = (error: unknown) => setFailure(messageOf(error));
          pickedFromDrop(event.dataTransfer).then(add, fail);
        }}
      >
        <div className="grid justify-items-center gap-3">
          <Button look="primary" icon={<Upload />} onClick={() => chooser.current?.click()}>
            Choose files
          </Button>
          <p className="text-small text-soft pointer-coarse:hidden">or drop them here</p>
        </div>
        <FileInput
          ref={chooser}
          label="Choose files"
          multiple
          onChoose={(files) => add(pickedFrom(files))}
        />
      </div>
      {failure && <Notice>{failure}</Notice>}
      {jobs.length > 0 && <SentList jobs={jobs} uploads={uploads} />}
      <div role="status">{outcomeOf(jobs)}</div>
    </>
  );
}

function limitsOf({ maxFiles, maxBytes, fileLimit }: OpenedInbox): string {
  const files = maxFiles === 1 ? "one file" : `up to ${formatCount(maxFiles)} files`;
  const each = fileLimit < maxBytes ? `, each of at most ${formatSize(fileLimit)}` : "";
  return `This link takes ${files} of ${formatSize(maxBytes)} together${each}. Nobody else who has the link sees what you send.`;
}

function outcomeOf(jobs: readonly UploadJob[]) {
  const sent = jobs.filter(({ state }) => state.kind === "done");
  if (sent.length === 0 || jobs.some(isUnfinished)) return null;
  return (
    <p className="rounded border border-good px-4 py-3 font-semibold text-good">
      Sent: {sent.length === 1 ? "1 file has" : `${formatCount(sent.length)} files have`} arrived.
    </p>
  );
}

/** The sender's files, each with its progress. */
function SentList({ jobs, uploads }: { jobs: readonly UploadJob[]; uploads: Uploads }) {
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

/** The uploads of this visit, and incomplete ones of earlier visits. */
function useSending(token: string, inbox: OpenedInbox) {
  const uploads = useMemo(
    () =>
      new Uploads({
        backend: createInboxBackend({ token, pass: inbox.pass }, inbox),
        store: createUnfinishedStore(token, "foyer-sending"),
        onStored: () => {},
        isOnline: () => navigator.onLine,
      }),
    [token, inbox],
  );
  const jobs = useSyncExternalStore(uploads.subscribe, uploads.get);
  useWarningBeforeLeaving(jobs.some(isUnfinished));
  useEffect(() => {
    addEventListener("online", uploads.reconnect);
    return () => removeEventListener("online", uploads.reconnect);
  }, [uploads]);
  return { uploads, jobs };
}
