import { lstat, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ArchiveError } from "../archive/archive-error.ts";
import { readNote, writeNote } from "../database/cluster-note.ts";
import { CLAIM, recordCluster, shorten } from "../database/place-cluster.ts";
import { removeCluster } from "../database/remove-site.ts";
import { nullWhenAbsent, syncFolder } from "../durable-files.ts";

/** Folders of the new cluster, and of the old one after the swap. */
export interface Places {
  to: string;
  kept: string;
}

/** Temporary files of an upgrade, inside the data directory. */
export function upgradeFolder(dataDir: string): string {
  return join(dataDir, "upgrade");
}

/**
 * Names the clusters beside the old one: `postgres` is replaced by `postgres-18`, or
 * `postgres-17-checksums` for the same version, and kept as `postgres-17-old`.
 * @throws {ArchiveError} when one of these folders exists.
 */
export async function choosePlaces(clusterDir: string, from: string, to: string): Promise<Places> {
  const name = basename(clusterDir).replace(/-\d+(-checksums)?$/, "");
  const base = join(dirname(clusterDir), name);
  const suffix = from === to ? "-checksums" : "";
  const places = { to: `${base}-${to}${suffix}`, kept: `${base}-${from}-old` };
  for (const path of Object.values(places)) {
    if ((await lstat(path).catch(nullWhenAbsent)) === null) continue;
    throw new ArchiveError(
      `${path} exists already, and the upgrade would use this name. Move it to another folder, or delete it if you do not need it.`,
    );
  }
  return places;
}

/** Puts the site on the new cluster by replacing `cluster.json` atomically. Both are stopped. */
export async function swapClusters(dataDir: string, from: string, places: Places): Promise<void> {
  // The new cluster was claimed for the upgrade's own folder.
  await rm(`${places.to}${CLAIM}`, { force: true });
  await syncFolder(dirname(places.to));
  const directory = shorten(dataDir, places.to);
  const replaced = { directory: shorten(dataDir, from), kept: shorten(dataDir, places.kept) };
  await writeNote(dataDir, { state: "created", directory, replaced });
}

/**
 * Sets the old cluster aside after a swap. Every step can be repeated, and `cluster.json` records
 * the remaining steps until the end.
 * @returns the old cluster's folder; null without a swap.
 */
export async function completeSwap(dataDir: string): Promise<string | null> {
  const note = await readNote(dataDir);
  if (note?.state !== "created" || !note.replaced) return null;
  const from = resolve(dataDir, note.replaced.directory);
  const kept = resolve(dataDir, note.replaced.kept);
  await rm(upgradeFolder(dataDir), { recursive: true, force: true });
  await rm(`${from}${CLAIM}`, { force: true });
  for (const suffix of [".log", ".log.1", ""]) {
    await rename(`${from}${suffix}`, `${kept}${suffix}`).catch(nullWhenAbsent);
  }
  await syncFolder(dirname(from));
  await recordCluster(dataDir, resolve(dataDir, note.directory));
  return kept;
}

/** Removes all files of an upgrade before its swap; the site is as before. */
export async function discardUpgrade(dataDir: string): Promise<void> {
  const folder = upgradeFolder(dataDir);
  const own = await clusterOf(dataDir);
  const begun = await clusterOf(folder);
  // By its name beside the old cluster: in a copied directory, the note has the original's folder.
  const to = own && begun && join(dirname(own), basename(begun));
  // After the swap, both are names of the site's cluster.
  if (to && to === own) return;
  if (to) await removeCluster(to);
  await rm(folder, { recursive: true, force: true });
}

async function clusterOf(dataDir: string): Promise<string | null> {
  const note = await readNote(dataDir);
  return note && note.state !== "external" && note.directory
    ? resolve(dataDir, note.directory)
    : null;
}
