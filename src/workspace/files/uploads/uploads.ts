import type { Picked } from "./picked-files.ts";
import type { UnfinishedStore, UploadBackend } from "./upload-backend.ts";
import type { ConflictChoice, UploadJob } from "./upload-job.ts";

/** All uploads to the drive, across screens. */
export interface Uploads {
  /** The same array until something changes. */
  get(): readonly UploadJob[];
  subscribe(listener: () => void): () => void;
  add(picked: readonly Picked[], folderId: string | null): void;
  /** Resolves a name conflict; `forAll` applies to the rest of its batch. */
  answer(id: string, choice: ConflictChoice, forAll: boolean): void;
  cancel(id: string): void;
  retry(id: string): void;
  /** Resumes an upload of an earlier visit. False when it is not the same file. */
  resume(id: string, file: File): boolean;
  /** Call when the connection is back. */
  reconnect(): void;
  /** Removes finished uploads from the list. */
  clear(): void;
  /** Stops every upload; resumable ones are stored for the next visit. */
  stop(): void;
}

export interface UploadDeps {
  backend: UploadBackend;
  store: UnfinishedStore;
  /** Called for every file and folder added to the drive. */
  onStored: () => void;
  isOnline?: () => boolean;
}
