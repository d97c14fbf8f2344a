import { logLine } from "../log/log-line.ts";
import type { TableManifest } from "./manifest.ts";
import type { FileDefects, NamedFile } from "./source-and-target.ts";

/**
 * Rows that a table must have lost since the last proven backup, at least half of them, to be
 * reported.
 * @limit drive: lost rows, at least half of a table, that a backup reports [rows]
 */
const LOST_ROWS = 5;

/**
 * Names of files in a sentence about a backup.
 * @limit drive: names of files in a sentence about a backup [names]
 */
const NAMES_SHOWN = 20;

/** Defects of a site that was archived nevertheless. */
export interface SiteDefects {
  missing: readonly NamedFile[];
  damaged: readonly NamedFile[];
  unmatched: readonly NamedFile[];
  lostRows: readonly LostRows[];
  /** Sentences about damaged parts of the database that were left out on request. */
  skipped: readonly string[];
}

/** A table with unusually few rows. */
interface LostRows {
  table: string;
  /** Number of rows at the last proven backup. */
  before: number;
  now: number;
}

/**
 * Tables that have lost at least half of their rows, and at least `LOST_ROWS`, since the last
 * proven backup.
 * @param before rows by table, of tables whose rows do not expire.
 */
export function findLostRows(
  before: Readonly<Record<string, number>>,
  tables: readonly TableManifest[],
): LostRows[] {
  return Object.entries(before).flatMap(([name, then]) => {
    const now = tables.find((table) => table.name === name)?.rows ?? 0;
    const isLost = now <= then / 2 && then - now >= LOST_ROWS;
    return isLost ? [{ table: name, before: then, now }] : [];
  });
}

/** How a sentence names a file. */
type NameOf = (file: NamedFile) => string;

/** Names files by their own names, for the operator of the machine. */
const ownName: NameOf = ({ name }) => name;

/** Names files as in the drive, for the owner, who may not read private names. */
export const publicName: NameOf = ({ name, isPrivate, size, createdAt }) =>
  isPrivate
    ? `a workspace file of ${size.toLocaleString("en-US")} bytes from ${createdAt.slice(0, 16).replace("T", " ")} UTC`
    : name;

/**
 * The defects in sentences; none for an intact site.
 * @param most names in a sentence.
 */
export function describeDefects(
  { missing, damaged, unmatched, lostRows, skipped }: SiteDefects,
  { nameOf = ownName, most = NAMES_SHOWN }: { nameOf?: NameOf; most?: number } = {},
): string[] {
  const names = (files: readonly NamedFile[]) => files.map(nameOf);
  return [
    ...describeFiles({ missing: names(missing), damaged: names(damaged) }, most),
    ...sentence(
      names(unmatched),
      ["entry of the drive has no stored file", "entries of the drive have no stored file"],
      most,
    ),
    ...lostRows.map(
      ({ table, before, now }) =>
        `${table} has ${count(now, "row")} instead of ${count(before)} at the last proven backup.`,
    ),
    ...skipped,
  ];
}

/** Describes the defects of files in sentences. */
export function describeFiles({ missing, damaged }: FileDefects, most = NAMES_SHOWN): string[] {
  const isOther = "other bytes than when";
  return [
    ...sentence(
      damaged,
      [`stored file has ${isOther} it was stored`, `stored files have ${isOther} they were stored`],
      most,
    ),
    ...sentence(missing, ["stored file has no bytes", "stored files have no bytes"], most),
  ];
}

function sentence(
  names: readonly string[],
  [one, many]: [one: string, many: string],
  most: number,
): string[] {
  if (names.length === 0) return [];
  const shown = names
    .slice(0, most)
    .map((name) => logLine(name.slice(0, NAME_LENGTH)))
    .join(", ");
  const more = names.length > most ? ` and ${count(names.length - most)} more` : "";
  return [`${count(names.length, one, many)}: ${shown}${more}.`];
}

/** Characters after which a name in a message is cut; the longest names have 255. */
const NAME_LENGTH = 100;

function count(number: number, one = "", many = `${one}s`): string {
  const text = number.toLocaleString("en-US");
  return one === "" ? text : `${text} ${number === 1 ? one : many}`;
}
