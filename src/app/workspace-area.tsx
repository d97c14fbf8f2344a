import { useEffect } from "react";
import { registerWorker } from "../workspace/offline/register-worker.ts";
import { forgetCopies } from "../workspace/shell/device-copy.ts";
import { SignedInArea } from "./signed-in-area.tsx";

/** The workspace user's session and query client around every workspace screen. */
export function WorkspaceArea() {
  return <SignedInArea area="workspace" extras={<OfflineStart />} forget={forgetCopies} />;
}

/** Prepares offline use for the signed-in user, after the first screen. */
function OfflineStart() {
  useEffect(() => {
    const timer = setTimeout(registerWorker, SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** By then a screen has long been painted. */
const SETTLED_MS = 2_000;
