import { ArchiveError } from "./archive-error.ts";

/**
 * For `catch`: explains that a table's file is damaged on the disk.
 * @throws {ArchiveError} then, and any other error unchanged.
 */
export function explainUnreadable(table: string): (error: unknown) => never {
  return (error) => {
    const { code = "", message = "" } = error as { code?: string; message?: string };
    if (!DAMAGED.test(code)) throw error;
    throw new ArchiveError(
      `The rows of ${table} cannot be read: the database's files are damaged on the disk (${message}). docs/archive.md says how to save everything else.`,
      { cause: error },
    );
  };
}

/** Corrupted data, a corrupted index, a failed read, and a missing file. */
const DAMAGED = /^(XX001|XX002|58030|58P01)$/;
