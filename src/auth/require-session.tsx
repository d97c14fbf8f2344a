import { useEffect, useEffectEvent } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { isAppRoute } from "../lib/app-route.ts";
import { Spinner } from "../ui/spinner.tsx";
import { useSession } from "./session-context.tsx";

/**
 * Admits only the area's own user. Everyone else is redirected to the login, which returns them to
 * the requested URL.
 */
export function RequireSession({ login }: { login: string }) {
  const { state } = useSession();
  const { pathname, search } = useLocation();
  if (state.status === "leaving") return <Spinner />;
  if (state.status === "signed-in") return <Outlet />;
  const told: LoginReason = { from: pathname + search, reason: state.reason };
  return <RedirectToLogin login={login} told={told} />;
}

/**
 * Unlike `Navigate`, does nothing when the visitor has already left for the landing page: the
 * router may notice later, and the redirect would bring the visitor back.
 */
function RedirectToLogin({ login, told }: { login: string; told: LoginReason }) {
  const navigate = useNavigate();
  const redirect = useEffectEvent(() => {
    if (isAppRoute(location.hash)) void navigate(login, { replace: true, state: told });
  });
  // Runs again if another screen was opened meanwhile, which cancels the navigation to the login.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `redirect` reads the rest.
  useEffect(redirect, [told.from]);
  return null;
}

/** State the guard passes to the login. */
export interface LoginReason {
  /** The URL to return to after the login. */
  from: string;
  /** Why the session was rejected; undefined if there was none. */
  reason?: string | undefined;
}
