import { FolderOpen, X } from "lucide-react";
import { useState } from "react";
import type { RestoreProgress } from "../../../../shared/restore.ts";
import { EntryFrame } from "../../../auth/entry-frame.tsx";
import { formatSize } from "../../../lib/file-size.ts";
import { formatCount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import { useDroppedFile } from "../../../ui/hooks/use-dropped-file.ts";
import { useWarningBeforeLeaving } from "../../../ui/hooks/use-warning-before-leaving.ts";
import { Notice } from "../../../ui/notice.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { ConfirmRestore } from "./confirm-restore.tsx";
import { type Restored, type RestoreStep, type Sending, useRestore } from "./use-restore.ts";

interface RestoreArchiveProps {
  token: string;
  onRestored: (restored: Restored) => void;
  /** Called when an owner was created in the meantime. */
  onClosed: () => void;
  onBack: () => void;
}

/** Restores a whole site from an archive on this device. */
export function RestoreArchive({ token, onRestored, onClosed, onBack }: RestoreArchiveProps) {
  const restore = useRestore({ token, onRestored, onClosed });
  const { step } = restore;
  useDroppedFile((file) => {
    if (step.step !== "checking" && step.step !== "sending") void restore.check(file);
  });
  useWarningBeforeLeaving(step.step === "sending");
  return (
    <EntryFrame
      title="Restore your site"
      text="Everything on this site is replaced by the archive: accounts, content, messages, the workspace and its files."
    >
      <Step restore={restore} />
      <p role="status" className="sr-only">
        {announcements[step.step]}
      </p>
      {step.step !== "sending" && (
        <Button look="quiet" className="-ms-4 justify-self-start" onClick={onBack}>
          Create an owner instead
        </Button>
      )}
    </EntryFrame>
  );
}

function Step({ restore }: { restore: ReturnType<typeof useRestore> }) {
  const { step, check, start, cancel, reset } = restore;
  switch (step.step) {
    case "choose":
      return <ChooseArchive {...step} onChoose={(file) => void check(file)} />;
    case "checking":
      return <Spinner />;
    case "locked":
      return (
        <PassphraseForm
          {...step}
          onUnlock={(passphrase) => void check(step.file, passphrase)}
          onReset={reset}
        />
      );
    case "ready":
      return <ConfirmRestore {...step} onStart={() => void start(step.checked)} onReset={reset} />;
    case "sending":
      return <SendingArchive {...step.sending} onCancel={cancel} />;
  }
}

/** Announcements for screen readers at each step; the other steps take the focus or are alerts. */
const announcements: Partial<Record<RestoreStep["step"], string>> = {
  checking: "Checking the archive",
  sending: "Restoring the archive",
};

interface PassphraseFormProps {
  file: File;
  /** Whether the last passphrase was wrong. */
  wrong: boolean;
  onUnlock: (passphrase: string) => void;
  onReset: () => void;
}

/** Asks for the passphrase of an encrypted archive. */
function PassphraseForm({ file, wrong, onUnlock, onReset }: PassphraseFormProps) {
  const [passphrase, setPassphrase] = useState("");
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onUnlock(passphrase);
      }}
    >
      <p className="[overflow-wrap:anywhere]">
        <bdi>{file.name}</bdi> is encrypted.
      </p>
      <TextField
        label="Passphrase"
        type="password"
        autoComplete="off"
        autoFocus
        required
        value={passphrase}
        error={wrong ? "This passphrase does not open the archive. Enter it again." : undefined}
        onChange={({ target }) => setPassphrase(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary">
          Open Archive
        </Button>
        <Button onClick={onReset}>Choose another file</Button>
      </div>
    </form>
  );
}

interface ChooseArchiveProps {
  problem: string;
  /** A file that can be tried again. */
  retry: File | null;
  onChoose: (file: File) => void;
}

function ChooseArchive({ problem, retry, onChoose }: ChooseArchiveProps) {
  return (
    <div className="grid gap-5">
      <div className="grid justify-items-center gap-3 rounded border border-line-strong border-dashed p-6">
        <FileButton
          look="primary"
          autoFocus
          icon={<FolderOpen />}
          input="Archive"
          onChoose={onChoose}
        >
          Choose an archive
        </FileButton>
        <p className="text-center text-small text-soft">
          or drop it here. It is a file from <code>npm run backup</code> or from Download archive
          under Backups.
        </p>
      </div>
      {problem && (
        <Notice action={retry && <Button onClick={() => onChoose(retry)}>Try again</Button>}>
          {problem}
        </Notice>
      )}
    </div>
  );
}

/** The progress of a restore: bytes sent, and what the host has restored. */
function SendingArchive(props: Sending & { onCancel: () => void }) {
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
        icon={<X />}
        pending={canceling}
        onClick={onCancel}
      >
        {canceling ? "Canceling..." : "Cancel"}
      </Button>
    </div>
  );
}

function describeSent({ sent, size, timeLeft }: Sending): string {
  if (sent >= size) return `${formatSize(size)} sent`;
  const parts = [`${formatSize(sent)} of ${formatSize(size)} sent`];
  if (timeLeft) parts.push(timeLeft);
  return parts.join(", ");
}

function describeRestored(progress: RestoreProgress | null): string {
  if (!progress) return "Nothing restored yet";
  const { rows, files, total } = progress;
  if (rows === total.rows && files === total.files)
    return "All rows and files received. Finishing...";
  return `${formatCount(rows)} of ${formatCount(total.rows)} rows and ${formatCount(files)} of ${formatCount(total.files)} files restored`;
}

/** The progress in file bytes, which are nearly all of an archive, or else in rows. */
function shareOf({ rows, fileBytes, total }: RestoreProgress): number {
  return total.fileBytes > 0 ? fileBytes / total.fileBytes : rows / Math.max(total.rows, 1);
}
