import { unwrap } from "../../../lib/errors.ts";
import { getClient } from "../../../lib/supabase.ts";
import { getRows, saveInfo } from "../info-api.ts";
import type { StoredValue } from "../stored-info.ts";
import {
  type InfoVersion,
  MOST_VERSIONS,
  toVersions,
  VERSIONED_KEYS,
  type VersionedKey,
} from "./info-versions.ts";

/** The versions of General Info, the newest first. */
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

/** The values of a version whose rows are known, and the current ones of the same keys. */
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
 * Changes these keys back, all of them or none.
 * @throws {BackendError} a conflict when one was changed after it was compared.
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
