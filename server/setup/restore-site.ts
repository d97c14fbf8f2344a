import { statfs } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ArchiveSummary } from "../../shared/restore.ts";
import { ArchiveError } from "../archive/archive-error.ts";
import { lockableUrl } from "../archive/archive-lock.ts";
import { checkSchema, type Manifest } from "../archive/manifest.ts";
import { type Restored, readBeginning, restoreArchive } from "../archive/read-archive.ts";
import { type Progress, totalsOf } from "../archive/source-and-target.ts";
import { openSqlTarget } from "../archive/sql-target.ts";
import type { Sql } from "../database/connect.ts";
import { readSchema } from "../database/schema.ts";
import type { ServerDeps } from "../deps.ts";

export type RestoreDeps = Pick<ServerDeps, "blobs" | "config" | "database">;

/**
 * Restores an archive into the running server's own site, whose content it replaces, unless the
 * site has got an owner by then. Signing keys in the archive are not taken over.
 * @param passphrase null when the page has none.
 * @throws {ArchiveError} with one sentence; the site is then as it was.
 */
export function restoreSite(
  deps: RestoreDeps,
  bytes: AsyncIterable<Uint8Array>,
  options: {
    passphrase: string | null;
    signal: AbortSignal;
    onProgress: (progress: Progress) => void;
  },
): Promise<Restored> {
  const { blobs, config } = deps;
  const { passphrase, signal, onProgress } = options;
  return restoreArchive(
    Readable.from(bytes, { objectMode: false, signal }),
    async () => requirePassphrase(passphrase),
    () =>
      openSqlTarget({ url: lockableUrl(deps), blobs, replace: true, beforeCommit: refuseOwner }),
    { signal, onProgress, check: (manifest) => checkSpace(config, manifest) },
  );
}

/**
 * Reads the contents of an archive from its first bytes.
 * @throws {ArchiveError} when the archive cannot be restored here.
 */
export async function inspectArchive(
  { config }: Pick<RestoreDeps, "config">,
  head: Uint8Array,
  passphrase: string | null,
): Promise<ArchiveSummary> {
  const bytes = Readable.from(inPieces(head), { objectMode: false });
  const { manifest, accounts } = await readBeginning(bytes, async () =>
    requirePassphrase(passphrase),
  );
  checkSchema(manifest, await readSchema());
  await checkSpace(config, manifest);
  return { createdAt: manifest.createdAt, ...totalsOf(manifest), accounts };
}

function requirePassphrase(passphrase: string | null): string {
  if (passphrase !== null) return passphrase;
  const text = "The archive is encrypted. Enter its passphrase.";
  throw new ArchiveError(text, { code: "passphrase_needed" });
}

/**
 * Small pieces, so that an encrypted archive's reader stops before the missing end: the error there
 * would discard what is already decrypted.
 */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = 16 * 1024;
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

/** Creating an owner locks the same table first. */
async function refuseOwner(transaction: Pick<Sql, "unsafe">): Promise<void> {
  await transaction.unsafe("lock table private.members in share row exclusive mode");
  const owners = await transaction.unsafe("select from private.members where role = 'admin'");
  if (owners.length === 0) return;
  throw new ArchiveError("This site already has an owner.", { code: "owner_exists" });
}

/** A full disk would stop the database as well. A bucket has no such limit. */
async function checkSpace(
  { blobs, dataDir }: RestoreDeps["config"],
  { files }: Manifest,
): Promise<void> {
  if (blobs) return;
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  if (files.bytes <= free) return;
  // Rounded apart, so that two amounts are told.
  const needed = Math.ceil(files.bytes / 1024 ** 2).toLocaleString("en-US");
  const left = Math.floor(free / 1024 ** 2).toLocaleString("en-US");
  throw new ArchiveError(`Not enough space on the server: ${needed} MB needed, ${left} MB free.`, {
    code: "disk_full",
  });
}
