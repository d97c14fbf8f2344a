import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { createFile, replaceFile } from "../durable-files.ts";
import { ClusterError } from "./binaries.ts";

const noteSchema = z.discriminatedUnion("state", [
  /** No database exists yet; `directory` is the location where the first one is being created. */
  z.object({ state: z.literal("new"), directory: z.string().min(1).optional() }),
  /** A path relative to the data directory, which may be moved, or an absolute path. */
  z.object({
    state: z.literal("created"),
    directory: z.string().min(1),
    /** The cluster before an upgrade, until it is renamed. */
    replaced: z.object({ directory: z.string().min(1), kept: z.string().min(1) }).optional(),
  }),
  /** The site's data is behind DATABASE_URL. */
  z.object({ state: z.literal("external") }),
]);

/** Location of a data directory's database, as recorded in the directory itself. */
export type ClusterNote = z.infer<typeof noteSchema>;

/** The note's name inside the data directory. */
export const NOTE = "cluster.json";

/**
 * Reads `<dataDir>/cluster.json`.
 * @returns null for an empty directory, or one that was restored without the note.
 * @throws {ClusterError} for an unreadable note.
 */
export async function readNote(dataDir: string): Promise<ClusterNote | null> {
  const path = join(dataDir, NOTE);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new ClusterError(`${path} cannot be read (${error.code}). Correct its permissions.`);
  });
  if (text === null) return null;
  try {
    return noteSchema.parse(JSON.parse(text));
  } catch {
    throw new ClusterError(
      `${path} is damaged. It says where the site's database is; restore it from a backup.`,
    );
  }
}

/** @throws {ClusterError} when the site's data is not in the data directory. */
export function refuseExternal(
  dataDir: string,
  note: ClusterNote,
): asserts note is Exclude<ClusterNote, { state: "external" }> {
  if (note.state !== "external") return;
  throw new ClusterError(
    `${dataDir} belongs to a site whose database is behind DATABASE_URL, which is not set. Set it, or set FOYER_DATA_DIR to an empty directory for a new site.`,
  );
}

/** Replaces the note atomically: after a power cut either the old or the new one is there. */
export async function writeNote(dataDir: string, note: ClusterNote): Promise<void> {
  await replaceFile(join(dataDir, NOTE), formatNote(note));
}

/**
 * Marks a directory without any sign of use as new, so that an interrupted first start can be
 * distinguished from a lost database.
 */
export async function markIfUnused(dataDir: string): Promise<void> {
  if (await wasUsed(dataDir)) return;
  await createFile(join(dataDir, NOTE), formatNote({ state: "new" }));
}

/** Whether there is any sign that this data directory has, or had, a database. */
export async function wasUsed(dataDir: string): Promise<boolean> {
  const note = await readNote(dataDir);
  return note ? note.state !== "new" : (await findTraces(dataDir)).length > 0;
}

/** The database and the files besides it that a start leaves in a data directory. */
export async function findTraces(dataDir: string): Promise<string[]> {
  const names = [CLUSTER, "secrets.json", "blobs", "postgres.log", "postgres.url"];
  const found = await Promise.all(names.map((name) => exists(join(dataDir, name))));
  return names.filter((_, index) => found[index]);
}

/** Where a cluster is in its data directory, unless an upgrade has replaced it. */
export const CLUSTER = "postgres";

/** Also returns true for a link to a disk that is not mounted. */
function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT" && error.code !== "ENOTDIR",
  );
}

function formatNote(note: ClusterNote): string {
  return `${JSON.stringify(note)}\n`;
}
