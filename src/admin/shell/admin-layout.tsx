import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { LeaveWarning } from "../../forms/leave-warning.tsx";
import { areaNames } from "../../lib/area.ts";
import { infoValuesQuery } from "../../lib/info-values.ts";
import { safePicture } from "../../lib/safe-url.ts";
import { AppFrame } from "../../ui/app-frame.tsx";
import { GeneratedPortrait } from "../../ui/generated-portrait.tsx";
import { useFavicon } from "../../ui/hooks/use-favicon.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Sidebar } from "./sidebar.tsx";

/** The frame of the admin panel around the current screen. */
export function AdminLayout() {
  const { data: owner } = useQuery(ownerInfoQuery);
  useFavicon(owner?.adminFaviconSvg || (owner?.faviconSvg ?? ""));
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

/** The owner's profile picture, or else a picture generated from the name. Decorative. */
function Avatar({ name, address }: { name: string; address: string | undefined }) {
  // The next screen tries again.
  const { key } = useLocation();
  const [failedAt, setFailedAt] = useState<string | null>(null);
  const src = safePicture(address);
  return (
    <div
      aria-hidden="true"
      className="size-10 shrink-0 overflow-hidden rounded-full border bg-raised text-soft"
    >
      {src && key !== failedAt ? (
        <img
          src={src}
          alt=""
          width={40}
          height={40}
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setFailedAt(key)}
        />
      ) : (
        // Empty until the name is known, because another name would draw another picture.
        address !== undefined && <GeneratedPortrait name={name} />
      )}
    </div>
  );
}

const ownerInfoQuery = infoValuesQuery("admin", [
  "displayName",
  "profilePictureUrl",
  "faviconSvg",
  "adminFaviconSvg",
]);
