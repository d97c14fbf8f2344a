import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { Area } from "../lib/area.ts";
import type { SessionState, SessionStore } from "./session.ts";

const SessionContext = createContext<SessionStore | null>(null);

/** Provides the session of one area. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  return <SessionContext value={store}>{children}</SessionContext>;
}

/** The area's session: its current state and its store. */
export function useSession(): { state: SessionState; store: SessionStore } {
  const store = useContext(SessionContext);
  if (!store) throw new Error("useSession needs a SessionProvider above it.");
  return { state: useSyncExternalStore(store.subscribe, store.get), store };
}

/** The signed-in user. Only for screens behind `RequireSession`. */
export function useUser(): { userId: string; email: string } {
  const { state } = useSession();
  if (state.status !== "signed-in") throw new Error("useUser needs RequireSession above it.");
  return state;
}

/** The area whose session this screen uses. */
export function useArea(): Area {
  return useSession().store.area;
}
