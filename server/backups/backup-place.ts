import type { Readable } from "node:stream";

/** An archive made by the schedule. */
export interface StoredArchive {
  /** As `archiveName()` gives it. */
  name: string;
  createdAt: Date;
  bytes: number;
}

/** Where scheduled archives are stored, by their names. */
export interface BackupPlace {
  /** Removes the partial archive when it fails. */
  write(name: string, archive: Readable, signal: AbortSignal): Promise<void>;
  /** @throws when it no longer exists. */
  open(name: string): Promise<Readable>;
  /** Newest first. Other files are ignored. */
  list(): Promise<StoredArchive[]>;
  delete(name: string): Promise<void>;
}
