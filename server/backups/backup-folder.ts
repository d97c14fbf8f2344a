import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { writeFileSafely } from "../transfer/archive-file.ts";

/** An archive made by the schedule. */
export interface StoredArchive {
  name: string;
  createdAt: Date;
  bytes: number;
}

/** Where scheduled archives are stored. */
export interface BackupPlace {
  /** Nothing is left of a failed write. */
  write(createdAt: Date, archive: Readable, signal: AbortSignal): Promise<StoredArchive>;
  open(archive: StoredArchive): Readable;
  /** Newest first. Other files are ignored. */
  list(): Promise<StoredArchive[]>;
  delete(archive: StoredArchive): Promise<void>;
}

const NAME = /^foyer-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/;

/** A folder of archives named by the time they were made. Created when it is missing. */
export function createBackupFolder(folder: string): BackupPlace {
  return {
    async write(createdAt, archive, signal) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = nameOf(createdAt);
      await writeFileSafely(join(folder, name), archive, signal);
      const { size } = await stat(join(folder, name));
      return { name, createdAt, bytes: size };
    },
    open: ({ name }) => createReadStream(join(folder, name), { highWaterMark: 256 * 1024 }),
    async list() {
      const names = await readdir(folder).catch(() => []);
      const found = await Promise.all(
        names.map(async (name): Promise<StoredArchive | null> => {
          const createdAt = timeOf(name);
          return createdAt && { name, createdAt, bytes: (await stat(join(folder, name))).size };
        }),
      );
      return found
        .filter((archive) => archive !== null)
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    },
    delete: ({ name }) => rm(join(folder, name), { force: true }),
  };
}

function nameOf(createdAt: Date): string {
  return `foyer-${createdAt.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;
}

function timeOf(name: string): Date | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  return day === undefined ? null : new Date(`${day}T${hour}:${minute}:${second}Z`);
}
