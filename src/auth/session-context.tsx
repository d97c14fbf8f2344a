import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { SessionState, SessionStore } from "./session.ts";

const SessionContext = createContext<SessionStore | null>(null);

/** Gives the session of one area to everything below. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  return <SessionContext value={store}>{children}</SessionContext>;
}

/** The area's session: its state, kept up to date, and what can be done with it. */
export function useSession(): { state: SessionState; store: SessionStore } {
  const store = useContext(SessionContext);
  if (!store) throw new Error("useSession needs a SessionProvider above it.");
  return { state: useSyncExternalStore(store.subscribe, store.get), store };
}

/** Who is signed in. Only for screens behind `RequireSession`. */
export function useUser(): { userId: string; email: string } {
  const { state } = useSession();
  if (state.status !== "signed-in") throw new Error("useUser needs RequireSession above it.");
  return state;
}
