import type { Readable } from "node:stream";

/** An archive made by the schedule. */
export interface StoredArchive {
  name: string;
  createdAt: Date;
  bytes: number;
}

/** Where scheduled archives are stored. */
export interface BackupPlace {
  /** Nothing is left of a failed write. */
  write(createdAt: Date, archive: Readable, signal: AbortSignal): Promise<StoredArchive>;
  /** @throws when it is gone. */
  open(archive: StoredArchive): Promise<Readable>;
  /** Newest first. Other files are ignored. */
  list(): Promise<StoredArchive[]>;
  delete(archive: StoredArchive): Promise<void>;
}
