import { z } from "zod";
import { checksum, compareHistory, type Schema, tooOld } from "../database/schema.ts";
import { ArchiveError, damagedArchive, notAnArchive } from "./archive-error.ts";

/** Raised whenever an older Foyer could not read the archive correctly. */
export const FORMAT_VERSION = 1;

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1).refine(areUnique),
  rows: z.int().nonnegative(),
});

const manifestSchema = z.object({
  format: z.literal("foyer-archive"),
  version: z.int().positive(),
  createdAt: z.iso.datetime(),
  /** The release of Foyer that wrote the archive; releases before 1.1.0 did not record it. */
  foyer: z.string().optional(),
  migrations: z.array(z.object({ version: z.string(), sha256: z.string().nullable() })).min(1),
  tables: z.array(tableSchema).refine((tables) => areUnique(tables.map(({ name }) => name))),
  files: z.object({ count: z.int().nonnegative(), bytes: z.int().nonnegative() }),
  /** Whether the workspace's notes, tasks and files were left out. */
  withoutWorkspace: z.boolean().optional(),
  /** Whether `keys.json` follows. */
  keys: z.boolean(),
});

function areUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

/** The first part of an archive: its format, its contents, and the schema it came from. */
export type Manifest = z.infer<typeof manifestSchema>;
export type TableManifest = z.infer<typeof tableSchema>;

/** The signing keys of a site, archived only on request. */
export const keysSchema = z.object({
  jwtSecret: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
});

export type SigningKeys = z.infer<typeof keysSchema>;

/**
 * Reads a manifest.
 * @throws {ArchiveError} for an archive of a newer format, and for anything but a manifest.
 */
export function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damagedArchive("its manifest cannot be read.");
  }
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== "foyer-archive") throw notAnArchive();
  if (typeof version === "number" && version > FORMAT_VERSION) {
    throw new ArchiveError(
      `The archive has format ${version}, and this version of Foyer reads up to ${FORMAT_VERSION}. Update Foyer.`,
    );
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) {
    throw damagedArchive("its manifest is incomplete.");
  }
  return parsed.data;
}

/**
 * Refuses an archive whose rows this code's schema cannot hold as they are. An archive of an older
 * schema since the oldest release fits: its rows get the defaults of newer columns.
 * @throws {ArchiveError}
 */
export function checkSchema(manifest: Manifest, schema: Pick<Schema, "migrations">): void {
  const versions = manifest.migrations.map(({ version }) => version);
  const { isTooOld, foreign, isNewer } = compareHistory(versions, schema);
  if (isTooOld) throw new ArchiveError(tooOld("The archive", "restore"));
  if (foreign !== undefined) {
    throw new ArchiveError(
      isNewer
        ? `The archive was made by a newer version of Foyer (it has migration ${foreign}, this code does not). Update Foyer.`
        : `The archive was made by a different Foyer (it has migration ${foreign}, this code does not).`,
    );
  }
  for (const { version, sql } of schema.migrations) {
    const given = manifest.migrations.find((one) => one.version === version)?.sha256;
    if (given && given !== checksum(sql)) {
      throw new ArchiveError(
        `The archive was made by a different Foyer: its migration ${version} has other content.`,
      );
    }
  }
}

/**
 * Refuses an archive with tables or columns that the target lacks. An archive of an older schema
 * may lack columns of the target.
 * @param known the target's columns by table.
 * @throws {ArchiveError}
 */
export function checkColumns(
  { tables }: Manifest,
  known: ReadonlyMap<string, readonly string[]>,
): void {
  for (const { name, columns } of tables) {
    if (!known.has(name)) {
      throw new ArchiveError(`The archive has a table that this Foyer does not know: ${name}.`);
    }
    const unknown = columns.find((column) => !known.get(name)?.includes(column));
    if (unknown !== undefined) {
      throw new ArchiveError(
        `The archive was made by a different Foyer: ${name} has no column ${unknown} here.`,
      );
    }
  }
}
