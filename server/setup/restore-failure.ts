import type { RestoreOutcome } from "../../shared/restore.ts";
import { ArchiveError, type ArchiveErrorCode, isDiskFull } from "../archive/archive-error.ts";
import { DATABASE_AWAY, isDatabaseAway } from "../database/database-away.ts";
import { BlobStoreError } from "../storage/blobs/blob-store.ts";

export interface RestoreFailure {
  /** HTTP status. */
  status: number;
  outcome: Extract<RestoreOutcome, { state: "failed" }>;
}

/** Why a restore failed, in a sentence for the page. Unknown errors have status 500. */
export function explainFailure(error: unknown): RestoreFailure {
  if (error instanceof ArchiveError) {
    return failure(STATUSES[error.code] ?? 422, error.code, error.message);
  }
  if (error instanceof BlobStoreError) {
    return failure(503, "storage_unavailable", `The file storage does not answer. ${UNCHANGED}`);
  }
  if (isDatabaseAway(error)) {
    return failure(503, "database_away", `${DATABASE_AWAY} ${UNCHANGED}`);
  }
  if (isDiskFull(error))
    return failure(507, "disk_full", `The server's disk is full. ${UNCHANGED}`);
  return failure(
    500,
    "internal_error",
    "The restore failed because of an error on the server; its log has the details.",
  );
}

/** The failure when the page was left or its connection broke. */
export function connectionLost(): RestoreFailure {
  return failure(
    400,
    "connection_lost",
    `The connection was lost before the whole archive had arrived. ${UNCHANGED}`,
  );
}

const UNCHANGED = "Nothing was changed.";

/** HTTP statuses of errors that are not caused by the archive or its passphrase. */
const STATUSES: Partial<Record<ArchiveErrorCode, number>> = {
  owner_exists: 410,
  archive_busy: 409,
  disk_full: 507,
  outcome_unknown: 503,
};

function failure(status: number, code: string, message: string): RestoreFailure {
  return { status, outcome: { state: "failed", code, message } };
}
