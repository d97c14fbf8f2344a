import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { INFO_KEYS } from "../../content/portfolio.ts";
import { isConflict } from "../../lib/errors.ts";
import { getInfo, saveInfo } from "./info-api.ts";
import { infoSchema } from "./info-schema.ts";
import { conflictsOf, type InfoValues, rebase, type StoredInfo } from "./stored-info.ts";

export const infoQuery = queryOptions({
  queryKey: ["personal_info", "form"],
  queryFn: getInfo,
});

/**
 * Saves the whole form. Resolves to the stored rows, or null when the same fields were changed
 * elsewhere meanwhile; the form learns of it through `infoQuery`, which is fresh by then.
 */
export function useSaveInfo(onSaved: (saved: StoredInfo, sent: InfoValues) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: InfoValues) => saveOverFresh(client, values),
    meta: { changes: [["personal_info"]] },
    onSuccess: (saved, sent) => {
      if (!saved) return;
      onSaved(saved, sent);
      client.setQueryData(infoQuery.queryKey, saved);
    },
  });
}

async function saveOverFresh(client: QueryClient, values: InfoValues): Promise<StoredInfo | null> {
  try {
    return await save(values);
  } catch (error) {
    if (!isConflict(error)) throw error;
    const stored = await client.fetchQuery({ ...infoQuery, staleTime: 0 });
    if (conflictsOf(values, stored).length > 0) return null;
    // Only untouched fields were changed elsewhere: nothing is lost.
    return await save(rebase(values, stored));
  }
}

async function save(values: InfoValues): Promise<StoredInfo> {
  const clean = infoSchema.parse(values);
  const rows = INFO_KEYS.map((key) => [
    key,
    { value: clean[key], revision: values.base[key].revision },
  ]);
  return (await saveInfo(Object.fromEntries(rows))) as StoredInfo;
}
