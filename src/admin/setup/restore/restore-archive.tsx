import { useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useDroppedFile } from "../../../ui/hooks/use-dropped-file.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { SetupFrame } from "../setup-frame.tsx";
import { ChooseArchive } from "./choose-archive.tsx";
import { ConfirmRestore } from "./confirm-restore.tsx";
import { SendingArchive } from "./sending-archive.tsx";
import { type Restored, type RestoreStep, useRestore } from "./use-restore.ts";

interface RestoreArchiveProps {
  token: string;
  onRestored: (restored: Restored) => void;
  /** Called when the site has got an owner in the meantime. */
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
    <SetupFrame
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
    </SetupFrame>
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

/** What a screen reader hears at each step; the others take the focus or are alerts. */
const announcements: Partial<Record<RestoreStep["step"], string>> = {
  checking: "Checking the archive",
  sending: "Restoring the archive",
};

/** Takes a file dropped anywhere; otherwise the browser would open it and leave the page. */
function useWarningBeforeLeaving(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [enabled]);
}

interface PassphraseFormProps {
  file: File;
  /** Whether the last passphrase did not open the archive. */
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
