/** The interface between the setup page and the host for restoring an archive. */

/** Request header: the token of the printed setup link. */
export const SETUP_TOKEN_HEADER = "x-setup-token";

/** Request header: the passphrase, encoded by `encodeURIComponent`. */
export const PASSPHRASE_HEADER = "x-archive-passphrase";

/** Request header: a UUID chosen by the page, with which it polls the state of its restore. */
export const RESTORE_ID_HEADER = "x-restore-id";

/** The response to an archive's start, before all of it is sent. */
export type ArchiveCheck =
  | { passphrase: "needed" | "wrong" }
  | {
      passphrase: null;
      archive: ArchiveSummary;
      /** Whether the site has content besides the sample; the restore replaces all content. */
      replacesContent: boolean;
    };

export interface ArchiveSummary {
  /** ISO 8601. */
  createdAt: string;
  rows: number;
  files: number;
  /** Total bytes of the files. */
  fileBytes: number;
  /** Email addresses, null for a missing account; null if the start lacks the accounts. */
  accounts: { owner: string | null; workspace: string | null } | null;
}

/** The state of a restore; `unknown` until its request has arrived. */
export type RestoreState =
  | { state: "unknown" }
  | { state: "restoring"; progress: RestoreProgress | null }
  | RestoreOutcome;

export type RestoreOutcome =
  | {
      state: "done";
      rows: number;
      files: number;
      /** Sentences that name damaged files of the archive. */
      problems: string[];
      /** The email of the restored owner; null if the archive has none. */
      owner: string | null;
    }
  | { state: "failed"; code: string; message: string };

export interface RestoreProgress {
  rows: number;
  files: number;
  fileBytes: number;
  total: { rows: number; files: number; fileBytes: number };
}
