import type { Readable } from "node:stream";
import type { Manifest, SigningKeys, TableManifest } from "./manifest.ts";

/** A site that can be archived, as it was at one moment. */
export interface ArchiveSource {
  contents: Omit<Manifest, "format" | "version" | "foyer">;
  keys: SigningKeys | null;
  /** The rows in PostgreSQL's COPY text format. Tables are read in the order of the manifest. */
  rows(table: TableManifest): AsyncIterable<Uint8Array>;
  /** The stored files; available after the last table was read. */
  files(): AsyncIterable<ArchivedFile>;
  /** The drive's rows whose stored file does not exist; available after the last table was read. */
  unmatched(): readonly NamedFile[];
  /** Sentences about damaged parts that were left out on request. */
  skipped(): readonly string[];
  /**
   * Rows as of the last proven backup, for the tables whose rows do not expire; empty without a
   * backup.
   */
  provenRows: Readonly<Record<string, number>>;
  /** Releases the snapshot and its locks. */
  close(): Promise<void>;
}

/** A stored file with the name shown to people. */
export interface NamedFile {
  /** Name of the file in the drive, or its path with the bucket. */
  name: string;
  /** Bytes. */
  size: number;
  /** ISO 8601. */
  createdAt: string;
  /** Whether only the workspace user may know its name. */
  isPrivate: boolean;
}

export interface ArchivedFile extends NamedFile {
  /** The id of its row in `storage.objects`. */
  id: string;
  /** SHA-256 of its bytes when they were stored, in hexadecimal digits; null when unknown. */
  sha256: string | null;
  /** @returns null when the bytes are missing in the source. */
  open(): Promise<Readable | null>;
  /** Stores the digest of a file that had none, so that later backups compare it. */
  trust(sha256: string): void;
}

/** A stored file on its way into a target. */
export interface ReceivedFile {
  /** The id of its row in `storage.objects`. */
  id: string;
  size: number;
  bytes: Readable;
  /** SHA-256 of the bytes in hexadecimal digits, once they have been read to their end. */
  sha256(): string;
}

/** Files that are not intact in an archive, by their ids or names. */
export interface FileDefects {
  /** Files without bytes. */
  missing: string[];
  /** Files whose bytes differ from the stored ones, or are zeros where none could be read. */
  damaged: string[];
}

/** A site that an archive is restored into. Readers see no change before `commit`. */
export interface ArchiveTarget {
  /** @throws {ArchiveError} when the site has content, or its schema does not fit. */
  begin(manifest: Manifest): Promise<void>;
  keys(keys: SigningKeys): Promise<void>;
  /** @returns the number of rows received. */
  rows(table: TableManifest, copyText: AsyncIterable<Uint8Array>): Promise<number>;
  file(file: ReceivedFile): Promise<void>;
  /**
   * Called after the last file with the ids of the files that are not intact in the archive, so
   * that the site keeps reporting them.
   * @returns the names of these files.
   */
  markDefects(ids: FileDefects): Promise<FileDefects>;
  /**
   * Replaces the site's content. Called once everything has been verified.
   * @param signal cancels it as long as nothing has changed.
   * @throws {ArchiveError} `outcome_unknown` when the commit may have succeeded.
   */
  commit(signal?: AbortSignal): Promise<void>;
  /** Removes the received data; the site stays as it was. */
  abort(): Promise<void>;
}

/** Amounts written or read so far. */
export interface Progress {
  /** Bytes of rows and files. */
  bytes: number;
  /** Bytes of the stored files alone. */
  fileBytes: number;
  files: number;
  rows: number;
  /** Totals of the archive. */
  total: { rows: number; files: number; fileBytes: number };
}

export interface ArchiveOptions {
  /** Cancels the operation. */
  signal?: AbortSignal;
  /** Called for every chunk; the receiver decides how often to show the progress. */
  onProgress?: (progress: Progress) => void;
}

export function totalsOf({ tables, files }: Pick<Manifest, "tables" | "files">): Progress["total"] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { rows, files: files.count, fileBytes: files.bytes };
}

export function startProgress(manifest: Manifest): Progress {
  return { bytes: 0, fileBytes: 0, files: 0, rows: 0, total: totalsOf(manifest) };
}
