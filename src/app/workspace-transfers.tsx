import { type ComponentType, lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { useUser } from "../auth/session-context.tsx";

/**
 * Each workspace screen with the drive's transfers below it. Transfers continue across screens, and
 * large uploads of an earlier visit resume on any screen.
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
  // A failure here must not break the screen.
  const files = await import("../workspace/files/transfers.tsx").catch(() => null);
  return { default: files?.Transfers ?? (() => null) };
});
