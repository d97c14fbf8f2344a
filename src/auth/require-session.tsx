import { Navigate, Outlet, useLocation } from "react-router";
import { Spinner } from "../ui/spinner.tsx";
import { useSession } from "./session-context.tsx";

/**
 * Lets only the area's own person through. Everybody else is sent to the login, which brings them
 * back to the address they wanted.
 */
export function RequireSession({ login }: { login: string }) {
  const { state } = useSession();
  const { pathname, search } = useLocation();
  if (state.status === "leaving") return <Spinner />;
  if (state.status === "signed-in") return <Outlet />;
  const told: LoginReason = { from: pathname + search, reason: state.reason };
  return <Navigate to={login} replace state={told} />;
}

/** What the login is told by the guard. */
export interface LoginReason {
  /** The address to return to. */
  from: string;
  /** Why the session was not good enough, when it is more than "there is none". */
  reason?: string | undefined;
}
