import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const statusSchema = z.object({
  /** The last archive that was restored and compared; null before the first one. */
  proven: z
    .object({
      at: z.iso.datetime(),
      archive: z.string(),
      rows: z.int(),
      files: z.int(),
    })
    .nullable(),
  /** The failure of the last run; null after a success. */
  failure: z.object({ at: z.iso.datetime(), message: z.string() }).nullable(),
});

/** What the schedule achieved last, as the dashboard shows it. */
export type BackupStatus = z.infer<typeof statusSchema>;

const NONE: BackupStatus = { proven: null, failure: null };

/** The status is a file in the data directory, so that it survives a restart and a lost database. */
export function openBackupStatus(dataDir: string) {
  const file = join(dataDir, "backups.json");
  return {
    /** A damaged file counts as none: the next run writes it again. */
    async read(): Promise<BackupStatus> {
      const text = await readFile(file, "utf8").catch(() => null);
      if (text === null) return NONE;
      try {
        return statusSchema.parse(JSON.parse(text));
      } catch {
        return NONE;
      }
    },
    async write(status: BackupStatus): Promise<void> {
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, JSON.stringify(status, null, 2), { mode: 0o600 });
      await rename(draft, file);
    },
  };
}
