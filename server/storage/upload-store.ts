import { randomUUID } from "node:crypto";
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DataStore, ERRORS, Upload } from "@tus/server";
import { isBlobId } from "./blob-store.ts";
import { writeAll } from "./file-blob-store.ts";

/** The metadata stored next to an upload's bytes. */
interface UploadRecord {
  size: number;
  metadata: Record<string, string | null>;
  /** The object exists; the bytes have become its blob. */
  finished: boolean;
}

/** Milliseconds after its last byte until an unfinished upload expires, as on hosted Supabase. */
export const UPLOAD_LIFETIME = 24 * 60 * 60 * 1000;

/**
 * Unfinished uploads as files: `<id>` has the bytes so far, `<id>.json` the metadata. The length of
 * the file is the offset, so a killed server or a power cut loses at most what was not yet stored.
 */
export class UploadStore extends DataStore {
  readonly directory: string;

  constructor(directory: string) {
    super();
    this.directory = directory;
    this.extensions = ["creation", "creation-with-upload", "termination", "expiration"];
  }

  override async create(upload: Upload): Promise<Upload> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    await writeFile(this.pathOf(upload.id), "", { flag: "wx", mode: 0o600 });
    const { size = 0, metadata = {} } = upload;
    await this.save(upload.id, { size, metadata, finished: false });
    return upload;
  }

  /** The `creation_date` is the time of the last byte, from which the lifetime counts. */
  override async getUpload(id: string): Promise<Upload> {
    const record = await this.find(id);
    if (!record) throw ERRORS.FILE_NOT_FOUND;
    const { size, metadata } = record;
    if (record.finished) return new Upload({ id, size, metadata, offset: size });
    const bytes = await stat(this.pathOf(id)).catch(nullWhenAbsent);
    if (!bytes) throw ERRORS.FILE_NO_LONGER_EXISTS;
    const creation_date = bytes.mtime.toISOString();
    return new Upload({ id, size, metadata, offset: bytes.size, creation_date });
  }

  /** Keeps everything that arrives, even if the sender stops in the middle. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const handle = await open(this.pathOf(id), "r+").catch(nullWhenAbsent);
    if (!handle) {
      // A client that missed the last response may finish again, with no bytes left to send.
      if ((await this.find(id))?.finished) return offset;
      throw ERRORS.FILE_NO_LONGER_EXISTS;
    }
    let end = offset;
    try {
      for await (const chunk of source) {
        await writeAll(handle, chunk, end);
        end += chunk.byteLength;
      }
    } finally {
      await handle.sync().finally(() => handle.close());
    }
    return end;
  }

  override async remove(id: string): Promise<void> {
    const known = await this.find(id);
    await rm(this.pathOf(id), { force: true });
    await rm(`${this.pathOf(id)}.json`, { force: true });
    if (!known) throw ERRORS.FILE_NOT_FOUND;
  }

  override getExpiration(): number {
    return UPLOAD_LIFETIME;
  }

  /** @returns null when there is no such upload, or its record was truncated by a power cut. */
  async find(id: string): Promise<UploadRecord | null> {
    const text = await readFile(`${this.pathOf(id)}.json`, "utf8").catch(nullWhenAbsent);
    if (text === null) return null;
    try {
      return JSON.parse(text) as UploadRecord;
    } catch {
      return null;
    }
  }

  /**
   * Deletes the bytes and records that all of them arrived, for a client that missed the response.
   */
  async finish(id: string, record: UploadRecord): Promise<void> {
    await this.save(id, { ...record, finished: true });
    await rm(this.pathOf(id), { force: true });
  }

  pathOf(id: string): string {
    if (!isBlobId(id)) throw ERRORS.FILE_NOT_FOUND;
    return join(this.directory, id);
  }

  /** Every upload's id and the time it was last written to, in milliseconds since 1970. */
  async list(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    const folder = await opendir(this.directory).catch(nullWhenAbsent);
    if (!folder) return found;
    for await (const { name } of folder) {
      const id = name.slice(0, 36);
      if (!isBlobId(id)) continue;
      const file = await stat(join(this.directory, name)).catch(nullWhenAbsent);
      if (file) found.set(id, Math.max(found.get(id) ?? 0, file.mtimeMs));
    }
    return found;
  }

  /** Removes every file of an upload, including drafts of its record. */
  async discard(id: string): Promise<void> {
    for await (const { name } of await opendir(this.directory)) {
      if (name.startsWith(id)) await rm(join(this.directory, name), { force: true });
    }
  }

  /** Renamed into place, so that nobody reads a partial record. */
  private async save(id: string, record: UploadRecord): Promise<void> {
    const draft = `${this.pathOf(id)}.${randomUUID()}`;
    await writeFile(draft, JSON.stringify(record), { mode: 0o600 });
    await rename(draft, `${this.pathOf(id)}.json`);
  }
}

function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
