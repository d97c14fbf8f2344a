import { type ComponentType, lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { useUser } from "../auth/session-context.tsx";

/**
 * Each workspace screen with the drive's transfers below it: they go on while another screen is
 * shown, and large uploads of an earlier visit go on wherever the next one begins.
 */
export function WorkspaceTransfers() {
  const { userId } = useUser();
  return (
    <>
      <Outlet />
      <Suspense>
        <Transfers key={userId} userId={userId} />
      </Suspense>
    </>
  );
}

const Transfers = lazy(async (): Promise<{ default: ComponentType<{ userId: string }> }> => {
  // No screen fails for want of this.
  const files = await import("../workspace/files/transfers.tsx").catch(() => null);
  return { default: files?.Transfers ?? (() => null) };
});
