import type { Session } from "@supabase/supabase-js";
import { withTimeLimit } from "../../shared/time-limit.ts";
import { type Area, storageKeyOf } from "../lib/area.ts";
import { createEmitter, createObservable } from "../lib/observable.ts";
import { markOwnerBrowser } from "../lib/owner-browser.ts";
import { readStoredSession, removeStoredSession } from "../lib/stored-session.ts";
import type { Client } from "../lib/supabase.ts";
import { tokenStore } from "../lib/token-store.ts";
import { liveAreas } from "./live-areas.ts";
import { type PendingSignIn, removePendingSignIn, storePendingSignIn } from "./pending-sign-in.ts";
import { LOGGED_OUT, SESSION_ENDED, WRONG_ROLE } from "./texts.ts";
import { tokensReplaced } from "./token-lock.ts";

export type SessionState =
  | SignedIn
  /** `reason` says why the session ended or was refused. */
  | { status: "signed-out"; reason?: string }
  /** Signed out by the user; the public page is being opened. */
  | { status: "leaving" };

interface SignedIn {
  status: "signed-in";
  userId: string;
  email: string;
}

/** One area's session, shared by all components of this tab. */
export interface SessionStore {
  readonly area: Area;
  get(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Notifies when the backend is reachable again. */
  onReachable(listener: () => void): () => void;
  /** Verifies the session with the backend; ends it here when it is no longer valid. */
  verify(): Promise<void>;
  /**
   * @param name the owner's email; the workspace user's email or username.
   * @returns the sign-in to continue with a code, when the account has a second factor.
   * @throws {BackendError} with the text to show.
   */
  signIn(name: string, password: string): Promise<PendingSignIn | null>;
  /**
   * Completes a sign-in with a code of this factor, or with a recovery code when it is null.
   * @throws {BackendError} with the text to show; its code is `EXPIRED` when the password is needed
   * again.
   */
  enterCode(pending: PendingSignIn, factorId: string | null, code: string): Promise<void>;
  /** Abandons a pending sign-in. */
  cancelSignIn(pending: PendingSignIn): Promise<void>;
  /** Ends this session in every tab; never fails. The caller then leaves the area. */
  signOut(): Promise<void>;
}

/**
 * Interval of session checks in a visible tab, in milliseconds: an idle screen is cleared this soon
 * after a forced logout.
 * @limit visitors: interval of the session check in a visible tab
 */
const VERIFY_EVERY_MS = 4_000;

/**
 * Interval in a hidden tab, whose data on the device must be cleared as well, and in a tab with a
 * live channel, which announces the end of the session.
 * @limit visitors: interval of the session check in a hidden or live tab
 */
const VERIFY_SELDOM_MS = 60_000;

/**
 * Interval while the backend does not respond.
 * @limit visitors: interval of the session check while the backend does not answer
 */
const VERIFY_UNREACHABLE_MS = 12_000;

/**
 * Timeout of a check; a slower response would delay the next one.
 * @limit visitors: one session check
 */
const VERIFY_TIMEOUT_MS = 8_000;

/** Milliseconds until a login form has been painted. */
const SETTLED_MS = 500;

/** Maximum time a logout waits for the backend, in milliseconds. */
const SIGN_OUT_MS = 3_000;

/** Maximum time a logout waits for the activity log, in milliseconds. */
const RECORD_MS = 1_500;

/**
 * Opens the area's session. Only sessions with a verified role are stored, so a stored one is
 * trusted to paint the screen at once while it is verified in the background; the database guards
 * the data in any case.
 */
export function createSessionStore(area: Area): SessionStore {
  const clientOf = async () => (await import("../lib/supabase.ts")).getClient(area);
  const reachable = createEmitter();
  let unreachable = false;
  const kept = readStoredSession(area);
  const state = createObservable<SessionState>(
    kept ? signedIn(kept.user) : { status: "signed-out" },
  );
  let verifying: Promise<void> | null = null;

  // supabase-js loads beside the screen's code, or else after the login form is painted.
  if (kept) void listen();
  else setTimeout(listen, SETTLED_MS);
  // supabase-js notifies other tabs of a logout; this also detects a sign-in, and tokens that were
  // merely removed.
  addEventListener("storage", ({ key }) => {
    if (key !== storageKeyOf(area) && key !== null) return;
    const session = readStoredSession(area);
    if (session) enter(session.user);
    else end(SESSION_ENDED);
  });
  let waited = 0;
  setInterval(() => {
    waited += VERIFY_EVERY_MS;
    if (waited >= pause()) void verify();
  }, VERIFY_EVERY_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void verify();
  });
  // Requests that failed while offline are repeated once the backend responds.
  addEventListener("online", () => void verify());
  if (kept) void verify();

  return {
    area,
    get: state.get,
    subscribe: state.subscribe,
    onReachable: reachable.subscribe,
    verify,
    async signIn(name, password) {
      const [{ createEphemeralClient }, { openSession }] = await Promise.all([
        import("../lib/supabase.ts"),
        import("./open-session.ts"),
      ]);
      const opened = await openSession(area, createEphemeralClient(), name, password);
      if (opened.factors.length === 0) {
        await admit(opened.session);
        return null;
      }
      storePendingSignIn(area, opened);
      return opened;
    },
    async enterCode(pending, factorId, code) {
      const { proveFactor } = await import("./prove-factor.ts");
      await admit(await proveFactor(area, pending.session, factorId, code));
    },
    async cancelSignIn(pending) {
      removePendingSignIn(area);
      await (await import("./prove-factor.ts")).dropPendingSignIn(pending.session);
    },
    async signOut() {
      const before = state.get();
      const userId = before.status === "signed-in" ? before.userId : undefined;
      state.set({ status: "leaving" });
      // Offline, the backend cannot be notified, but the tokens must be removed from the browser.
      await withTimeLimit(endSession(userId).catch(ignore), SIGN_OUT_MS, ignore);
      removeStoredSession(area);
    },
  };

  /** Stores a session whose role was verified. */
  async function admit(session: Session): Promise<void> {
    tokenStore.setItem(storageKeyOf(area), JSON.stringify(session));
    enter(session.user);
    markBrowser();
    await record(session.user.id, "login");
  }

  async function endSession(userId: string | undefined): Promise<void> {
    // The log can only be written before the session ends.
    if (userId) await withTimeLimit(record(userId, "logout"), RECORD_MS, ignore);
    const { auth } = await clientOf();
    await auth.signOut({ scope: "local" });
  }

  /**
   * Records the event in the owner's activity log; a failure does not affect the sign-in or
   * sign-out.
   */
  async function record(userId: string, event: "login" | "logout"): Promise<void> {
    if (area !== "workspace") return;
    try {
      await (await import("./log-activity.ts")).logActivity(userId, event);
    } catch (error) {
      console.error("The activity could not be recorded.", error);
    }
  }

  // Starts listening for logouts, refreshes and sign-ins in any tab.
  async function listen(): Promise<void> {
    (await clientOf()).auth.onAuthStateChange((event, session) => {
      // At startup, a missing session can also mean that a refresh has just failed.
      if (session) enter(session.user);
      else if (event !== "INITIAL_SESSION" || !readStoredSession(area)) end(SESSION_ENDED);
      // Repeats reads that failed while the tokens could not be refreshed.
      if (event === "TOKEN_REFRESHED") reachable.emit();
    });
  }

  function enter(user: { id: string; email?: string }): void {
    const now = state.get();
    if (now.status === "leaving") return;
    const next = signedIn(user);
    if (now.status === "signed-in" && isSame(now, next)) return;
    // Another tab may have completed the sign-in that is pending here.
    removePendingSignIn(area);
    state.set(next);
  }

  function end(reason: string): void {
    if (state.get().status === "signed-in") state.set({ status: "signed-out", reason });
  }

  /** Only once the role is confirmed: the public page ignores visits from this browser. */
  function markBrowser(): void {
    if (area === "admin") markOwnerBrowser();
  }

  function pause(): number {
    if (liveAreas[area].get() || document.visibilityState !== "visible") return VERIFY_SELDOM_MS;
    return unreachable ? VERIFY_UNREACHABLE_MS : VERIFY_EVERY_MS;
  }

  function verify(): Promise<void> {
    waited = 0;
    verifying ??= checkSession().finally(() => {
      verifying = null;
    });
    return verifying;
  }

  async function checkSession(): Promise<void> {
    const asked = readStoredSession(area);
    if (!asked) {
      // A page restored by the Back button may have missed the logout.
      if (state.get().status === "leaving") state.set({ status: "signed-out" });
      return end(SESSION_ENDED);
    }
    const client = await clientOf();
    const timeout = AbortSignal.timeout(VERIFY_TIMEOUT_MS);
    const { data: role, error, status } = await client.rpc("own_role").abortSignal(timeout);
    // The response belongs to a session that has been replaced since.
    if (readStoredSession(area)?.access_token !== asked.access_token) return;
    if (error && (status !== 401 || (await isRefreshed(client)))) {
      unreachable = true;
      return;
    }
    if (role === area) {
      if (unreachable) reachable.emit();
      unreachable = false;
      markBrowser();
      return;
    }
    // While a token is being replaced, the backend may already refuse the old one.
    await withTimeLimit(tokensReplaced(area), VERIFY_TIMEOUT_MS, ignore);
    if (readStoredSession(area)?.access_token !== asked.access_token) return;
    const reason = role ? WRONG_ROLE[area] : await endReason(area, client);
    if (readStoredSession(area)?.access_token !== asked.access_token) return;
    // The backend does not know this session, so asking to end it would only fail.
    removeStoredSession(area);
    end(reason);
  }
}

// An expired token looks valid on a device whose clock is behind, so it is refreshed.
async function isRefreshed({ auth }: Client): Promise<boolean> {
  const { error } = await auth.refreshSession();
  return !error || ![400, 401, 403].includes(error.status ?? 0);
}

/** Returns why the backend no longer accepts this session. Call it before deleting its tokens. */
async function endReason(area: Area, client: Client): Promise<string> {
  if (area !== "workspace") return SESSION_ENDED;
  const timeout = AbortSignal.timeout(VERIFY_TIMEOUT_MS);
  const { data: isForced } = await client.rpc("was_logged_out").abortSignal(timeout);
  return isForced ? LOGGED_OUT : SESSION_ENDED;
}

function signedIn(user: { id: string; email?: string }): SignedIn {
  return { status: "signed-in", userId: user.id, email: user.email ?? "" };
}

function isSame(a: SignedIn, b: SignedIn): boolean {
  return a.userId === b.userId && a.email === b.email;
}

const ignore = () => {};
