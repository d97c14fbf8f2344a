import type { Sql } from "../database/connect.ts";
import type { Log } from "../log/log.ts";
import type { SessionOrigin } from "./sessions.ts";

/** Maximum number of failed sign-ins waiting to be recorded; further ones are dropped. */
const UNRECORDED_FAILURES = 1000;

export type SignInFailure = "wrong_password" | "wrong_code" | "limited";

/** Records failed sign-ins to an account; the database itself records the successful ones. */
export interface SignInLog {
  /**
   * Returns at once, because the response time must not reveal whether the account exists. Accounts
   * without a role are not recorded.
   */
  recordFailure(userId: string, failure: SignInFailure, origin: SessionOrigin): void;
  /** Waits until everything is recorded. */
  close(): Promise<void>;
}

/** Writes one row at a time; failures of the same kind that arrive meanwhile are summed up. */
export function createSignInLog(sql: Sql, log: Log): SignInLog {
  const waiting = new Map<string, Failures>();
  let writing: Promise<void> | null = null;

  return {
    recordFailure(userId, failure, origin) {
      const key = JSON.stringify([userId, failure, origin.network]);
      const counted = waiting.get(key);
      if (!counted && waiting.size >= UNRECORDED_FAILURES) return;
      waiting.set(key, { userId, failure, origin, times: (counted?.times ?? 0) + 1 });
      writing ??= write().finally(() => {
        writing = null;
      });
    },
    async close() {
      await writing;
    },
  };

  async function write(): Promise<void> {
    for (const [key, { userId, failure, origin, times }] of waiting) {
      waiting.delete(key);
      try {
        await sql`select private.record_failed_sign_in(
          ${userId}, ${failure}, ${times}, ${origin.userAgent}, ${origin.network})`;
      } catch (error) {
        log.error("A failed sign-in could not be recorded.", error);
      }
    }
  }
}

interface Failures {
  userId: string;
  failure: SignInFailure;
  origin: SessionOrigin;
  times: number;
}
