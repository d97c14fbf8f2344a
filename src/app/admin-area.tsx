import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { createSessionStore, type SessionStore } from "../auth/session.ts";
import { SessionProvider, useSession } from "../auth/session-context.tsx";
import { createQueryClient } from "../lib/query-client.ts";
import { Spinner } from "../ui/spinner.tsx";
import { PaletteHost } from "./palette-host.tsx";
import { PreviewHost } from "./preview-host.tsx";

const AppToaster = lazy(async () => ({
  default: (await import("../ui/toaster.tsx")).AppToaster,
}));

let sessionStore: SessionStore | undefined;

/** The owner's session and server state around every admin screen. */
export function AdminArea() {
  // Opened with the area's first screen; the other area's session is none of its business.
  sessionStore ??= createSessionStore("admin");
  return (
    <SessionProvider store={sessionStore}>
      <ServerState>
        <Suspense fallback={<Spinner />}>
          <Outlet />
        </Suspense>
        <Notifications />
      </ServerState>
    </SessionProvider>
  );
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

function ServerState({ children }: { children: React.ReactNode }) {
  const { state, store } = useSession();
  const [client] = useState(() =>
    createQueryClient("foyer-admin-changes", () => void store.verify()),
  );
  const signedIn = state.status === "signed-in";
  useEffect(() => {
    // What the owner read must not outlive their session.
    if (!signedIn) client.clear();
  }, [client, signedIn]);
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
      {signedIn && <PreviewHost />}
      {signedIn && <PaletteHost />}
    </QueryClientProvider>
  );
}
