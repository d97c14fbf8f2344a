import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { INFO_KEYS, type InfoKey } from "../../content/portfolio.ts";
import type { StoredValues } from "../../forms/use-form-merge.ts";
import { unwrap } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import { getRows, type StoredValue, saveInfo } from "../shell/info-rows.ts";

/** The rows of `personal_info` that the form edits, by key. */
export function getInfo(): Promise<StoredInfo> {
  return getRows(INFO_KEYS);
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
