import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { createSessionStore, type SessionStore } from "../auth/session.ts";
import { SessionProvider, useSession } from "../auth/session-context.tsx";
import type { Area } from "../lib/area.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { Spinner } from "../ui/spinner.tsx";
import { Notifications } from "./notifications.tsx";
import { useLive } from "./use-live.ts";

const stores = new Map<Area, SessionStore>();

interface SignedInAreaProps {
  area: Area;
  /** Rendered beside the screen while signed in. */
  extras?: ReactNode;
  /** Deletes the device's copy of read data; called whenever nobody is signed in. */
  forget?: () => Promise<void>;
}

/** One area's session and query client around each of its screens. */
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

/** Created with the area's first screen; independent of the other area's session. */
function storeOf(area: Area): SessionStore {
  const store = stores.get(area) ?? createSessionStore(area);
  stores.set(area, store);
  return store;
}

function ServerState(
  props: Pick<SignedInAreaProps, "area" | "extras"> & {
    forget: SignedInAreaProps["forget"] | undefined;
    children: ReactNode;
  },
) {
  const { area, extras, forget, children } = props;
  const { state, store } = useSession();
  const [client] = useState(() =>
    createQueryClient(`foyer-${area}-changes`, () => void store.verify()),
  );
  useLive(client);
  const signedIn = state.status === "signed-in";
  useEffect(() => {
    // Cached data must not outlive the session.
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
