import { SignedInArea } from "./signed-in-area.tsx";

/** The workspace user's session and server state around every workspace screen. */
export function WorkspaceArea() {
  return <SignedInArea area="workspace" />;
}
