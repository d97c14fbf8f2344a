import { queryOptions } from "@tanstack/react-query";
import type { Area } from "./area.ts";
import { unwrap } from "./errors.ts";

/**
 * Values of General Info for an area's frame.
 * @returns a query whose missing values are empty.
 */
export function infoValuesQuery<Key extends string>(area: Area, keys: readonly Key[]) {
  return queryOptions({
    queryKey: ["personal_info", "values", keys],
    queryFn: () => getValues(area, keys),
    staleTime: 60_000,
  });
}

async function getValues<Key extends string>(
  area: Area,
  keys: readonly Key[],
): Promise<Record<Key, string>> {
  // Lets the frame paint while supabase-js is loading.
  const { getClient } = await import("./supabase.ts");
  const rows = await getClient(area)
    .from("personal_info")
    .select("key, value")
    .in("key", [...keys])
    .then(unwrap);
  const read = (key: Key) => rows.find((row) => row.key === key)?.value ?? "";
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<Key, string>;
}
