import { withTimeLimit } from "../../../shared/time-limit.ts";

/** How long signing out waits for pending saves; they are then also stored on the device. */
export const SIGN_OUT_PATIENCE_MS = 3_000;

const works = new Set<() => Promise<void>>();
const questions = new Set<Question>();

type Question = () => boolean | Promise<boolean>;

/**
 * Runs `finish` before the workspace user signs out, while the session is still valid: for screens
 * that save with a delay. Returns a disposer, usable as an effect's cleanup. Failures and timeouts
 * do not delay the sign-out.
 */
export function beforeSignOut(finish: () => Promise<void>): () => void {
  works.add(finish);
  return () => works.delete(finish);
}

/**
 * Lets `ask` decide whether the workspace user may sign out: for work that would be lost and cannot
 * be finished quickly. Returns a disposer.
 */
export function askBeforeSignOut(ask: Question): () => void {
  questions.add(ask);
  return () => questions.delete(ask);
}

/** Whether nothing prevents signing out, or the user has confirmed. Asks one question at a time. */
export async function maySignOut(): Promise<boolean> {
  for (const ask of questions) if (!(await ask())) return false;
  return true;
}

/** Runs all registered tasks; never fails. */
export async function finishWork(): Promise<void> {
  if (works.size === 0) return;
  const all = Promise.allSettled([...works].map(async (finish) => finish()));
  await withTimeLimit(all, SIGN_OUT_PATIENCE_MS, () => {});
}
