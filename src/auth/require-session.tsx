import { Navigate, Outlet, useLocation } from "react-router";
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
  return <Navigate to={login} replace state={told} />;
}

/** State the guard passes to the login. */
export interface LoginReason {
  /** The URL to return to. */
  from: string;
  /** Why the session was rejected, unless there was none. */
  reason?: string | undefined;
}
