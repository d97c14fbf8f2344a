import type { Readable } from "node:stream";
import { type Accounts, createAccountReader } from "./accounts.ts";
import { damagedArchive, mayHaveChanged, truncatedArchive } from "./archive-error.ts";
import { decryptIfNeeded } from "./encryption.ts";
import { keysSchema, type Manifest, parseManifest } from "./manifest.ts";
import { PartReader } from "./part-reader.ts";
import {
  type ArchiveOptions,
  type ArchiveSource,
  type ArchiveTarget,
  type FileDefects,
  startProgress,
} from "./source-and-target.ts";
import { writeArchive } from "./write-archive.ts";

export interface RestoreOptions extends ArchiveOptions {
  /** Refuses an archive by its manifest, before anything else of the archive is read. */
  check?: (manifest: Manifest) => Promise<void>;
  /** Called when the accounts have been received, before anything is replaced. */
  onAccounts?: (accounts: Accounts) => void;
}

export interface Restored {
  manifest: Manifest;
  rows: number;
  files: number;
  /** The names of stored files that are not intact in the archive. */
  defects: FileDefects;
}

type OpenTarget = () => Promise<ArchiveTarget>;

/**
 * Restores an archive into a site: `npm run restore`, the setup page and the proof of a backup
 * differ only in the target and the options. On any failure the target stays as it was.
 * @param bytes read once, so it may be a pipe.
 * @param askPassphrase called only for an encrypted archive.
 * @param openTarget called once the archive is decrypted, because opening a site may create it.
 * @throws {ArchiveError} for a damaged, truncated, foreign or newer archive, and for a target that
 * refuses it.
 */
export async function restoreArchive(
  bytes: Readable,
  askPassphrase: () => Promise<string>,
  openTarget: OpenTarget,
  options: RestoreOptions = {},
): Promise<Restored> {
  const archive = await decryptIfNeeded(bytes, askPassphrase);
  try {
    return await readArchive(archive, await openTarget(), options);
  } finally {
    archive.destroy();
  }
}

/**
 * Copies one site into another, without an archive: `npm run move` and `npm run upgrade`.
 * @throws like `restoreArchive`.
 */
export async function copySite(
  openSource: () => Promise<ArchiveSource>,
  openTarget: OpenTarget,
  options: RestoreOptions = {},
): Promise<Restored> {
  const target = await openTarget();
  const source = await openSource().catch((error) =>
    target.abort().then(() => Promise.reject(error)),
  );
  try {
    return await readArchive(writeArchive(source), target, options);
  } finally {
    await source.close();
  }
}

/** Reads a decrypted archive into a target and commits once every part is there and intact. */
export async function readArchive(
  input: Readable,
  target: ArchiveTarget,
  options: RestoreOptions = {},
): Promise<Restored> {
  const { signal } = options;
  try {
    const restored = await untilAborted(receive(input, target, options), signal);
    await target.commit(signal);
    return restored;
  } catch (error) {
    await target.abort();
    throw signal?.aborted && !mayHaveChanged(error) ? signal.reason : error;
  }
}

/** Rejects at once when the signal is aborted, even while the work is waiting. */
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

/** Reads an archive to its end and checks every part; nothing is visible in the target yet. */
async function receive(
  input: Readable,
  target: ArchiveTarget,
  { signal, onProgress, check, onAccounts }: RestoreOptions,
): Promise<Restored> {
  const parts = new PartReader(input, signal);
  const reader = createAccountReader();
  try {
    const manifest = parseManifest(await parts.text("manifest.json"));
    const progress = startProgress(manifest);
    parts.onBytes = (bytes) => {
      progress.bytes += bytes;
      onProgress?.(progress);
    };
    await check?.(manifest);
    await target.begin(manifest);
    if (manifest.keys) {
      await target.keys(parts.parse(keysSchema, await parts.text("keys.json")));
    }
    for (const table of manifest.tables) {
      const rows = await target.rows(table, reader.pass(table, parts.table(table.name)));
      if (rows !== table.rows) throw damagedArchive(`rows of ${table.name} are missing.`);
      progress.rows += rows;
      const accounts = reader.take();
      if (accounts) onAccounts?.(accounts);
    }
    const files = await parts.files(async (file) => {
      await target.file(file);
      progress.files++;
      progress.fileBytes += file.size;
    });
    const most = manifest.files.count;
    const missing = await parts.fileList("missing.json", most);
    const damaged = await parts.fileList("damaged.json", most);
    if (!parts.next) throw truncatedArchive();
    if (files + missing.length !== manifest.files.count) {
      throw damagedArchive("stored files are missing from it.");
    }
    await parts.checkDigests();
    const defects = await target.markDefects({ missing, damaged });
    return { manifest, rows: progress.rows, files, defects };
  } catch (error) {
    throw parts.explain(error);
  } finally {
    await parts.close();
  }
}

/**
 * Reads the manifest and the accounts of an archive whose beginning is in the input; the rest of
 * the input is not read.
 * @returns accounts null where the beginning ends before them.
 * @throws {ArchiveError} when it does not begin with a manifest that this code reads.
 */
export async function readBeginning(
  bytes: Readable,
  askPassphrase: () => Promise<string>,
): Promise<{ manifest: Manifest; accounts: Accounts | null }> {
  const archive = await decryptIfNeeded(bytes, askPassphrase);
  const parts = new PartReader(archive, undefined);
  try {
    const manifest = parseManifest(await parts.text("manifest.json"));
    return { manifest, accounts: await readAccounts(parts, manifest).catch(() => null) };
  } catch (error) {
    throw parts.explain(error);
  } finally {
    await parts.close();
    archive.destroy();
  }
}

async function readAccounts(
  parts: PartReader,
  { keys, tables }: Manifest,
): Promise<Accounts | null> {
  const reader = createAccountReader();
  if (keys) await parts.text("keys.json");
  for (const table of tables) {
    for await (const _chunk of reader.pass(table, parts.table(table.name)));
    // A part is complete only once the next part begins.
    if (!parts.next) return null;
    const accounts = reader.take();
    if (accounts) return accounts;
  }
  return null;
}
