import { createHash } from "node:crypto";
import { HTTPException } from "hono/http-exception";
import { type Sql, tableExists } from "../database/connect.ts";
import { authError } from "../http/error-responses.ts";
import { PASSWORD_QUEUE_RETRY_SECONDS } from "../limits/limits.ts";
import type { RateLimit } from "../limits/rate-limit.ts";
import type { Hit, RateLimits } from "../limits/rate-limits.ts";
import type { ClientInfo, KnownClients } from "./known-clients.ts";
import { type Passwords, PasswordsBusyError } from "./passwords.ts";
import type { SessionOrigin } from "./sessions.ts";
import type { SignInFailure, SignInLog } from "./sign-in-log.ts";

/**
 * Limits that make guessing infeasible without letting strangers lock anyone out. The account's own
 * limit only counts attempts from unknown addresses; its pauses grow from one second to ten
 * minutes.
 */
export const SIGN_IN_LIMITS = {
  /**
   * The tenth failure within five minutes is refused.
   * @limit visitors: failed sign-ins per address in five minutes; 9 failures
   */
  address: { name: "sign-in-address", limit: 9, seconds: 300 },
  // @limit visitors: failed sign-ins per device in five minutes; 9 failures
  device: { name: "sign-in-device", limit: 9, seconds: 300 },
  /**
   * Counted per account, for known addresses and devices.
   * @limit visitors: failed sign-ins per known address or device and name in a day; 100 failures
   */
  knownClient: { name: "sign-in-known-client", limit: 100, seconds: 86_400 },
  account: {
    name: "sign-in-account",
    limit: 400,
    seconds: 86_400,
    pause: { after: 100, doublesEvery: 10, mostSeconds: 600 },
  },
} satisfies Record<string, RateLimit>;

/** Dependencies for checking an account's password or code. */
export interface AccountDeps {
  sql: Sql;
  limits: RateLimits;
  clients: KnownClients;
  passwords: Passwords;
  log: SignInLog;
}

interface Attempt extends ClientInfo, SessionOrigin {
  /** Hash of the typed name, from `typedNameOf`. */
  typedName: string;
  /** The account with this name, or null. */
  userId: string | null;
}

/**
 * The key under which an account's attempts are counted: the typed name, whether or not it exists.
 * An account's email and username are counted separately, because a shared count would reveal that
 * they belong together.
 */
export function typedNameOf(typed: string): string {
  return createHash("sha256").update(typed.trim().toLowerCase()).digest("hex");
}

/**
 * Checks a password or a code. The attempt is counted first, so that parallel guesses cannot all
 * pass; a failed one is recorded.
 * @param check throws the response to a wrong password or code.
 * @returns the result of `check`; `refund` reverts the count of an attempt that was not a guess.
 * @throws {HTTPException} also after too many attempts, or for too many passwords at once.
 */
export async function checkAttempt<T>(
  deps: AccountDeps,
  attempt: Attempt,
  failure: Exclude<SignInFailure, "limited">,
  check: () => Promise<T>,
): Promise<{ passed: T; refund: () => Promise<void> }> {
  const record = (why: SignInFailure) => {
    if (attempt.userId !== null) deps.log.recordFailure(attempt.userId, why, attempt);
  };
  const hit = await countAttempt(deps, attempt);
  if (!hit.allowed) {
    record("limited");
    throw tooManyAttempts(hit.retryAfterSeconds);
  }
  try {
    return { passed: await check(), refund: hit.refund };
  } catch (error) {
    if (error instanceof HTTPException) record(failure);
    if (!(error instanceof PasswordsBusyError)) throw error;
    await hit.refund();
    throw tooManyAttempts(PASSWORD_QUEUE_RETRY_SECONDS);
  }
}

/** The response to an attempt beyond the limits. */
export function tooManyAttempts(
  retryAfterSeconds: number,
  message = "Too many attempts to sign in. Please wait a few minutes and try again.",
): HTTPException {
  const headers = { "retry-after": String(retryAfterSeconds) };
  return authError(429, "over_request_rate_limit", message, { headers });
}

async function countAttempt(
  { limits, clients }: Pick<AccountDeps, "limits" | "clients">,
  attempt: Attempt,
): Promise<Hit> {
  const known = await clients.check(attempt.userId, attempt);
  const { typedName, address, device } = attempt;
  const counted: [RateLimit, string][] = known.device
    ? [
        [SIGN_IN_LIMITS.device, `${device} ${typedName}`],
        [SIGN_IN_LIMITS.knownClient, `${device} ${typedName}`],
      ]
    : [
        [SIGN_IN_LIMITS.address, address],
        known.address
          ? [SIGN_IN_LIMITS.knownClient, `${address} ${typedName}`]
          : [SIGN_IN_LIMITS.account, typedName],
      ];
  const refunds: (() => Promise<void>)[] = [];
  for (const [limit, subject] of counted) {
    const hit = await limits.hit(limit, subject);
    if (!hit.allowed) return hit;
    refunds.push(hit.refund);
  }
  return {
    allowed: true,
    refund: async () => {
      await Promise.all(refunds.map((refund) => refund()));
    },
  };
}

/**
 * Clears all counted attempts, for an operator with access to the machine. Known clients are kept.
 */
export async function clearSignInCounts(sql: Sql): Promise<void> {
  if (!(await tableExists(sql, "gateway.rate_limits"))) return;
  await sql`delete from gateway.rate_limits where key like 'sign-in-%'`;
}
