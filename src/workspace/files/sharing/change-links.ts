import { useMutation } from "@tanstack/react-query";
import { unwrap } from "../../../lib/errors.ts";
import { getClient } from "../../../lib/supabase.ts";
import type { ShareDetails } from "./sharing-api.ts";
import { LINKS } from "./sharing-queries.ts";

/** What the form of a link sets. */
export interface LinkDraft extends ShareDetails {
  /** Validity in days from now on; 0 to keep the date of an existing link. */
  days: number;
  /** Empty for none, or to keep that of an existing link; null removes it. */
  password: string | null;
}

export interface NewShare extends LinkDraft {
  fileId: string;
  /** Limits of a link that receives files; null for one that shows files. */
  receives: { maxFiles: number; maxBytes: number } | null;
}

/** @returns the link's token, which cannot be read again. */
export async function createShare(share: NewShare): Promise<string> {
  const { fileId, days, password, receives, ...details } = share;
  return unwrap(
    await getClient("workspace").rpc("create_share", {
      file: fileId,
      days,
      ...(password && { password }),
      allows_download: details.allowsDownload,
      details,
      ...(receives && { max_files: receives.maxFiles, max_bytes: receives.maxBytes }),
    }),
  );
}

/** Changes a link, whose address stays. A new password is asked for at once. */
export async function changeShare({ id, draft }: { id: string; draft: LinkDraft }): Promise<void> {
  const { days, password, ...details } = draft;
  const changes = { ...details, ...(days > 0 && { days }), ...(password !== "" && { password }) };
  unwrap(await getClient("workspace").rpc("change_share", { link: id, changes }));
}

/** Replaces the address of a link. @returns the new token, which cannot be read again. */
export async function renewShare(id: string): Promise<string> {
  return unwrap(await getClient("workspace").rpc("renew_share", { link: id }));
}

/** Revokes a link. Opened files stay readable for up to a minute. */
export async function revokeShare(id: string): Promise<void> {
  // `false` means that the link has ended already.
  unwrap(await getClient("workspace").rpc("revoke_share", { link: id }));
}

const CHANGES = { meta: { changes: [[LINKS]] } };

export const useCreateShare = () => useMutation({ ...CHANGES, mutationFn: createShare });
export const useChangeShare = () => useMutation({ ...CHANGES, mutationFn: changeShare });
export const useRenewShare = () => useMutation({ ...CHANGES, mutationFn: renewShare });
export const useRevokeShare = () => useMutation({ ...CHANGES, mutationFn: revokeShare });
