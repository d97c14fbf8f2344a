/** What the setup page and the host agree on about restoring an archive. */

/** Request header: the token of the printed setup link. */
export const SETUP_TOKEN_HEADER = "x-setup-token";

/** Request header: the passphrase, encoded by `encodeURIComponent`. */
export const PASSPHRASE_HEADER = "x-archive-passphrase";

/** Request header: a UUID chosen by the page, by which it asks for the state of its restore. */
export const RESTORE_ID_HEADER = "x-restore-id";

/** The answer to an archive's beginning, before all of it is sent. */
export type ArchiveCheck =
  | { passphrase: "needed" | "wrong" }
  | {
      passphrase: null;
      archive: ArchiveSummary;
      /** Whether the site has more than sample content, all of which the restore replaces. */
      replacesContent: boolean;
    };

export interface ArchiveSummary {
  /** ISO 8601. */
  createdAt: string;
  rows: number;
  files: number;
  /** Bytes of the files. */
  fileBytes: number;
  /** Email addresses, null for a missing account; null when its beginning does not contain them. */
  accounts: { owner: string | null; workspace: string | null } | null;
}

/** The state of a restore; `unknown` before its request has arrived. */
export type RestoreState =
  | { state: "unknown" }
  | { state: "restoring"; progress: RestoreProgress | null }
  | RestoreOutcome;

export type RestoreOutcome =
  | {
      state: "done";
      rows: number;
      files: number;
      /** Sentences that name the stored files which are not intact in the archive. */
      problems: string[];
      /** The email of the restored owner; null when the archive has none. */
      owner: string | null;
    }
  | { state: "failed"; code: string; message: string };

export interface RestoreProgress {
  rows: number;
  files: number;
  fileBytes: number;
  total: { rows: number; files: number; fileBytes: number };
}
