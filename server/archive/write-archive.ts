import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pack as createPack, type Pack } from "tar-stream";
import { countForGc } from "../storage/buffer-gc.ts";
import { FOYER_VERSION } from "../version.ts";
import { DigestList } from "./digest-list.ts";
import { encrypt } from "./encryption.ts";
import { exactly, nullWhenUnreadable } from "./file-bytes.ts";
import { FORMAT_VERSION, type Manifest, type TableManifest } from "./manifest.ts";
import { findLostRows, type SiteDefects } from "./site-defects.ts";
import {
  type ArchivedFile,
  type ArchiveOptions,
  type ArchiveSource,
  startProgress,
} from "./source-and-target.ts";

/** Bytes of a table collected for one part; a longer row makes its part longer. */
const PART_BYTES = 1024 * 1024;

/** Totals of an archive that its manifest cannot know in advance. */
export interface Written {
  manifest: Manifest;
  defects: SiteDefects;
}

/**
 * An archive as a stream of bytes, made while it is read: memory does not grow with the site. The
 * source stays open; close it when the stream has ended.
 * @param onWritten called after the last part, before the stream ends.
 */
export function writeArchive(
  source: ArchiveSource,
  options: ArchiveOptions & { onWritten?: (written: Written) => void } = {},
): Readable {
  const pack = createPack();
  // The reader gets the error; a reader that has ended or never started must not end the process.
  pack.on("error", () => {});
  const writing = writeParts(pack, source, options).then(
    (written) => {
      options.onWritten?.(written);
      pack.finalize();
    },
    (error: Error) => pack.destroy(error),
  );
  async function* bytes() {
    try {
      yield* pack as unknown as AsyncIterable<Uint8Array>;
    } finally {
      pack.destroy(null);
      await writing;
    }
  }
  const { signal } = options;
  const stream = Readable.from(bytes(), { objectMode: false, ...(signal ? { signal } : {}) });
  stream.on("error", () => {});
  // Destroyed before the first read, the generator does not run, and so nor does its end.
  stream.once("close", () => pack.destroy());
  return stream;
}

/**
 * Archives a source and closes it.
 * @param passphrase encrypts the archive; null for none.
 * @param save stores the bytes of the archive.
 */
export async function saveArchive(
  source: ArchiveSource,
  passphrase: string | null,
  save: (bytes: Readable) => Promise<unknown>,
  options: ArchiveOptions = {},
): Promise<Written> {
  const results: Written[] = [];
  const onWritten = (written: Written) => results.push(written);
  try {
    const plain = writeArchive(source, { ...options, onWritten });
    await save(passphrase === null ? plain : await encrypt(plain, passphrase));
    const [written] = results;
    if (!written) throw new Error("The archive was not written to its end.");
    return written;
  } finally {
    await source.close();
  }
}

async function writeParts(
  pack: Pack,
  source: ArchiveSource,
  { onProgress }: ArchiveOptions,
): Promise<Written> {
  const manifest: Manifest = {
    format: "foyer-archive",
    version: FORMAT_VERSION,
    foyer: FOYER_VERSION,
    ...source.contents,
  };
  const progress = startProgress(manifest);
  const parts = new PartWriter(pack, new Date(manifest.createdAt), (bytes) => {
    progress.bytes += bytes;
    onProgress?.(progress);
  });
  await parts.add("manifest.json", json(manifest));
  if (source.keys) await parts.add("keys.json", json(source.keys));
  for (const table of manifest.tables) {
    await writeTable(parts, source, table);
    progress.rows += table.rows;
  }
  const missing: ArchivedFile[] = [];
  const damaged: ArchivedFile[] = [];
  for await (const file of source.files()) {
    const bytes = await file.open().catch(nullWhenUnreadable);
    if (!bytes) missing.push(file);
    else if (!(await writeFile(parts, file, bytes))) damaged.push(file);
    progress.files++;
    progress.fileBytes += file.size;
  }
  await addList(parts, "missing.json", missing);
  await addList(parts, "damaged.json", damaged);
  await parts.finish();
  const defects = {
    missing,
    damaged,
    unmatched: source.unmatched(),
    lostRows: findLostRows(source.provenRows, manifest.tables),
    skipped: source.skipped(),
  };
  return { manifest, defects };
}

/** @returns whether the bytes equal the stored ones. */
async function writeFile(parts: PartWriter, file: ArchivedFile, bytes: Readable): Promise<boolean> {
  const { id, size, sha256 } = file;
  const stored = exactly(size, bytes);
  const digest = await parts.addStream(`files/${id}`, size, stored.bytes);
  if (!stored.isWhole() || digest !== (sha256 ?? digest)) return false;
  if (sha256 === null) file.trust(digest);
  return true;
}

async function addList(parts: PartWriter, name: string, files: ArchivedFile[]): Promise<void> {
  if (files.length > 0) await parts.add(name, json(files.map(({ id }) => id)));
}

/** Writes a table in parts, because a tar needs the length of each part before its bytes. */
async function writeTable(parts: PartWriter, source: ArchiveSource, table: TableManifest) {
  let number = 0;
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  const flush = async () => {
    number++;
    await parts.add(
      `tables/${table.name}/${String(number).padStart(6, "0")}.copy`,
      Buffer.concat(chunks),
    );
    chunks = [];
    bytes = 0;
  };
  for await (const chunk of source.rows(table)) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= PART_BYTES) await flush();
  }
  if (bytes > 0) await flush();
}

/** Adds entries to a tar and remembers their digests. */
class PartWriter {
  readonly #pack: Pack;
  readonly #modified: Date;
  readonly #onBytes: (bytes: number) => void;
  readonly #digests = new DigestList();

  constructor(pack: Pack, modified: Date, onBytes: (bytes: number) => void) {
    this.#pack = pack;
    this.#modified = modified;
    this.#onBytes = onBytes;
  }

  add(name: string, bytes: Buffer): Promise<string> {
    return this.addStream(name, bytes.byteLength, [bytes]);
  }

  /** @returns the digest of the bytes. */
  async addStream(
    name: string,
    size: number,
    bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<string> {
    const hash = createHash("sha256");
    await this.#write(name, size, bytes, (chunk) => {
      hash.update(chunk);
      this.#onBytes(chunk.byteLength);
    });
    const digest = hash.digest("hex");
    this.#digests.add(name, digest);
    return digest;
  }

  /** Adds the digests of all parts as the last part. */
  async finish(): Promise<void> {
    const lines = this.#digests.bytes();
    await this.#write("SHA256SUMS", lines.byteLength, [lines], () => {});
  }

  async #write(
    name: string,
    size: number,
    bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    onChunk: (chunk: Uint8Array) => void,
  ): Promise<void> {
    async function* observed() {
      for await (const chunk of bytes) {
        // A short file leaves most of its read buffer unused.
        countForGc(chunk.buffer.byteLength);
        onChunk(chunk);
        yield chunk;
      }
    }
    const header = { name, size, mode: 0o600, mtime: this.#modified };
    await pipeline(observed, this.#pack.entry(header));
  }
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
