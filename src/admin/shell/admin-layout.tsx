import { queryOptions, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { LeaveWarning } from "../../forms/leave-warning.tsx";
import { areaNames } from "../../lib/area.ts";
import { unwrap } from "../../lib/errors.ts";
import { safePicture } from "../../lib/safe-url.ts";
import { AppFrame } from "../../ui/app-frame.tsx";
import { GeneratedPortrait } from "../../ui/generated-portrait.tsx";
import { useFavicon } from "../../ui/hooks/use-favicon.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
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

/** The owner's profile picture; generated from the name while there is none. Decorative. */
function Avatar({ name, address }: { name: string; address: string | undefined }) {
  const [failed, setFailed] = useState<string | null>(null);
  const src = safePicture(address);
  return (
    <div
      aria-hidden="true"
      className="size-10 shrink-0 overflow-hidden rounded-full border bg-raised text-soft"
    >
      {src && src !== failed ? (
        <img
          src={src}
          alt=""
          width={40}
          height={40}
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setFailed(src)}
        />
      ) : (
        // Empty until the name is known: another name would draw another picture.
        address !== undefined && <GeneratedPortrait name={name} />
      )}
    </div>
  );
}

/** What the frame of every screen shows about the owner. */
interface OwnerInfo {
  displayName: string;
  profilePictureUrl: string;
  adminFaviconSvg: string;
}

const ownerInfoQuery = queryOptions({
  queryKey: ["personal_info", "owner"],
  queryFn: getOwnerInfo,
  staleTime: 60_000,
});

async function getOwnerInfo(): Promise<OwnerInfo> {
  // Lets the frame paint while supabase-js is loading.
  const { getClient } = await import("../../lib/supabase.ts");
  const rows = await getClient("admin")
    .from("personal_info")
    .select("key, value")
    .in("key", ["displayName", "profilePictureUrl", "adminFaviconSvg"])
    .then(unwrap);
  const read = (key: string) => rows.find((row) => row.key === key)?.value ?? "";
  return {
    displayName: read("displayName"),
    profilePictureUrl: read("profilePictureUrl"),
    adminFaviconSvg: read("adminFaviconSvg"),
  };
}
