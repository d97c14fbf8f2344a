import type { UploadJob } from "./upload-machine.ts";

/** The names in a folder, with their entries. */
export type Names = Map<string, { id: string; isFolder: boolean }>;

export interface SendOptions {
  signal: AbortSignal;
  onProgress: (sent: number) => void;
  /** Called with the URL at which the upload can be resumed. */
  onResumable: (url: string) => void;
}

/** Backend operations of the uploads. Paths are object paths in the bucket. */
export interface UploadBackend {
  listNames(folderId: string | null): Promise<Names>;
  /** The id of the folder with that name; creates it if missing. */
  openFolder(parentId: string | null, name: string): Promise<string>;
  /** Reserves space and returns the upload path. */
  reserve(job: UploadJob, folderId: string | null): Promise<string>;
  /** Extends an earlier visit's reservation; false when it no longer exists. */
  extend(path: string): Promise<boolean>;
  /** Whether the upload at this path already has its entry. */
  isFinished(path: string): Promise<boolean>;
  /** Whether the upload may share a request with others. */
  isBatched(job: UploadJob): boolean;
  /** Uploads the remaining bytes. */
  send(job: UploadJob, path: string, options: SendOptions): Promise<void>;
  /** Creates the entry of the upload; idempotent. */
  finish(job: UploadJob, path: string, folderId: string | null): Promise<void>;
  /** Releases the reservation and deletes uploaded bytes. */
  discard(job: UploadJob, path: string): Promise<void>;
}

/** An upload failure that a retry may resolve. */
export class ConnectionLost extends Error {
  override name = "ConnectionLost";

  constructor(message = "The connection was lost.") {
    super(message);
  }
}

/** The name was free when it was looked up, but is taken now. */
export class NameTaken extends Error {
  override name = "NameTaken";
}

const RETRY_DELAYS_MS = [500, 1500, 4000];

/**
 * Retries an idempotent operation, so that short connection losses stay unnoticed.
 * @throws {ConnectionLost} when the loss lasts longer, or the browser is offline.
 */
export async function retryOnDisconnect(
  signal: AbortSignal,
  isOnline: () => boolean,
  operation: () => Promise<void>,
): Promise<void> {
  for (const delay of [...RETRY_DELAYS_MS, null]) {
    try {
      return await operation();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ConnectionLost) || delay === null || !isOnline()) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
      signal.throwIfAborted();
    }
  }
}
