import type { Readable } from "node:stream";
import type { Manifest, SigningKeys, TableManifest } from "./manifest.ts";

/** A site that can be archived, as it was at one moment. */
export interface ArchiveSource {
  contents: Omit<Manifest, "format" | "version" | "foyer">;
  keys: SigningKeys | null;
  /** The rows in PostgreSQL's COPY text format. Tables are read in the order of the manifest. */
  rows(table: TableManifest): AsyncIterable<Uint8Array>;
  /** The stored files, after the last table was read. */
  files(): AsyncIterable<ArchivedFile>;
  /** Releases the snapshot and its locks. */
  close(): Promise<void>;
}

export interface ArchivedFile {
  /** The id of its row in `storage.objects`. */
  id: string;
  /** Bytes. */
  size: number;
  /** @returns null when the bytes are missing in the source. */
  open(): Promise<Readable | null>;
}

/** A site that an archive is restored into. Nothing is visible before `commit`. */
export interface ArchiveTarget {
  /** @throws {ArchiveError} when the site has content, or its schema does not fit. */
  begin(manifest: Manifest): Promise<void>;
  keys(keys: SigningKeys): Promise<void>;
  /** @returns the number of rows received. */
  rows(table: TableManifest, copyText: AsyncIterable<Uint8Array>): Promise<number>;
  file(id: string, size: number, bytes: Readable): Promise<void>;
  /**
   * Replaces the site's content. Called once everything has been verified.
   * @param signal cancels it as long as nothing has changed.
   * @throws {UnknownOutcomeError} when nobody can tell whether it was replaced.
   */
  commit(signal?: AbortSignal): Promise<void>;
  /** Removes what was received; the site stays as it was. */
  abort(): Promise<void>;
}

/** What has been written or read so far. */
export interface Progress {
  /** Bytes of rows and files. */
  bytes: number;
  /** Of the stored files alone. */
  fileBytes: number;
  files: number;
  rows: number;
  /** What the archive will have in total. */
  total: { rows: number; files: number; fileBytes: number };
}

export interface ArchiveOptions {
  signal?: AbortSignal;
  /** Called for every chunk; the receiver decides how often to show it. */
  onProgress?: (progress: Progress) => void;
}

/** The totals of a manifest, with nothing done yet. */
export function startProgress(manifest: Pick<Manifest, "tables" | "files">): Progress {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { count: files, bytes: fileBytes } = manifest.files;
  return { bytes: 0, fileBytes: 0, files: 0, rows: 0, total: { rows, files, fileBytes } };
}
