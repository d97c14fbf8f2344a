import type { Readable } from "node:stream";

/** Where the bytes of objects live. Ids are UUIDs this server made, never anything a user typed. */
export interface BlobStore {
  /**
   * Stores everything the source yields; resolves when it would survive a power cut.
   * When anything fails, nothing is left behind.
   */
  write(id: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * @param range first and last byte, both inclusive.
   * @returns null when there is no such blob. Destroying the stream frees its resources.
   */
  read(id: string, range?: { start: number; end: number }): Promise<Readable | null>;
  /** Succeeds when the blob is already gone. */
  remove(id: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /**
   * Takes a file whose bytes are already durable, without copying them. The file itself stays
   * until its owner removes it.
   * @param file a path on the same disk.
   */
  adopt(id: string, file: string): Promise<void>;
  /** Every stored blob, in no particular order. `modified` is in milliseconds since 1970. */
  list(): AsyncIterable<{ id: string; modified: number }>;
  /**
   * Ties the store to one database. False when it already belongs to another: nothing in it may
   * then be taken for an orphan.
   */
  claim(database: string): Promise<boolean>;
}

const BLOB_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Guards the places where an id becomes a path. */
export function isBlobId(text: string): boolean {
  return BLOB_ID.test(text);
}
