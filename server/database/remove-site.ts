import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { silentLog } from "../log/log.ts";
import { readNote } from "./cluster-note.ts";
import { CLAIM } from "./place-cluster.ts";
import { endOrphan } from "./postmaster.ts";

/**
 * Deletes a data directory and its database, even a database outside of the directory. For the copy
 * that proves a backup, which a killed server may have left running.
 */
export async function removeSite(dataDir: string): Promise<void> {
  const note = await readNote(dataDir);
  if (note && note.state !== "external" && note.directory) {
    await removeCluster(resolve(dataDir, note.directory));
  }
  await rm(dataDir, { recursive: true, force: true });
}

/** Deletes a cluster with the files beside it, after ending its running process. */
export async function removeCluster(clusterDir: string): Promise<void> {
  await endOrphan(clusterDir, silentLog);
  for (const suffix of ["", ".draft", ".draft.password", ".log", ".log.1", CLAIM]) {
    await rm(`${clusterDir}${suffix}`, { recursive: true, force: true });
  }
}
