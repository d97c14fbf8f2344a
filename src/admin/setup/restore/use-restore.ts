import { useEffect, useRef, useState } from "react";
import type {
  ArchiveSummary,
  RestoreOutcome,
  RestoreProgress,
} from "../../../../shared/restore.ts";
import { messageOf } from "../../../lib/errors.ts";
import { SetupError } from "../setup-api.ts";
import { createRemainingTime } from "./remaining-time.ts";
import {
  checkArchive,
  getRestoreState,
  readHead,
  sendArchive,
  UnreadableFileError,
} from "./restore-api.ts";
import { runRestore } from "./run-restore.ts";

export type Restored = Extract<RestoreOutcome, { state: "done" }>;

/** An archive whose start the host has examined. */
export interface CheckedArchive {
  file: File;
  passphrase: string | null;
  archive: ArchiveSummary;
  replacesContent: boolean;
}

export interface Sending {
  sent: number;
  size: number;
  /** Remaining time in words; empty while unknown. */
  timeLeft: string;
  /** Progress reported by the host; null before its first report. */
  progress: RestoreProgress | null;
  canceling: boolean;
}

export type RestoreStep =
  /** `retry` is a file that could not be checked for a reason unrelated to the file. */
  | { step: "choose"; problem: string; retry: File | null }
  | { step: "checking" }
  | { step: "locked"; file: File; wrong: boolean }
  | { step: "ready"; checked: CheckedArchive; problem: string; canceled: boolean }
  | { step: "sending"; sending: Sending };

interface RestoreOptions {
  token: string;
  onRestored: (restored: Restored) => void;
  /** Called when an owner was created in the meantime. */
  onClosed: () => void;
}

/** The steps of a restore from a file; leaving the page cancels it. */
export function useRestore({ token, onRestored, onClosed }: RestoreOptions) {
  const [step, setStep] = useState<RestoreStep>(CHOOSE);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  return { step, check, start, cancel, reset: () => setStep(CHOOSE) };

  async function check(file: File, passphrase: string | null = null): Promise<void> {
    setStep({ step: "checking" });
    try {
      const found = await checkArchive({ file, token, passphrase });
      if (found.passphrase) {
        setStep({ step: "locked", file, wrong: found.passphrase === "wrong" });
      } else {
        const { archive, replacesContent } = found;
        const checked = { file, passphrase, archive, replacesContent };
        setStep({ step: "ready", checked, problem: "", canceled: false });
      }
    } catch (error) {
      const { code = "", status = 0 } = error instanceof SetupError ? error : {};
      if (status === 410) onClosed();
      const isBadFile = code === "archive_refused" || error instanceof UnreadableFileError;
      setStep({ step: "choose", problem: messageOf(error), retry: isBadFile ? null : file });
    }
  }

  async function start(checked: CheckedArchive): Promise<void> {
    const { file, passphrase } = checked;
    const abort = new AbortController();
    running.current = abort;
    const time = createRemainingTime();
    const begin = { sent: 0, size: file.size, timeLeft: "", progress: null, canceling: false };
    setStep({ step: "sending", sending: begin });
    const update = (change: Partial<Sending>) =>
      setStep((current) =>
        current.step === "sending"
          ? { ...current, sending: { ...current.sending, ...change } }
          : current,
      );
    const outcome = await runRestore(
      {
        send: (id, options) => sendArchive({ file, token, passphrase }, id, options),
        getState: getRestoreState,
        pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        now: () => performance.now(),
      },
      {
        signal: abort.signal,
        onSent: (sent) =>
          update({ sent, timeLeft: time.measure(sent, file.size, performance.now()) }),
        onProgress: (progress) => update({ progress }),
      },
    );
    running.current = null;
    if (outcome.state === "done") return onRestored(outcome);
    await showFailure(outcome, checked, abort.signal.aborted);
  }

  async function showFailure(
    { code, message }: Extract<RestoreOutcome, { state: "failed" }>,
    checked: CheckedArchive,
    canceled: boolean,
  ): Promise<void> {
    const { file } = checked;
    if (code === "owner_exists") return onClosed();
    if (code === "passphrase_wrong" || code === "passphrase_needed") {
      return setStep({ step: "locked", file, wrong: code === "passphrase_wrong" });
    }
    if (code === "archive_refused") {
      return setStep({ step: "choose", problem: message, retry: null });
    }
    if (canceled) return setStep({ step: "ready", checked, problem: "", canceled });
    // A file that changes during the transfer looks like a lost connection, so it is read again.
    const unreadable = await readHead(file).then(() => null, messageOf);
    if (unreadable) setStep({ step: "choose", problem: unreadable, retry: null });
    else setStep({ step: "ready", checked, problem: message, canceled });
  }

  function cancel(): void {
    running.current?.abort();
    setStep((current) =>
      current.step === "sending"
        ? { ...current, sending: { ...current.sending, canceling: true } }
        : current,
    );
  }
}

const CHOOSE: RestoreStep = { step: "choose", problem: "", retry: null };
