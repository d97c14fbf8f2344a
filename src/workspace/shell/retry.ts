import { BackendError, isUnanswered } from "../../lib/errors.ts";

/**
 * Whether a refusal says nothing about the change that was sent: an ended session, a slow network or
 * rate limiting, or a Data API that has just started and does not know its schema yet.
 */
export function isTransient({ status, code }: BackendError): boolean {
  return TRANSIENT.includes(status) || SCHEMA_CACHE.includes(code);
}

/** Whether to send a change again later, rather than to show why it was refused. */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof BackendError) || isUnanswered(error) || isTransient(error);
}

/** Doubles up to half a minute, minus up to 50 percent jitter. */
export function backoffMs(attempts: number, jitter: number): number {
  return Math.min(1000 * 2 ** attempts, 30_000) * (0.5 + jitter / 2);
}

const TRANSIENT = [401, 403, 408, 425, 429];
const SCHEMA_CACHE = ["PGRST202", "PGRST204", "PGRST205"];
