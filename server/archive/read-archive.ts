import { createHash } from "node:crypto";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract as createExtract, type Extract } from "tar-stream";
import { z } from "zod";
import { countForGc } from "../storage/buffer-gc.ts";
import { type ArchiveOptions, type ArchiveTarget, startProgress } from "./archive-ends.ts";
import { DamagedArchiveError, UnknownOutcomeError } from "./archive-error.ts";
import { DigestList, readDigests } from "./digest-list.ts";
import {
  keysSchema,
  type Manifest,
  notAnArchive,
  parseManifest,
  type TableManifest,
} from "./manifest.ts";

/** Bytes of the parts that are read into memory: the manifest, keys, missing files. */
const SMALL_PART_BYTES = 64 * 1024 * 1024;

type Entry = Extract extends AsyncIterable<infer One> ? One : never;

/** What an archive brought. */
export interface Restored {
  manifest: Manifest;
  rows: number;
  files: number;
  missing: string[];
}

/**
 * Reads an archive into a target and commits once every part is there and has its digest. The input
 * is read once, so it may be a pipe. On any failure the target stays as it was.
 * @throws {ArchiveError} with one sentence for a damaged, truncated, foreign or newer archive.
 */
export async function readArchive(
  input: Readable,
  target: ArchiveTarget,
  options: ArchiveOptions = {},
): Promise<Restored> {
  const { signal } = options;
  try {
    const restored = await untilAborted(verifyArchive(input, target, options), signal);
    await target.commit(signal);
    return restored;
  } catch (error) {
    await target.abort();
    throw signal?.aborted && !(error instanceof UnknownOutcomeError) ? signal.reason : error;
  }
}

/** Rejects at once when the signal is aborted, whatever the work then waits for. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let cancel = () => {};
  const aborted = new Promise<never>((_, reject) => {
    cancel = () => reject(signal.reason);
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/**
 * Reads an archive to its end and checks every part, without committing.
 * @throws like `readArchive`.
 */
export async function verifyArchive(
  input: Readable,
  target: Omit<ArchiveTarget, "commit" | "abort">,
  { signal, onProgress }: ArchiveOptions = {},
): Promise<Restored> {
  const parts = new PartReader(input, signal);
  try {
    const manifest = parseManifest(await parts.text("manifest.json"));
    const progress = startProgress(manifest);
    parts.onBytes = (bytes) => {
      progress.bytes += bytes;
      onProgress?.(progress);
    };
    await target.begin(manifest);
    if (manifest.keys) {
      await target.keys(parts.parse(keysSchema, await parts.text("keys.json")));
    }
    for (const table of manifest.tables) {
      await readTable(parts, target, table);
      progress.rows += table.rows;
    }
    const files = await parts.files(async (id, size, bytes) => {
      await target.file(id, size, bytes);
      progress.files++;
      progress.fileBytes += size;
    });
    const missing = parts.next?.name === "missing.json" ? await parts.missing() : [];
    if (!parts.next) throw truncated();
    if (files + missing.length !== manifest.files.count) {
      throw new DamagedArchiveError("The archive is damaged: stored files are missing from it.");
    }
    await parts.checkDigests();
    return { manifest, rows: progress.rows, files, missing };
  } catch (error) {
    throw parts.explain(error);
  } finally {
    await parts.close();
  }
}

/**
 * The manifest of an archive whose beginning is in the input; the rest of the input is not read.
 * @throws {ArchiveError} when it does not begin with a manifest that this code reads.
 */
export async function readManifest(input: Readable): Promise<Manifest> {
  const parts = new PartReader(input, undefined);
  try {
    return parseManifest(await parts.text("manifest.json"));
  } catch (error) {
    throw parts.explain(error);
  } finally {
    await parts.close();
  }
}

async function readTable(
  parts: PartReader,
  target: Pick<ArchiveTarget, "rows">,
  table: TableManifest,
): Promise<void> {
  const rows = await target.rows(table, parts.table(table.name));
  if (rows !== table.rows) {
    throw new DamagedArchiveError(`The archive is damaged: rows of ${table.name} are missing.`);
  }
}

/** Reads the parts of a tar in their order, and their digests. */
class PartReader {
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

  async text(name: string): Promise<string> {
    await this.#advance();
    if (this.next?.name !== name) throw this.#began ? unexpected(this.next) : notAnArchive();
    if (this.next.size > SMALL_PART_BYTES) throw unexpected(this.next);
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
  async files(take: (id: string, size: number, bytes: Readable) => Promise<void>): Promise<number> {
    let count = 0;
    for (;;) {
      await this.#advance();
      const id = /^files\/([0-9a-f-]{36})$/.exec(this.next?.name ?? "")?.[1];
      if (!this.next || !id) return count;
      await this.#pass(id, this.next.size, take);
      count++;
    }
  }

  async missing(): Promise<string[]> {
    return this.parse(z.array(z.uuid()), await this.text("missing.json"));
  }

  /** @throws {DamagedArchiveError} for text that the schema refuses. */
  parse<T>(schema: z.ZodType<T>, text: string): T {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      throw new DamagedArchiveError("The archive is damaged: a part of it cannot be read.");
    }
  }

  /** Compares every part with the closing list. @throws {DamagedArchiveError} */
  async checkDigests(): Promise<void> {
    await this.#advance();
    if (this.next?.name !== "SHA256SUMS") throw unexpected(this.next);
    const found = this.#digests.bytes();
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
      return this.#began ? truncated() : notAnArchive();
    }
    if (/[Ii]nvalid (tar )?header|Header exceeds/.test(message)) {
      return this.#began
        ? new DamagedArchiveError("The archive is damaged: it cannot be read to its end.")
        : notAnArchive();
    }
    return cause;
  }

  async close(): Promise<void> {
    this.#extract.destroy();
    await this.#reading;
  }

  async #advance(): Promise<void> {
    // The part that was looked at is still to be read.
    if (this.#entry) return;
    const result = await this.#entries.next();
    this.#entry = result.done ? null : result.value;
    this.next = this.#entry?.header ?? null;
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    const entry = this.#entry;
    if (!entry) throw truncated();
    this.#entry = null;
    const hash = createHash("sha256");
    for await (const chunk of entry as unknown as AsyncIterable<Uint8Array>) {
      countForGc(chunk.byteLength);
      hash.update(chunk);
      this.onBytes(chunk.byteLength);
      yield chunk;
    }
    if (entry.header.name !== "SHA256SUMS") {
      this.#digests.add(entry.header.name, hash.digest("hex"));
    }
  }

  /** A Node stream for the target; streamx's own lacks what `pipeline` and stores expect. */
  async #pass(
    id: string,
    size: number,
    take: (id: string, size: number, bytes: Readable) => Promise<void>,
  ): Promise<void> {
    const bytes = new PassThrough({ highWaterMark: 256 * 1024 });
    const taken = take(id, size, bytes);
    await Promise.all([taken, pipeline(this.#read(), bytes)]);
  }
}

/**
 * Digests in another order than that of the parts are accepted.
 * @throws {DamagedArchiveError} naming the first part that differs.
 */
function compareDigests(found: Buffer, listed: Buffer): void {
  const digests = readDigests(found);
  for (const [name, digest] of readDigests(listed)) {
    if (digests.get(name) !== digest) {
      throw new DamagedArchiveError(
        `The archive is damaged: ${name} has other bytes than when it was written.`,
      );
    }
    digests.delete(name);
  }
  const [extra] = digests.keys();
  if (extra !== undefined) throw unexpected({ name: extra });
}

function unexpected(header: { name: string } | null): DamagedArchiveError {
  return header
    ? new DamagedArchiveError(`The archive is damaged: it has an unexpected part ${header.name}.`)
    : truncated();
}

function truncated(): DamagedArchiveError {
  return new DamagedArchiveError("The archive is not complete: its end is missing.");
}
