import { lstat, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { ArchiveError } from "../archive/archive-error.ts";
import { readNote } from "../database/cluster-note.ts";
import { CLAIM, isOutside, recordCluster, shorten } from "../database/place-cluster.ts";
import { removeCluster } from "../database/remove-site.ts";
import { nullWhenAbsent, replaceFile, syncFolder } from "../durable-files.ts";
import type { BlobStore } from "../storage/blobs/blob-store.ts";

const planSchema = z.object({
  /** The old cluster; paths as a data directory names its cluster. */
  from: z.string().min(1),
  /** The new one. */
  to: z.string().min(1),
  /** The old one's name afterwards. */
  kept: z.string().min(1),
  /** Identity of the old cluster as the owner of the stored files. */
  identity: z.string().min(1),
});

/**
 * What an upgrade is about to do, written before it creates anything outside its own folder, so
 * that the next run can complete or undo what a killed one left.
 */
export type Plan = z.infer<typeof planSchema>;

/** Everything an upgrade needs for a while, inside the data directory. */
export function upgradeFolder(dataDir: string): string {
  return join(dataDir, "upgrade");
}

/**
 * Names the clusters beside the old one: `postgres` is replaced by `postgres-18`, or
 * `postgres-17-checksums` for the same version, and kept as `postgres-17-old`.
 * @throws {ArchiveError} when one of them exists.
 */
export async function choosePlaces(
  clusterDir: string,
  from: string,
  to: string,
): Promise<{ to: string; kept: string }> {
  const name = basename(clusterDir).replace(/-\d+(-checksums)?$/, "");
  const base = join(dirname(clusterDir), name);
  const suffix = from === to ? "-checksums" : "";
  const places = { to: `${base}-${to}${suffix}`, kept: `${base}-${from}-old` };
  for (const path of Object.values(places)) {
    if (!(await exists(path))) continue;
    throw new ArchiveError(
      `${path} exists already, and the upgrade would use this name. Move it to another folder, or delete it if you do not need it.`,
    );
  }
  return places;
}

export async function writePlan(dataDir: string, plan: Plan): Promise<void> {
  const stored = {
    ...plan,
    from: shorten(dataDir, plan.from),
    to: shorten(dataDir, plan.to),
    kept: shorten(dataDir, plan.kept),
  };
  await replaceFile(join(upgradeFolder(dataDir), FILE), JSON.stringify(stored));
}

/** The plan of an upgrade that has not ended, with absolute paths. */
export async function readPlan(dataDir: string): Promise<Plan | null> {
  const file = join(upgradeFolder(dataDir), FILE);
  const text = await readFile(file, "utf8").catch(nullWhenAbsent);
  if (text === null) return null;
  const plan = planSchema.parse(JSON.parse(text));
  return {
    ...plan,
    from: resolve(dataDir, plan.from),
    to: resolve(dataDir, plan.to),
    kept: resolve(dataDir, plan.kept),
  };
}

/** Whether the site is on the new cluster. */
export async function isSwitched(dataDir: string, plan: Plan): Promise<boolean> {
  const note = await readNote(dataDir);
  return note?.state === "created" && resolve(dataDir, note.directory) === plan.to;
}

/**
 * Puts the site on the new cluster by replacing `cluster.json`, which is atomic. Both are stopped.
 */
export async function switchClusters(dataDir: string, plan: Plan): Promise<void> {
  // The new cluster was created for the upgrade's own folder.
  await rm(join(upgradeFolder(dataDir), "cluster.json"), { force: true });
  await syncFolder(dirname(plan.to));
  await recordCluster(dataDir, plan.to);
}

/** Completes an upgrade after the switch. Every step can be repeated. */
export async function finish(
  dataDir: string,
  plan: Plan,
  blobs: Pick<BlobStore, "release">,
): Promise<void> {
  if (!isOutside(dataDir, plan.to)) await rm(`${plan.to}${CLAIM}`, { force: true });
  // Until the new database owns the stored files, its server deletes no orphans among them.
  await blobs.release(plan.identity);
  await rm(`${plan.from}${CLAIM}`, { force: true });
  for (const suffix of [".log", ".log.1", ""]) {
    const old = `${plan.from}${suffix}`;
    if (await exists(old)) await rename(old, `${plan.kept}${suffix}`);
  }
  // The plan is what a repetition needs.
  await syncFolder(dirname(plan.from));
  await rm(upgradeFolder(dataDir), { recursive: true, force: true });
}

/** Removes everything of an upgrade that has not switched; the site is as before. */
export async function discard(dataDir: string, plan: Plan | null): Promise<void> {
  if (plan) await removeCluster(plan.to);
  await rm(upgradeFolder(dataDir), { recursive: true, force: true });
}

/** Inside the upgrade's folder. */
const FILE = "plan.json";

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => nullWhenAbsent(error) !== null,
  );
}
