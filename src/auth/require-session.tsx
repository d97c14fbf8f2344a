import { Navigate, Outlet, useLocation } from "react-router";
import { Spinner } from "../ui/spinner.tsx";
import { WRONG_ROLE } from "./session.ts";
import { useSession } from "./session-context.tsx";

/**
 * Lets only the area's own person through. Everybody else is sent to the login, which brings them
 * back to the address they wanted.
 */
export function RequireSession({ login }: { login: string }) {
  const { state } = useSession();
  const location = useLocation();
  if (state.status === "restoring") return <Spinner />;
  if (state.status === "signed-in") return <Outlet />;
  const from = location.pathname + location.search;
  const reason = state.status === "refused" ? WRONG_ROLE.admin : undefined;
  return <Navigate to={login} replace state={{ from, reason } satisfies LoginReason} />;
}

/** What the login is told by the guard. */
export interface LoginReason {
  /** The address to return to. */
  from: string;
  /** Why the session was not good enough, when it is more than "there is none". */
  reason?: string | undefined;
}
