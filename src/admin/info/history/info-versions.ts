import { INFO_KEYS, type InfoKey, PAGE_KEYS, type PageKey } from "../../../content/portfolio.ts";
import { parseSections, titleOf } from "../../../content/sections.ts";
import type { FieldNames } from "../../../forms/field-difference.ts";
import { unwrap } from "../../../lib/errors.ts";
import { getClient } from "../../../lib/supabase.ts";
import { getRows, type StoredValue, saveInfo } from "../../shell/info-rows.ts";
import { INFO_NAMES } from "../info-schema.ts";

/** Keys that can be restored. A replaced profile picture is deleted, so its URL cannot. */
export type VersionedKey = Exclude<InfoKey, "profilePictureUrl"> | PageKey;

export const VERSIONED_KEYS: readonly VersionedKey[] = [...INFO_KEYS, ...PAGE_KEYS].filter(
  (key): key is VersionedKey => key !== "profilePictureUrl",
);

/** A row of `content_history` for one key. */
export interface KeyChange {
  id: number;
  entry_id: string;
  operation: string;
  changed_at: string;
  changed_by: string | null;
}

/** General Info as of one save. */
export interface InfoVersion {
  /** Id of the version's newest row. */
  id: number;
  changedAt: string;
  changed: VersionedKey[];
  /** Ids of the rows with each key's value then; null without a value, absent if unknown. */
  rows: Partial<Record<VersionedKey, number | null>>;
}

/** Maximum number of versions that the database stores per key. */
const MOST_VERSIONS = 30;

/** Maximum time between two rows of one save, which are written in one statement. */
const ROW_GAP_MS = 200;

/**
 * Groups rows that were written together into versions, newest first.
 * @param changes newest first.
 */
export function toVersions(changes: readonly KeyChange[]): InfoVersion[] {
  const saves: KeyChange[][] = [];
  for (const change of changes) {
    const save = saves.at(-1);
    if (save && belongsTo(save, change)) save.push(change);
    else saves.push([change]);
  }
  return saves.slice(0, MOST_VERSIONS).map((save) => {
    const [newest] = save as [KeyChange];
    const keys = new Set(save.map(({ entry_id }) => entry_id));
    return {
      id: newest.id,
      changedAt: newest.changed_at,
      changed: VERSIONED_KEYS.filter((key) => keys.has(key)),
      rows: rowsAt(newest.id, changes),
    };
  });
}

function belongsTo(save: readonly KeyChange[], change: KeyChange): boolean {
  const next = save.at(-1);
  if (!next || save.some(({ entry_id }) => entry_id === change.entry_id)) return false;
  return Date.parse(next.changed_at) - Date.parse(change.changed_at) < ROW_GAP_MS;
}

function rowsAt(id: number, changes: readonly KeyChange[]): InfoVersion["rows"] {
  const rows: InfoVersion["rows"] = {};
  for (const key of VERSIONED_KEYS) {
    const own = changes.filter(({ entry_id }) => entry_id === key);
    const then = own.find((change) => change.id <= id);
    if (then) rows[key] = then.operation === "delete" ? null : then.id;
    else if (isFirst(own.at(-1))) rows[key] = null;
  }
  return rows;
}

/** Whether the change is its key's first value; the state before has no author. */
function isFirst(oldest: KeyChange | undefined): boolean {
  return oldest?.operation === "insert" && oldest.changed_by !== null;
}

/** The labels of what can be restored, in the order of the screen. */
export const VERSIONED_NAMES: FieldNames<Record<VersionedKey, string>> = {
  ...INFO_NAMES,
  sections: { label: "Sections", show: showLayout },
  locationParts: "Location, in parts",
};

function showLayout(stored: string): string {
  const { order, hidden, titles, subtitles } = parseSections(stored);
  const show = (id: (typeof order)[number]) => {
    const [title, subtitle] = [titles[id], subtitles[id]];
    return [
      title || titleOf(id),
      ...(title === "" ? [" (no heading)"] : []),
      ...(subtitle === undefined ? [] : [subtitle ? `: ${subtitle}` : " (no subtitle)"]),
      ...(hidden.includes(id) ? [" (hidden)"] : []),
    ].join("");
  };
  return order.map(show).join(", ");
}

/** The labels of these fields; a long list is shortened. */
export function labelsOf(keys: readonly VersionedKey[]): string {
  const labels = keys.map(labelOf);
  if (labels.length <= 4) return labels.join(", ");
  return `${labels.slice(0, 3).join(", ")} and ${labels.length - 3} more`;
}

export function labelOf(key: VersionedKey): string {
  const name = VERSIONED_NAMES[key];
  return typeof name === "string" ? name : name.label;
}

/** Lists the versions of General Info, newest first. */
export async function listInfoVersions(): Promise<InfoVersion[]> {
  const changes = await getClient("admin")
    .from("content_history")
    .select("id, entry_id, operation, changed_at, changed_by")
    .eq("table_name", "personal_info")
    .in("entry_id", [...VERSIONED_KEYS])
    .order("id", { ascending: false })
    .limit(MOST_VERSIONS * VERSIONED_KEYS.length)
    .then(unwrap);
  return toVersions(changes);
}

/** The known values of a version, and the current values of the same keys. */
export interface InfoComparison {
  then: Partial<Record<VersionedKey, string>>;
  now: Record<VersionedKey, StoredValue>;
}

export async function compareInfoVersion({ rows }: InfoVersion): Promise<InfoComparison> {
  const ids = Object.values(rows).filter((id) => id !== null);
  const [stored, now] = await Promise.all([
    getClient("admin").from("content_history").select("id, entry").in("id", ids).then(unwrap),
    getRows(VERSIONED_KEYS),
  ]);
  const values = new Map(stored.map(({ id, entry }) => [id, valueIn(entry)]));
  const then: InfoComparison["then"] = {};
  for (const key of VERSIONED_KEYS) {
    const id = rows[key];
    const value = id === null ? "" : values.get(id ?? Number.NaN);
    if (value !== undefined) then[key] = value;
  }
  return { then, now };
}

/**
 * Restores these keys, all or none.
 * @throws {BackendError} a conflict when one was changed after the comparison.
 */
export async function restoreInfo(
  keys: readonly VersionedKey[],
  { then, now }: InfoComparison,
): Promise<void> {
  await saveInfo(
    Object.fromEntries(
      keys.map((key) => [key, { value: then[key] ?? "", revision: now[key].revision }]),
    ),
  );
}

function valueIn(entry: unknown): string {
  return String((entry as { value?: string | null }).value ?? "");
}
