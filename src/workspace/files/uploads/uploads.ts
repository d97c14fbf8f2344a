import type { Picked } from "./picked-files.ts";
import type { UnfinishedStore, UploadBackend } from "./upload-backend.ts";
import type { ConflictChoice, UploadJob } from "./upload-job.ts";

/** Everything on its way into the drive, whatever screen is shown meanwhile. */
export interface Uploads {
  /** The same array until something changes. */
  get(): readonly UploadJob[];
  subscribe(listener: () => void): () => void;
  add(picked: readonly Picked[], folderId: string | null): void;
  /** What to do about a taken name; `forAll` decides for the rest of what was added with it. */
  answer(id: string, choice: ConflictChoice, forAll: boolean): void;
  cancel(id: string): void;
  retry(id: string): void;
  /** Goes on with an upload of an earlier visit. False when it is not the same file. */
  goOn(id: string, file: File): boolean;
  /** The connection is back. */
  goOnline(): void;
  /** Takes what is over from the list. */
  clear(): void;
  /** Ends every transfer; what can be resumed is kept for the next visit. */
  stop(): void;
}

export interface UploadSurroundings {
  backend: UploadBackend;
  store: UnfinishedStore;
  /** Hears of every file and folder that has become part of the drive. */
  onStored: () => void;
  isOnline?: () => boolean;
}
