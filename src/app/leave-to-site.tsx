import { useEffect } from "react";
import { useLocation } from "react-router";
import { isAppRoute } from "../lib/app-route.ts";

/** Any address the application does not know shows the landing page. */
export function LeaveToSite() {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one unknown address may follow another.
  useEffect(() => {
    // Other hashes are the landing page's own already, which the boot script has put in front.
    if (isAppRoute(location.hash)) location.replace("#home");
  }, [key]);
  return null;
}
