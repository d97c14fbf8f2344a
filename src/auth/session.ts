import { type Area, storageKeyOf } from "../lib/area.ts";
import { readKeptSession, removeKeptSession } from "../lib/kept-session.ts";
import { SESSION_ENDED, WRONG_ROLE } from "./texts.ts";

export type SessionState =
  | { status: "signed-in"; userId: string; email: string }
  /** `reason` says why somebody who was in is not any more, or was never let in. */
  | { status: "signed-out"; reason?: string }
  /** Signed out by the person themselves, who is on the way to the public page. */
  | { status: "leaving" };

/** One area's session, shared by every component of this tab. */
export interface SessionStore {
  get(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Calls back when the backend answers for the session again after it could not be reached. */
  onReachable(listener: () => void): () => void;
  /** Asks the backend whether the session still stands; ends it here when it does not. */
  verify(): Promise<void>;
  /**
   * @param name the owner's email; the workspace user's email or username.
   * @throws {BackendError} with the text to show.
   */
  signIn(name: string, password: string): Promise<void>;
  /** Ends this session in every tab; never fails. The caller leaves the area afterwards. */
  signOut(): Promise<void>;
}

/** How often a visible tab asks; a forced logout must show within 30 seconds. */
const VERIFY_EVERY_MS = 12_000;

/** When a login form has long been painted. */
const SETTLED_MS = 500;

/** How long a logout waits for the backend's answer before it goes on without. */
const SIGN_OUT_MS = 3_000;

/** How much of that its record may take. */
const RECORD_MS = 1_500;

/**
 * Opens the area's session. Only sessions whose role was verified are ever kept, so a kept one is
 * trusted to paint the screen at once while it is verified again behind it; the data itself is
 * guarded by the database either way.
 */
export function createSessionStore(area: Area): SessionStore {
  const clientOf = async () => (await import("../lib/supabase.ts")).getClient(area);
  const listeners = new Set<() => void>();
  const reachableListeners = new Set<() => void>();
  let unreachable = false;
  const kept = readKeptSession(area);
  let state: SessionState = kept ? signedIn(kept.user) : { status: "signed-out" };
  let verifying: Promise<void> | null = null;

  // supabase-js comes beside the screen's own code; a login form is painted before it is asked for.
  if (kept) void listen();
  else setTimeout(listen, SETTLED_MS);
  // Auth tells other tabs of a logout; this also hears of tokens that were merely removed.
  addEventListener("storage", ({ key, newValue }) => {
    if ((key === storageKeyOf(area) || key === null) && newValue === null) end(SESSION_ENDED);
  });
  setInterval(() => {
    if (document.visibilityState === "visible") void verify();
  }, VERIFY_EVERY_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void verify();
  });
  // Everything that failed for want of a network is read again once the backend answers.
  addEventListener("online", () => void verify());
  if (kept) void verify();

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onReachable(listener) {
      reachableListeners.add(listener);
      return () => reachableListeners.delete(listener);
    },
    verify,
    async signIn(name, password) {
      const [{ createForgetfulClient, getClient }, { dropSession, openSession, refusalOf }] =
        await Promise.all([import("../lib/supabase.ts"), import("./open-session.ts")]);
      const once = createForgetfulClient();
      const { access_token, refresh_token } = await openSession(area, once, name, password);
      const tokens = { access_token, refresh_token };
      const { data, error } = await getClient(area).auth.setSession(tokens);
      if (error) {
        await dropSession(once, tokens);
        throw refusalOf(error);
      }
      if (!data.user) return;
      enter(data.user);
      await record(data.user.id, "login");
    },
    async signOut() {
      const userId = state.status === "signed-in" ? state.userId : undefined;
      set({ status: "leaving" });
      // Offline, the backend cannot be told, but the tokens must not stay in the browser.
      await withinTime(endSession(userId), SIGN_OUT_MS);
      removeKeptSession(area);
    },
  };

  async function endSession(userId: string | undefined): Promise<void> {
    // While the session still stands, or nobody could write it.
    if (userId) await withinTime(record(userId, "logout"), RECORD_MS);
    const { auth } = await clientOf();
    await auth.signOut({ scope: "local" });
  }

  /** For the owner's list of when the workspace was used; what it is about does not wait for it. */
  async function record(userId: string, event: "login" | "logout"): Promise<void> {
    if (area !== "workspace") return;
    try {
      await (await import("./log-activity.ts")).logActivity(userId, event);
    } catch (error) {
      console.error("The activity could not be recorded.", error);
    }
  }

  // From then on a logout, a refresh or a sign-in in any tab is heard.
  async function listen(): Promise<void> {
    (await clientOf()).auth.onAuthStateChange((event, session) => {
      if (session) enter(session.user);
      // At the start, none can also mean that it could not be refreshed just now.
      else if (event !== "INITIAL_SESSION" || !readKeptSession(area)) end(SESSION_ENDED);
    });
  }

  function set(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function enter(user: { id: string; email?: string }): void {
    if (state.status === "leaving") return;
    if (state.status === "signed-in" && state.userId === user.id) return;
    set(signedIn(user));
  }

  function end(reason: string): void {
    if (state.status === "signed-in") set({ status: "signed-out", reason });
  }

  function verify(): Promise<void> {
    verifying ??= look().finally(() => {
      verifying = null;
    });
    return verifying;
  }

  async function look(): Promise<void> {
    const asked = readKeptSession(area);
    if (!asked) {
      // A page brought back by the Back button may have missed the logout altogether.
      if (state.status === "leaving") set({ status: "signed-out" });
      return end(SESSION_ENDED);
    }
    const { data: role, error, status } = await (await clientOf()).rpc("own_role");
    // The answer is not about a session that took this one's place meanwhile.
    if (readKeptSession(area)?.access_token !== asked.access_token) return;
    if (error && (status !== 401 || (await isRefreshed()))) {
      unreachable = true;
      return;
    }
    if (role === area) {
      if (unreachable) for (const listener of reachableListeners) listener();
      unreachable = false;
      return;
    }
    // The backend does not know this session; telling it to end that one would only fail.
    removeKeptSession(area);
    end(role ? WRONG_ROLE[area] : SESSION_ENDED);
  }

  // A clock that is behind takes an expired token for a good one.
  async function isRefreshed(): Promise<boolean> {
    const { error } = await (await clientOf()).auth.refreshSession();
    return !error || ![400, 401, 403].includes(error.status ?? 0);
  }
}

function signedIn(user: { id: string; email?: string }): SessionState {
  return { status: "signed-in", userId: user.id, email: user.email ?? "" };
}

async function withinTime(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}
