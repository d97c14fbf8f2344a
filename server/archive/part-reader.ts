import { createHash } from "node:crypto";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract as createExtract, type Extract } from "tar-stream";
import type { z } from "zod";
import { logLine } from "../log/log-line.ts";
import { countForGc } from "../storage/buffer-gc.ts";
import {
  type ArchiveError,
  damagedArchive,
  notAnArchive,
  truncatedArchive,
} from "./archive-error.ts";
import { DigestList, readDigests } from "./digest-list.ts";
import type { ReceivedFile } from "./source-and-target.ts";

/**
 * Bytes of an archive's manifest, and of its keys: parsed at once, so they are bounded. A manifest
 * has about 12 kB, and the setup page has to find the accounts after it in `ARCHIVE_HEAD_BYTES`.
 * @limit drive: an archive's manifest, and its keys
 */
const MANIFEST_MAX_BYTES = 256 * 1024;

/**
 * Bytes of an archive's list of files without bytes, 42 for each.
 * @limit drive: an archive's list of files that are not intact
 */
const FILE_LIST_MAX_BYTES = 64 * 1024 * 1024;

type Entry = Extract extends AsyncIterable<infer One> ? One : never;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Reads the parts of a tar in their order, and their digests. */
export class PartReader {
  /** The next entry; null at the end. */
  next: Entry["header"] | null = null;
  onBytes: (bytes: number) => void = () => {};
  readonly #entries: AsyncIterator<Entry>;
  readonly #digests = new DigestList();
  readonly #extract = createExtract();
  readonly #reading: Promise<unknown>;
  /** Why the input could not be read to its end. */
  #failure: unknown;
  #entry: Entry | null = null;
  #began = false;

  constructor(input: Readable, signal: AbortSignal | undefined) {
    this.#entries = this.#extract[Symbol.asyncIterator]();
    this.#reading = pipeline(input, this.#extract, signal ? { signal } : {}).catch((error) => {
      this.#failure = error;
    });
  }

  /**
   * @throws {ArchiveError} for more than `MANIFEST_MAX_BYTES`, because the part is parsed whole.
   */
  async text(name: string): Promise<string> {
    await this.#advance();
    if (this.next?.name !== name) throw this.#began ? unexpected(this.next) : notAnArchive();
    if (this.next.size > MANIFEST_MAX_BYTES) {
      throw damagedArchive(`its ${name} is too long.`);
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.#read()) chunks.push(chunk);
    this.#began = true;
    return Buffer.concat(chunks).toString("utf8");
  }

  /** All parts of a table as one sequence. */
  async *table(name: string): AsyncGenerator<Uint8Array> {
    const prefix = `tables/${name}/`;
    for (;;) {
      await this.#advance();
      if (!this.next?.name.startsWith(prefix)) return;
      yield* this.#read();
    }
  }

  /** @returns the number of files. */
  async files(take: (file: ReceivedFile) => Promise<void>): Promise<number> {
    let count = 0;
    for (;;) {
      await this.#advance();
      const id = /^files\/([0-9a-f-]{36})$/.exec(this.next?.name ?? "")?.[1];
      if (!this.next || !id) return count;
      await this.#pass({ id, size: this.next.size }, take);
      count++;
    }
  }

  /**
   * The ids in a list of files, if that is the next part. The list is read in pieces, because it
   * may have an id for every file of a large site.
   * @param most the highest possible number of ids.
   */
  async fileList(name: string, most: number): Promise<string[]> {
    await this.#advance();
    if (this.next?.name !== name) return [];
    if (this.next.size > FILE_LIST_MAX_BYTES) throw unexpected(this.next);
    const ids: string[] = [];
    let text = "";
    const take = (end: number) => {
      for (const [id] of text.slice(0, end).matchAll(UUID)) ids.push(id);
      text = text.slice(end);
      if (ids.length > most || text.length > MANIFEST_MAX_BYTES) throw unexpected({ name });
    };
    for await (const chunk of this.#read()) {
      text += Buffer.from(chunk).toString("latin1");
      take(text.lastIndexOf(",") + 1);
    }
    take(text.length);
    return ids;
  }

  /** @throws {ArchiveError} for text that the schema refuses. */
  parse<T>(schema: z.ZodType<T>, text: string): T {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      throw damagedArchive("a part of it cannot be read.");
    }
  }

  /** Compares every part with the closing list. @throws {ArchiveError} */
  async checkDigests(): Promise<void> {
    await this.#advance();
    if (this.next?.name !== "SHA256SUMS") throw unexpected(this.next);
    const found = this.#digests.bytes();
    // The list is kept in memory where it differs, so its size is bounded.
    if (this.next.size > 2 * found.byteLength + MANIFEST_MAX_BYTES) throw unexpected(this.next);
    let matched = 0;
    const others: Uint8Array[] = [];
    for await (const chunk of this.#read()) {
      const end = matched + chunk.byteLength;
      if (others.length === 0 && found.subarray(matched, end).equals(chunk)) matched = end;
      else others.push(chunk);
    }
    if (others.length > 0 || matched < found.byteLength) {
      compareDigests(found, Buffer.concat([found.subarray(0, matched), ...others]));
    }
    await this.#advance();
    if (this.next) throw unexpected(this.next);
  }

  /** The reason for a failure: an unreadable tar shows in several places at once. */
  explain(error: unknown): unknown {
    // The reader of a part only learns that the stream was destroyed.
    const wasDestroyed = (error as Error).name === "StreamError";
    const cause = wasDestroyed ? (this.#failure ?? error) : error;
    const { message = "" } = cause as Error;
    if (/^Unexpected end of data|[Pp]remature|^Stream was destroyed/.test(message)) {
      return this.#began ? truncatedArchive() : notAnArchive();
    }
    if (/[Ii]nvalid (tar )?header|Header exceeds/.test(message)) {
      return this.#began ? damagedArchive("it cannot be read to its end.") : notAnArchive();
    }
    return cause;
  }

  async close(): Promise<void> {
    this.#extract.destroy();
    await this.#reading;
  }

  async #advance(): Promise<void> {
    // The part that was peeked at is still to be read.
    if (this.#entry) return;
    const result = await this.#entries.next();
    this.#entry = result.done ? null : result.value;
    this.next = this.#entry?.header ?? null;
  }

  /** @param onEnd receives the SHA-256 of the part. */
  async *#read(onEnd: (sha256: string) => void = () => {}): AsyncGenerator<Uint8Array> {
    const entry = this.#entry;
    if (!entry) throw truncatedArchive();
    this.#entry = null;
    const hash = createHash("sha256");
    for await (const chunk of entry as unknown as AsyncIterable<Uint8Array>) {
      countForGc(chunk.byteLength);
      hash.update(chunk);
      this.onBytes(chunk.byteLength);
      yield chunk;
    }
    if (entry.header.name === "SHA256SUMS") return;
    const sha256 = hash.digest("hex");
    this.#digests.add(entry.header.name, sha256);
    onEnd(sha256);
  }

  /** A Node stream for the target; streamx's own lacks what `pipeline` and stores expect. */
  async #pass(
    header: Pick<ReceivedFile, "id" | "size">,
    take: (file: ReceivedFile) => Promise<void>,
  ): Promise<void> {
    const bytes = new PassThrough({ highWaterMark: 256 * 1024 });
    let digest = "";
    const taken = take({ ...header, bytes, sha256: () => digest });
    // The consumer of the bytes knows why it stopped, such as a full disk; the pipeline does not.
    taken.catch(() => bytes.destroy());
    const read = this.#read((sha256) => {
      digest = sha256;
    });
    const outcomes = await Promise.allSettled([taken, pipeline(read, bytes)]);
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }
}

/**
 * Digests in another order than that of the parts are accepted.
 * @throws {ArchiveError} naming the first part that differs.
 */
function compareDigests(found: Buffer, listed: Buffer): void {
  const digests = readDigests(found);
  for (const [name, digest] of readDigests(listed)) {
    if (digests.get(name) !== digest) {
      throw damagedArchive(`${logLine(name)} has other bytes than when it was written.`);
    }
    digests.delete(name);
  }
  const [extra] = digests.keys();
  if (extra !== undefined) throw unexpected({ name: extra });
}

/** Error for an unexpected part; null stands for the end. */
function unexpected(header: { name: string } | null): ArchiveError {
  if (!header) return truncatedArchive();
  return damagedArchive(`it has an unexpected part ${logLine(header.name)}.`);
}
