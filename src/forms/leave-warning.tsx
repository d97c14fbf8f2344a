import { useHasUnsaved, useLeaveWarning } from "./unsaved-form.ts";

/** Asks before an area's screens are left with something unsaved. One per area, in its frame. */
export function LeaveWarning() {
  return useHasUnsaved() && <Blocker />;
}

/** Stands only while something is unsaved: with a blocker, the router complains of typed addresses. */
function Blocker() {
  useLeaveWarning();
  return null;
}
