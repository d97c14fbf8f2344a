import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { TABLE } from "../file.ts";
import { listReceived, listShares, type ShareLink, seeReceived } from "./sharing-api.ts";

export const LINKS = "share_links";
const RECEIVED = "received_files";

export function sharesQuery(userId: string) {
  return queryOptions({
    queryKey: [LINKS, userId],
    queryFn: listShares,
    // Links show file names, and whether the files are in the trash.
    meta: { reads: [TABLE] },
  });
}

/** The ids of the files and folders that links open. */
export function useSharedIds(userId: string): ReadonlySet<string> | undefined {
  return useQuery({ ...sharesQuery(userId), select: openedBy }).data;
}

const openedBy = (links: readonly ShareLink[]) =>
  new Set(links.filter((link) => !link.isTrashed && !isExpired(link)).map(({ fileId }) => fileId));

export const isExpired = ({ expiresAt }: ShareLink) => new Date(expiresAt) <= new Date();

export function receivedQuery(userId: string) {
  return queryOptions({ queryKey: [RECEIVED, userId], queryFn: listReceived });
}

export const useSeeReceived = () =>
  useMutation({ meta: { changes: [[RECEIVED]] }, mutationFn: seeReceived });
