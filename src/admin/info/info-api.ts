import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type CvKey, INFO_KEYS, type InfoKey, type PageKey } from "../../content/portfolio.ts";
import type { StoredValues } from "../../forms/use-form-merge.ts";
import { BackendError, unwrap } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";

/** The rows of `personal_info` that the form edits, by key. */
export function getInfo(): Promise<StoredInfo> {
  return getRows(INFO_KEYS);
}

/** Reads rows of `personal_info` by key; missing rows are empty. */
export async function getRows<Key extends InfoKey | PageKey | CvKey>(
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

/** The projects with a picture, by name. */
async function listProjectPictures() {
  return getClient("admin")
    .from("projects")
    .select("id, name, image_url")
    .not("image_url", "is", null)
    .order("name")
    .then(unwrap);
}

/**
 * Stores these values in one statement. When one was changed since it was read, none is stored.
 * @throws {BackendError} `PT409` in that case.
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

// Random, so that of two tabs that insert the same row only the first succeeds.
function newRevision(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return -1 - (random >>> 1);
}

export const infoQuery = queryOptions({
  queryKey: ["personal_info", "form"],
  queryFn: getInfo,
});

export const projectPicturesQuery = queryOptions({
  queryKey: ["projects", "pictures"],
  queryFn: listProjectPictures,
});

interface InfoSave {
  /** The sanitized values that were stored. */
  clean: InfoValues;
  /** The form's values at the time of the save. */
  sent: InfoValues;
  /** The base revisions of the save; null for drafts with an unknown base. */
  revision: InfoRevisions | null;
}

/** Saves the whole form. A conflict refetches `infoQuery` as well. */
export function useSaveInfo(onSaved: (saved: StoredInfo, save: InfoSave) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ clean, revision }: InfoSave) => {
      const rows = byKey((key) => ({ value: clean[key], revision: revision?.[key] ?? null }));
      return (await saveInfo(rows)) as StoredInfo;
    },
    meta: { changes: [["personal_info"]] },
    onSuccess: (saved, save) => {
      onSaved(saved, save);
      client.setQueryData(infoQuery.queryKey, saved);
    },
  });
}

/** One row of `personal_info`; it has no revision until it exists. */
export interface StoredValue {
  value: string;
  revision: number | null;
}

export type StoredInfo = Record<InfoKey, StoredValue>;

/** The form's values. */
export type InfoValues = Record<InfoKey, string>;

/** Every row's revision; a save names its base revisions. */
export type InfoRevisions = Record<InfoKey, number | null>;

/** The rows as form values and revisions. */
export function toStoredValues(info: StoredInfo): StoredValues<InfoValues, InfoRevisions> {
  return {
    values: byKey((key) => info[key].value),
    revision: byKey((key) => info[key].revision),
  };
}

/** Creates a record with all keys. */
function byKey<T>(make: (key: InfoKey) => T): Record<InfoKey, T> {
  return Object.fromEntries(INFO_KEYS.map((key) => [key, make(key)])) as Record<InfoKey, T>;
}
