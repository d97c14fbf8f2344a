import type { Readable } from "node:stream";
import { type Accounts, createAccountReader } from "./accounts.ts";
import { damagedArchive, mayHaveChanged, truncatedArchive } from "./archive-error.ts";
import { keysSchema, type Manifest, parseManifest, type TableManifest } from "./manifest.ts";
import { PartReader } from "./part-reader.ts";
import {
  type ArchiveOptions,
  type ArchiveTarget,
  type FileDefects,
  startProgress,
} from "./source-and-target.ts";

/** What an archive brought. */
export interface Restored {
  manifest: Manifest;
  rows: number;
  files: number;
  /** The names of stored files that are not intact in the archive. */
  defects: FileDefects;
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
    throw signal?.aborted && !mayHaveChanged(error) ? signal.reason : error;
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

/** What the beginning of an archive says. */
export interface Beginning {
  manifest: Manifest;
  /** Null where the beginning ends before them. */
  accounts: Accounts | null;
}

/**
 * Reads the manifest and the accounts of an archive whose beginning is in the input; the rest of
 * the input is not read.
 * @throws {ArchiveError} when it does not begin with a manifest that this code reads.
 */
export async function readBeginning(input: Readable): Promise<Beginning> {
  const parts = new PartReader(input, undefined);
  try {
    const manifest = parseManifest(await parts.text("manifest.json"));
    return { manifest, accounts: await readAccounts(parts, manifest).catch(() => null) };
  } catch (error) {
    throw parts.explain(error);
  } finally {
    await parts.close();
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
    // Only the next part shows that this one was complete.
    if (!parts.next) return null;
    const accounts = reader.accounts();
    if (accounts) return accounts;
  }
  return null;
}

async function readTable(
  parts: PartReader,
  target: Pick<ArchiveTarget, "rows">,
  table: TableManifest,
): Promise<void> {
  const rows = await target.rows(table, parts.table(table.name));
  if (rows !== table.rows) {
    throw damagedArchive(`rows of ${table.name} are missing.`);
  }
}
