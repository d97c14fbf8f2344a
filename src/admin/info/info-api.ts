import { type CvKey, INFO_KEYS, type InfoKey, type PageKey } from "../../content/portfolio.ts";
import { BackendError, unwrap } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import type { StoredInfo, StoredValue } from "./stored-info.ts";

/** The rows of `personal_info` that the form edits, by key. */
export function getInfo(): Promise<StoredInfo> {
  return getRows(INFO_KEYS);
}

/** These rows of `personal_info` by key; missing rows are empty. */
export async function getRows<Key extends InfoKey | PageKey>(
  keys: readonly Key[],
): Promise<Record<Key, StoredValue>> {
  const rows = await getClient("admin")
    .from("personal_info")
    .select("key, value, revision")
    .in("key", [...keys])
    .then(unwrap);
  const find = (key: Key): StoredValue => {
    const row = rows.find((one) => one.key === key);
    return { value: row?.value ?? "", revision: row?.revision ?? null };
  };
  return Object.fromEntries(keys.map((key) => [key, find(key)])) as Record<Key, StoredValue>;
}

/** The projects that have a picture, by name. */
export async function listProjectPictures() {
  return getClient("admin")
    .from("projects")
    .select("id, name, image_url")
    .not("image_url", "is", null)
    .order("name")
    .then(unwrap);
}

/**
 * Stores these values in one statement: all of them or, when one was changed since it was
 * read, none.
 * @throws {BackendError} `PT409` when one was changed in the meantime.
 */
export async function saveInfo(
  values: Partial<Record<InfoKey | PageKey | CvKey, StoredValue>>,
): Promise<Partial<StoredInfo>> {
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

// If two tabs both found no row, only one may win: the second finds a revision it did not send.
function newRevision(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return -1 - (random >>> 1);
}
