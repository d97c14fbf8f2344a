import type { UploadJob } from "./upload-job.ts";

/** What has which name in a folder. */
export type Names = Map<string, { id: string; isFolder: boolean }>;

export interface SendOptions {
  signal: AbortSignal;
  onProgress: (sent: number) => void;
  /** Told where the upload could go on later. */
  onResumable: (url: string) => void;
}

/** What uploads need of the world around them. Paths are those of objects in the bucket. */
export interface UploadBackend {
  listNames(folderId: string | null): Promise<Names>;
  /** The id of the folder of that name, made if there is none. */
  openFolder(parentId: string | null, name: string): Promise<string>;
  /** Asks for room and for the path the bytes go to. */
  reserve(job: UploadJob, folderId: string | null): Promise<string>;
  /** Whether what was reserved in an earlier visit still stands. */
  extend(path: string): Promise<boolean>;
  /** Whether there is an entry already for what was sent there. */
  isFinished(path: string): Promise<boolean>;
  /** Sends what has not arrived yet. */
  send(job: UploadJob, path: string, options: SendOptions): Promise<void>;
  /** Makes the entry for what was sent; as often as it takes. */
  finish(job: UploadJob, path: string, folderId: string | null): Promise<void>;
  /** Gives up what was reserved and sent. */
  discard(job: UploadJob, path: string): Promise<void>;
}

/** Keeps what would be needed to go on with an upload after the page was loaded anew. */
export interface UnfinishedStore {
  /** With their files, as far as these could be kept. */
  list(): Promise<UploadJob[]>;
  /** Keeps a job as it is; its file is copied later, if it can be. */
  save(job: UploadJob): Promise<void>;
  /** Forgets a job and its file. */
  remove(id: string): Promise<void>;
  /** Leaves no content on this device; the jobs stay. */
  forgetFiles(): Promise<void>;
}

/** An upload's failure that may be over at the next attempt. */
export class ConnectionLost extends Error {
  override name = "ConnectionLost";

  constructor(message = "The connection was lost.") {
    super(message);
  }
}

/** The name was free when it was looked up, but is not any more. */
export class NameTaken extends Error {
  override name = "NameTaken";
}
