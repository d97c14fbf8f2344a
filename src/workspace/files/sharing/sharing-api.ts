import { unwrap } from "../../../lib/errors.ts";
import { withShownName } from "../../../lib/shown-name.ts";
import { getClient } from "../../../lib/supabase.ts";

/** Properties of a link that can be changed later. */
export interface ShareDetails {
  /** Seen by the user only. */
  label: string;
  /** Shown to visitors. */
  title: string;
  note: string;
  /** The column by which visitors see a folder sorted; descending with a minus. */
  sorting: string;
  allowsDownload: boolean;
}

/** A link to a file or folder. Its token is only returned when it is created or replaced. */
export interface ShareLink extends ShareDetails {
  id: string;
  fileId: string;
  name: string;
  isFolder: boolean;
  /** Whether the file is in the trash, where links do not work. */
  isTrashed: boolean;
  hasPassword: boolean;
  /** Maximum files and total bytes that the link receives; null for a link that shows files. */
  maxFiles: number | null;
  maxBytes: number | null;
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
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

export async function listReceived(): Promise<ReceivedFiles[]> {
  const received = unwrap(await getClient("workspace").rpc("list_received"));
  return (received as unknown as ReceivedFiles[]).map(withShownName);
}

/** Marks all received files as seen. */
export async function seeReceived(): Promise<void> {
  unwrap(await getClient("workspace").rpc("see_received"));
}
