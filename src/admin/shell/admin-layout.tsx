import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Outlet, useLocation } from "react-router";
import { LeaveWarning } from "../../forms/leave-warning.tsx";
import { areaNames } from "../../lib/area.ts";
import { AppFrame } from "../../ui/app-frame.tsx";
import { useFavicon } from "../../ui/hooks/use-favicon.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Avatar } from "./avatar.tsx";
import { ownerInfoQuery } from "./owner-info.ts";
import { Sidebar } from "./sidebar.tsx";

/** The frame of the admin panel around the current screen. */
export function AdminLayout() {
  const { data: owner } = useQuery(ownerInfoQuery);
  useFavicon(owner?.adminFaviconSvg ?? "");
  const { key } = useLocation();
  const name = owner?.displayName ?? "";
  const avatar = <Avatar name={name} address={owner?.profilePictureUrl} />;
  return (
    <AppFrame
      // An owner without a name still gets a heading.
      name={owner && name === "" ? areaNames.admin : name}
      place={key}
      sidebar={(onClose) => <Sidebar name={name} avatar={avatar} onClose={onClose} />}
    >
      <LeaveWarning />
      <Suspense fallback={<SkeletonRows />}>
        <Outlet />
      </Suspense>
    </AppFrame>
  );
}
