import { useEffect } from "react";
import { useLocation } from "react-router";
import { isAppRoute } from "../lib/app-route.ts";

/** Shows the landing page for any URL the application does not know. */
export function LeaveToSite() {
  // Runs again for every URL: one unknown URL may follow another.
  useLocation();
  useEffect(() => {
    // Other hashes belong to the landing page, which the boot script already shows.
    if (isAppRoute(location.hash)) location.replace("#home");
  });
  return null;
}
