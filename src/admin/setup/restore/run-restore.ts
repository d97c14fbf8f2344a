import type { RestoreOutcome, RestoreProgress, RestoreState } from "../../../../shared/restore.ts";
import { newId } from "../../../lib/new-id.ts";

export interface RestoreRequests {
  send(
    id: string,
    options: { signal: AbortSignal; onSent: (bytes: number) => void },
  ): Promise<RestoreOutcome>;
  getState(id: string): Promise<RestoreState>;
  /** Resolves after this many milliseconds. */
  pause(milliseconds: number): Promise<void>;
  now(): number;
}

export interface RestoreListeners {
  /** Cancels the restore unless it has just been committed. */
  signal: AbortSignal;
  onSent(bytes: number): void;
  onProgress(progress: RestoreProgress): void;
}

/**
 * Sends an archive and polls the state of the restore at the same time. Polling is needed because a
 * proxy may hide the host's progress, a host that refuses the archive midway cannot answer while
 * the browser is still sending, and a lost or canceled connection says nothing about the outcome.
 */
export async function runRestore(
  requests: RestoreRequests,
  { signal, onSent, onProgress }: RestoreListeners,
): Promise<RestoreOutcome> {
  const id = newId();
  const sending = new AbortController();
  const cancel = () => sending.abort(signal.reason);
  signal.addEventListener("abort", cancel);
  const sent = requests
    .send(id, { signal: sending.signal, onSent })
    .catch((): "unknown" => "unknown");
  try {
    let news = "";
    let newsAt = requests.now();
    for (;;) {
      const outcome = await Promise.race([sent, requests.pause(POLL_MS).then(() => null)]);
      if (outcome === "unknown") await requests.pause(POLL_MS);
      else if (outcome) return outcome;
      const state = await requests.getState(id).catch(() => UNKNOWN);
      if (state.state === "done" || state.state === "failed") return state;
      if (state.state === "restoring" && state.progress) onProgress(state.progress);
      const latest = JSON.stringify(state);
      if (latest !== news || outcome === null) newsAt = requests.now();
      news = latest;
      const patience = state.state === "restoring" ? SILENT_MS : UNREACHABLE_MS;
      if (requests.now() - newsAt >= patience) return LOST;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    sending.abort();
  }
}

/** Milliseconds between two polls of the state. */
const POLL_MS = 1000;

/** Maximum milliseconds without progress after losing the connection; a large commit shows none. */
const SILENT_MS = 120_000;

/** Maximum milliseconds without progress while the host does not know the restore. */
const UNREACHABLE_MS = 10_000;

const UNKNOWN: RestoreState = { state: "unknown" };

const LOST: RestoreOutcome = {
  state: "failed",
  code: "connection_lost",
  message:
    "The connection to the server was lost. Reload this page before you try again: it says so if the site was restored.",
};
