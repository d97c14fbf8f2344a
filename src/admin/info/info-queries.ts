import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getInfo, listProjectPictures, saveInfo } from "./info-api.ts";
import { byKey, type InfoRevisions, type InfoValues, type StoredInfo } from "./stored-info.ts";

export const infoQuery = queryOptions({
  queryKey: ["personal_info", "form"],
  queryFn: getInfo,
});

export const projectPicturesQuery = queryOptions({
  queryKey: ["projects", "pictures"],
  queryFn: listProjectPictures,
});

export interface InfoSave {
  /** What is stored: the sanitized values. */
  clean: InfoValues;
  /** The form's values at the time. */
  sent: InfoValues;
  /** The revisions the save started from; null for drafts that know none. */
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
