import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { createSessionStore, type SessionStore } from "../auth/session.ts";
import { SessionProvider, useSession } from "../auth/session-context.tsx";
import type { Area } from "../lib/area.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { Spinner } from "../ui/spinner.tsx";

const AppToaster = lazy(async () => ({
  default: (await import("../ui/toaster.tsx")).AppToaster,
}));

const stores = new Map<Area, SessionStore>();

interface SignedInAreaProps {
  area: Area;
  /** Stands beside the screen while somebody is signed in. */
  extras?: ReactNode;
  /** Has the device forget what was read; called whenever nobody is signed in. */
  forget?: () => Promise<void>;
}

/** One area's session and server state around each of its screens. */
export function SignedInArea({ area, extras, forget }: SignedInAreaProps) {
  return (
    <SessionProvider store={storeOf(area)}>
      <ServerState area={area} extras={extras} forget={forget}>
        <Suspense fallback={<Spinner />}>
          <Outlet />
        </Suspense>
        <Notifications />
      </ServerState>
    </SessionProvider>
  );
}

/** Opened with the area's first screen; the other area's session is none of its business. */
function storeOf(area: Area): SessionStore {
  const store = stores.get(area) ?? createSessionStore(area);
  stores.set(area, store);
  return store;
}

/** Nothing is announced before somebody has done something, so the first screen goes first. */
function Notifications() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setReady, 500, true);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{ready && <AppToaster />}</Suspense>;
}

function ServerState({
  area,
  extras,
  forget,
  children,
}: Pick<SignedInAreaProps, "area" | "extras"> & {
  forget: SignedInAreaProps["forget"] | undefined;
  children: ReactNode;
}) {
  const { state, store } = useSession();
  const [client] = useState(() =>
    createQueryClient(`foyer-${area}-changes`, () => void store.verify()),
  );
  const signedIn = state.status === "signed-in";
  useEffect(() => {
    // What somebody read must not outlive their session.
    if (signedIn) return;
    client.clear();
    void forget?.();
  }, [client, signedIn, forget]);
  useEffect(
    () =>
      store.onReachable(() => {
        void client.refetchQueries({ predicate: ({ state }) => state.status === "error" });
      }),
    [client, store],
  );
  return (
    <QueryClientProvider client={client}>
      {children}
      {signedIn && extras}
    </QueryClientProvider>
  );
}
