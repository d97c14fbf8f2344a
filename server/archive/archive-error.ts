import { PlainError } from "../plain-error.ts";

/** Reason of a failure, so that callers can answer differently. The setup page receives it. */
export type ArchiveErrorCode =
  /** Any reason without a code of its own. */
  | "archive_refused"
  /** Another backup or restore of the site is running. */
  | "archive_busy"
  /** The archive's files need more space than is free. */
  | "disk_full"
  /** The connection was lost while a restore was committed. */
  | "outcome_unknown"
  /** Somebody else created the owner while the archive was being received. */
  | "owner_exists"
  | "passphrase_needed"
  | "passphrase_wrong"
  /** The site is on the new database, but a later step failed. */
  | "upgrade_unfinished";

/** A site cannot be archived, restored, moved or upgraded. The message has one or two sentences. */
export class ArchiveError extends PlainError {
  override name = "ArchiveError";
  readonly code: ArchiveErrorCode;

  constructor(message: string, options: { code?: ArchiveErrorCode; cause?: unknown } = {}) {
    super(message, options);
    this.code = options.code ?? "archive_refused";
  }
}

/** Null for an error of another kind. */
export function codeOf(error: unknown): ArchiveErrorCode | null {
  return error instanceof ArchiveError ? error.code : null;
}

/** Whether the operation changed the site, or may have changed it, although it failed. */
export function mayHaveChanged(error: unknown): boolean {
  return ["outcome_unknown", "upgrade_unfinished"].includes(codeOf(error) ?? "");
}

/** The file is no complete archive, or was changed after it was written. */
export function damagedArchive(what: string, options?: { cause: unknown }): ArchiveError {
  return new ArchiveError(`The archive is damaged: ${what}`, options);
}

export function truncatedArchive(): ArchiveError {
  return new ArchiveError("The archive is not complete: its end is missing.");
}

/** Error for a file that was never an archive. */
export function notAnArchive(): ArchiveError {
  return new ArchiveError("This file is not a Foyer archive.");
}

export function archiveBusy(): ArchiveError {
  const text = "Another backup or restore of this site is running. Try again when it has ended.";
  return new ArchiveError(text, { code: "archive_busy" });
}

/** The target has content, and replacing it was not requested. */
export function siteHasContent(): ArchiveError {
  return new ArchiveError(
    "The site already has content. To replace all of it with the archive, add --replace.",
  );
}

/** Whether an error reports a full disk: of files (Node.js), or the database (PostgreSQL). */
export function isDiskFull(error: unknown): boolean {
  const { code = "" } = (error ?? {}) as { code?: string };
  return ["ENOSPC", "EDQUOT", "53100"].includes(code);
}
