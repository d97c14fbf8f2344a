import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Outlet, useLocation } from "react-router";
import { LeaveWarning } from "../../forms/leave-warning.tsx";
import { areaNames } from "../../lib/area.ts";
import { infoValuesQuery } from "../../lib/info-values.ts";
import { AppFrame } from "../../ui/app-frame.tsx";
import { useFavicon } from "../../ui/hooks/use-favicon.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ReloadButton, Sidebar } from "./sidebar.tsx";

/** The frame of the workspace around the current screen. */
export function WorkspaceLayout() {
  const { data: site } = useQuery(siteInfoQuery);
  useFavicon(site?.workspaceFaviconSvg || (site?.faviconSvg ?? ""));
  const { key } = useLocation();
  const name = site?.displayName ?? "";
  return (
    <AppFrame
      // A site without a name still gets a heading.
      name={site && name === "" ? areaNames.workspace : name}
      place={key}
      width="max-w-[100rem]"
      sidebar={(onClose) => <Sidebar name={name} onClose={onClose} />}
      tools={<ReloadButton inBar />}
    >
      <LeaveWarning />
      <Suspense fallback={<SkeletonRows />}>
        <Outlet />
      </Suspense>
    </AppFrame>
  );
}

const siteInfoQuery = infoValuesQuery("workspace", [
  "displayName",
  "faviconSvg",
  "workspaceFaviconSvg",
]);
