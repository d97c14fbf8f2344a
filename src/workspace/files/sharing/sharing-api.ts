import { unwrap } from "../../../lib/errors.ts";
import { withShownName } from "../../../lib/shown-name.ts";
import { getClient } from "../../../lib/supabase.ts";

/** A link to a file or folder. Its token is only returned when the link is created. */
export interface ShareLink {
  id: string;
  fileId: string;
  name: string;
  isFolder: boolean;
  /** Whether the file is in the trash, where links do not work. */
  isTrashed: boolean;
  hasPassword: boolean;
  allowsDownload: boolean;
  /** Maximum files and total bytes that the link receives; null for a link that shows files. */
  maxFiles: number | null;
  maxBytes: number | null;
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
}

export interface NewShare {
  fileId: string;
  /** Validity in days. */
  days: number;
  /** Password of the link; empty for no password. */
  password: string;
  allowsDownload: boolean;
  /** Limits of a link that receives files; null for one that shows files. */
  receives: { maxFiles: number; maxBytes: number } | null;
}

/** A folder with files received through links and not seen yet. */
export interface ReceivedFiles {
  folderId: string;
  name: string;
  files: number;
}

/** The user's links, newest first. */
export async function listShares(): Promise<ShareLink[]> {
  const links = unwrap(await getClient("workspace").rpc("list_shares"));
  return (links as unknown as ShareLink[]).map(withShownName);
}

/** @returns the link's token, which cannot be read again. */
export async function createShare(share: NewShare): Promise<string> {
  const { fileId, days, password, allowsDownload, receives } = share;
  return unwrap(
    await getClient("workspace").rpc("create_share", {
      file: fileId,
      days,
      ...(password !== "" && { password }),
      allows_download: allowsDownload,
      ...(receives && { max_files: receives.maxFiles, max_bytes: receives.maxBytes }),
    }),
  );
}

/** Revokes a link. Opened files stay readable for up to a minute. */
export async function revokeShare(id: string): Promise<void> {
  // `false` means that the link has ended already.
  unwrap(await getClient("workspace").rpc("revoke_share", { link: id }));
}

export async function listReceived(): Promise<ReceivedFiles[]> {
  const received = unwrap(await getClient("workspace").rpc("list_received"));
  return (received as unknown as ReceivedFiles[]).map(withShownName);
}

/** Marks all received files as seen. */
export async function seeReceived(): Promise<void> {
  unwrap(await getClient("workspace").rpc("see_received"));
}
