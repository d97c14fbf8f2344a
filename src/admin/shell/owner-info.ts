import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "../../lib/errors.ts";

/** What the frame of every screen shows about the owner. */
export interface OwnerInfo {
  displayName: string;
  profilePictureUrl: string;
  adminFaviconSvg: string;
}

export const ownerInfoQuery = queryOptions({
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
