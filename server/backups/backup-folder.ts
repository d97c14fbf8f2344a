import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createFolder, nullWhenAbsent } from "../durable-files.ts";
import { writeFileSafely } from "../transfer/archive-file.ts";
import { timeOfArchive } from "./archive-name.ts";
import type { BackupPlace, StoredArchive } from "./backup-place.ts";

/** A folder of archives named by the time they were made. Created when it is missing. */
export function createBackupFolder(folder: string): BackupPlace {
  return {
    async write(name, archive, signal) {
      await createFolder(folder);
      await writeFileSafely(join(folder, name), archive, signal);
    },
    open: async (name) => createReadStream(join(folder, name), { highWaterMark: 256 * 1024 }),
    async list() {
      const names = (await readdir(folder).catch(nullWhenAbsent)) ?? [];
      const found = await Promise.all(
        names.map(async (name): Promise<StoredArchive | null> => {
          const createdAt = timeOfArchive(name);
          return createdAt && { name, createdAt, bytes: (await stat(join(folder, name))).size };
        }),
      );
      return found
        .filter((archive) => archive !== null)
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    },
    delete: (name) => rm(join(folder, name), { force: true }),
  };
}
