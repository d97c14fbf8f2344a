import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { screens as adminScreens } from "../admin/shell/screens.ts";
import { useSession } from "../auth/session-context.tsx";
import { screens as workspaceScreens } from "../workspace/shell/screens.ts";

/** Follows changes from elsewhere while signed in, once the first screen is up. */
export function useLive(queries: QueryClient): void {
  const { state, store } = useSession();
  const userId = state.status === "signed-in" ? state.userId : null;
  useEffect(() => {
    if (userId === null) return;
    let stop = () => {};
    let isOver = false;
    const start = async () => {
      try {
        const { startLive } = await import("../live/live.ts");
        const { area, verify, onReachable } = store;
        if (!isOver)
          stop = startLive({ area, userId, queries, screens: screens[area], verify, onReachable });
      } catch {
        // Without live updates, polling continues, as where there are no WebSockets.
      }
    };
    const timer = setTimeout(() => {
      if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: IDLE_MS });
      else void start();
    }, SETTLED_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [userId, store, queries]);
}

const screens = { admin: adminScreens, workspace: workspaceScreens };

/** Milliseconds until a screen has been painted and its data read. */
const SETTLED_MS = 1_500;

/** Maximum wait for the browser to be idle. */
const IDLE_MS = 2_000;
