import type { CvKey, InfoKey, PageKey } from "../../content/portfolio.ts";
import { BackendError, unwrap } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";

type Key = InfoKey | PageKey | CvKey;

/** One row of `personal_info`; it has no revision until it exists. */
export interface StoredValue {
  value: string;
  revision: number | null;
}

/** Reads rows of `personal_info` by key; missing rows are empty. */
export async function getRows<K extends Key>(keys: readonly K[]): Promise<Record<K, StoredValue>> {
  const rows = await getClient("admin")
    .from("personal_info")
    .select("key, value, revision")
    .in("key", [...keys])
    .then(unwrap);
  const find = (key: K): StoredValue => {
    const row = rows.find((one) => one.key === key);
    return { value: row?.value ?? "", revision: row?.revision ?? null };
  };
  return Object.fromEntries(keys.map((key) => [key, find(key)])) as Record<K, StoredValue>;
}

/**
 * Stores these values in one statement. When one was changed since it was read, none is stored.
 * @throws {BackendError} `PT409` in that case.
 */
export async function saveInfo(
  values: Partial<Record<Key, StoredValue>>,
): Promise<Partial<Record<Key, StoredValue>>> {
  const entries = Object.entries(values);
  const rows = await getClient("admin")
    .from("personal_info")
    .upsert(
      entries.map(([key, { value, revision }]) => ({
        key,
        value,
        revision: revision ?? newRevision(),
      })),
      { onConflict: "key" },
    )
    .select("key, value, revision")
    .then(unwrap);
  if (rows.length !== entries.length) throw new BackendError("Not everything was saved.");
  return Object.fromEntries(
    rows.map(({ key, value, revision }) => [key, { value: value ?? "", revision }]),
  );
}

// Random, so that of two tabs that insert the same row only the first succeeds.
function newRevision(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return -1 - (random >>> 1);
}
