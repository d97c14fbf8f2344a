import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { silentLog } from "../log/log.ts";
import { readNote } from "./cluster-note.ts";
import { endOrphan } from "./postmaster.ts";

/**
 * Deletes a data directory with its database, wherever that is. For the copy that proves a backup,
 * which a killed server may have left running.
 */
export async function removeSite(dataDir: string): Promise<void> {
  const note = await readNote(dataDir);
  if (note && note.state !== "external" && note.directory) {
    const clusterDir = resolve(dataDir, note.directory);
    await endOrphan(clusterDir, silentLog);
    // A cluster outside the directory has files beside it.
    for (const suffix of ["", ".draft", ".log", ".log.1", ".data-directory"]) {
      await rm(`${clusterDir}${suffix}`, { recursive: true, force: true });
    }
  }
  await rm(dataDir, { recursive: true, force: true });
}
