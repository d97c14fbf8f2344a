import { queryOptions, useMutation } from "@tanstack/react-query";
import { TABLE } from "../file.ts";
import { createShare, listReceived, listShares, revokeShare, seeReceived } from "./sharing-api.ts";

const LINKS = "share_links";
const RECEIVED = "received_files";

export function sharesQuery(userId: string) {
  return queryOptions({
    queryKey: [LINKS, userId],
    queryFn: listShares,
    // Links show file names, and whether the files are in the trash.
    meta: { reads: [TABLE] },
  });
}

export function receivedQuery(userId: string) {
  return queryOptions({ queryKey: [RECEIVED, userId], queryFn: listReceived });
}

export const useSeeReceived = () =>
  useMutation({ meta: { changes: [[RECEIVED]] }, mutationFn: seeReceived });
export const useCreateShare = () => useMutation({ ...CHANGES, mutationFn: createShare });
export const useRevokeShare = () => useMutation({ ...CHANGES, mutationFn: revokeShare });

const CHANGES = { meta: { changes: [[LINKS]] } };
