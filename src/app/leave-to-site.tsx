import { useEffect } from "react";
import { useLocation } from "react-router";
import { isAppRoute } from "../lib/app-route.ts";

/** Any address the application does not know shows the landing page. */
export function LeaveToSite() {
  // Looked at anew for every address: one unknown to the application may follow another.
  useLocation();
  useEffect(() => {
    // Other hashes are the landing page's own already, which the boot script has put in front.
    if (isAppRoute(location.hash)) location.replace("#home");
  });
  return null;
}
