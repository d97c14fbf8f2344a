import { useHasUnsaved, useLeaveWarning } from "./unsaved-form.ts";

/** Confirms leaving an area's screens with unsaved changes. One per area, in its frame. */
export function LeaveWarning() {
  return useHasUnsaved() && <Blocker />;
}

/** Mounted only for unsaved input: a blocker makes the router warn about typed URLs. */
function Blocker() {
  useLeaveWarning();
  return null;
}
