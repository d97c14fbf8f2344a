import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "../../lib/errors.ts";

/** What the frame of every screen shows about the site. */
export interface SiteInfo {
  displayName: string;
  workspaceFaviconSvg: string;
}

export const siteInfoQuery = queryOptions({
  queryKey: ["personal_info", "site"],
  queryFn: getSiteInfo,
  staleTime: 60_000,
});

async function getSiteInfo(): Promise<SiteInfo> {
  // Lets the frame paint while supabase-js is loading.
  const { getClient } = await import("../../lib/supabase.ts");
  const rows = await getClient("workspace")
    .from("personal_info")
    .select("key, value")
    .in("key", ["displayName", "workspaceFaviconSvg"])
    .then(unwrap);
  const read = (key: string) => rows.find((row) => row.key === key)?.value ?? "";
  return { displayName: read("displayName"), workspaceFaviconSvg: read("workspaceFaviconSvg") };
}
