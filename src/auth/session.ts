import { BackendError, messageOf, UNKNOWN_ERROR, unwrap } from "../lib/errors.ts";
import { type Area, createForgetfulClient, getClient, storageKeyOf } from "../lib/supabase.ts";

export type SessionState =
  /** The kept session is being read. */
  | { status: "restoring" }
  | { status: "signed-out" }
  | { status: "signed-in"; userId: string; email: string }
  /** Somebody with another role, or none. */
  | { status: "refused" };

/** One area's session, shared by every component of this tab. */
export interface SessionStore {
  get(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Asks the backend whether the session still stands; ends it here when it does not. */
  verify(): Promise<void>;
  /** @throws {BackendError} with the text to show. */
  signIn(email: string, password: string): Promise<void>;
  /** Ends this session in every tab. */
  signOut(): Promise<void>;
}

/** How often a visible tab asks; a forced logout must show within 30 seconds. */
const VERIFY_EVERY_MS = 12_000;

/** Said to somebody who signed in with another role than the area's. */
export const WRONG_ROLE: Record<Area, string> = {
  admin: "This account is not the owner's. Nothing here is open to it.",
  workspace: "Invalid username or password.",
};

/**
 * Opens the area's session. Only sessions whose role was verified are ever kept, so a kept one is
 * trusted to paint the screen at once while it is verified again behind it; the data itself is
 * guarded by the database either way.
 */
export function createSessionStore(area: Area): SessionStore {
  const client = getClient(area);
  const listeners = new Set<() => void>();
  let state: SessionState = { status: "restoring" };
  let verifying: Promise<void> | null = null;

  client.auth.onAuthStateChange((_event, session) => {
    if (!session) set({ status: "signed-out" });
    else if (state.status !== "signed-in" || state.userId !== session.user.id) {
      set({ status: "signed-in", userId: session.user.id, email: session.user.email ?? "" });
      // Auth holds its lock while it calls; calling back at once would wait for itself.
      setTimeout(verify);
    }
  });
  // Auth tells other tabs of a logout; this also hears of tokens that were merely removed.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === storageKeyOf(area) && newValue === null) set({ status: "signed-out" });
  });
  setInterval(() => {
    if (document.visibilityState === "visible") void verify();
  }, VERIFY_EVERY_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void verify();
  });

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    verify,
    async signIn(email, password) {
      // Who it is has to be known before anything is kept, or the wrong person would see the screen.
      const once = createForgetfulClient();
      const { data, error } = await once.auth.signInWithPassword({ email, password });
      if (error) throw new BackendError(messageOf(error), { status: error.status ?? 0 });
      if (!data.session) throw new BackendError(UNKNOWN_ERROR);
      if ((await once.rpc("own_role").then(unwrap)) !== area) {
        await once.auth.signOut({ scope: "local" });
        throw new BackendError(WRONG_ROLE[area], { status: 403 });
      }
      const { access_token, refresh_token } = data.session;
      const kept = await client.auth.setSession({ access_token, refresh_token });
      if (kept.error) throw new BackendError(messageOf(kept.error));
    },
    async signOut() {
      await client.auth.signOut({ scope: "local" });
      // Offline, the backend cannot be told, but the tokens must not stay in the browser.
      forget("signed-out");
    },
  };

  function set(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function verify(): Promise<void> {
    verifying ??= look().finally(() => {
      verifying = null;
    });
    return verifying;
  }

  async function look(): Promise<void> {
    if (state.status !== "signed-in") return;
    const { data: role, error, status } = await client.rpc("own_role");
    if (error && status !== 401) return;
    if (role === area) return;
    forget(role === null || error ? "signed-out" : "refused");
  }

  // For a session the backend does not know any more; telling it to end that one would only fail.
  function forget(status: "signed-out" | "refused"): void {
    localStorage.removeItem(storageKeyOf(area));
    set({ status });
  }
}
