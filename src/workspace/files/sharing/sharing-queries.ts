import { queryOptions, useMutation } from "@tanstack/react-query";
import { TABLE } from "../files-queries.ts";
import { createShare, listShares, revokeShare } from "./sharing-api.ts";

const LINKS = "share_links";

export function sharesQuery(userId: string) {
  return queryOptions({
    queryKey: [LINKS, userId],
    queryFn: listShares,
    // Their names, and whether they are in the trash.
    meta: { reads: [TABLE] },
  });
}

export const useCreateShare = () => useMutation({ ...CHANGES, mutationFn: createShare });
export const useRevokeShare = () => useMutation({ ...CHANGES, mutationFn: revokeShare });

const CHANGES = { meta: { changes: [[LINKS]] } };
