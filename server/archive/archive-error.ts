import { PlainError } from "../plain-error.ts";

/** An archive cannot be made or restored. */
export class ArchiveError extends PlainError {
  override name = "ArchiveError";
}

/** The file is not an archive, or not a complete one, or was changed after it was written. */
export class DamagedArchiveError extends ArchiveError {
  override name = "DamagedArchiveError";
}

/** The archive is encrypted with another passphrase. */
export class WrongPassphraseError extends ArchiveError {
  override name = "WrongPassphraseError";

  constructor() {
    super("The passphrase does not open this archive.");
  }
}

/** Whether a disk is full: of the files (Node.js), or of the database (PostgreSQL). */
export function isDiskFull(error: unknown): boolean {
  const { code = "" } = (error ?? {}) as { code?: string };
  return ["ENOSPC", "EDQUOT", "53100"].includes(code);
}

/** The connection was lost while a restore was committed. */
export class UnknownOutcomeError extends ArchiveError {
  override name = "UnknownOutcomeError";

  constructor(cause: unknown) {
    super(
      "The connection to the database was lost at the end of the restore, so its outcome is unknown: the site has either all of its earlier content or all of the archive's. Look at it before trying again.",
      { cause },
    );
  }
}
