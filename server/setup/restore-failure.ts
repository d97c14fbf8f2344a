import type { RestoreOutcome } from "../../shared/restore.ts";
import {
  ArchiveError,
  isDiskFull,
  UnknownOutcomeError,
  WrongPassphraseError,
} from "../archive/archive-error.ts";
import { ArchiveBusyError } from "../archive/archive-lock.ts";
import { DATABASE_AWAY, isDatabaseAway } from "../database/database-away.ts";
import { BlobStoreError } from "../storage/blobs/blob-store.ts";
import { DiskFullError, OwnerExistsError, PassphraseNeededError } from "./restore-site.ts";

export interface RestoreFailure {
  /** HTTP status. */
  status: number;
  outcome: Extract<RestoreOutcome, { state: "failed" }>;
}

/** Why a restore failed, in a sentence for the page. Unknown errors have status 500. */
export function explainFailure(error: unknown): RestoreFailure {
  const kind = kinds.find(([type]) => error instanceof type);
  if (kind) return failure(kind[1], kind[2], (error as Error).message);
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

/** The page was left, or its connection broke. */
export function connectionLost(): RestoreFailure {
  return failure(
    400,
    "connection_lost",
    `The connection was lost before the whole archive had arrived. ${UNCHANGED}`,
  );
}

const UNCHANGED = "Nothing was changed.";

const kinds = [
  [OwnerExistsError, 410, "owner_exists"],
  [PassphraseNeededError, 422, "passphrase_needed"],
  [WrongPassphraseError, 422, "passphrase_wrong"],
  [ArchiveBusyError, 409, "archive_busy"],
  [DiskFullError, 507, "disk_full"],
  [UnknownOutcomeError, 503, "outcome_unknown"],
  [ArchiveError, 422, "archive_refused"],
] as const;

function failure(status: number, code: string, message: string): RestoreFailure {
  return { status, outcome: { state: "failed", code, message } };
}
