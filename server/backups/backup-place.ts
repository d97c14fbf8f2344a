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
  /** Nothing is left of a failed write. */
  write(name: string, archive: Readable, signal: AbortSignal): Promise<void>;
  /** @throws when it is gone. */
  open(name: string): Promise<Readable>;
  /** Newest first. Other files are ignored. */
  list(): Promise<StoredArchive[]>;
  delete(name: string): Promise<void>;
}
