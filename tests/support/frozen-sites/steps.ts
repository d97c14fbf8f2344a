import type { SupabaseClient } from "@supabase/supabase-js";

/** The data of a result; throws its error. */
export function must<T>({ data, error }: { data: T; error: unknown }): NonNullable<T> {
  if (error) throw error;
  return data as NonNullable<T>;
}

/** Adds a row. @returns its id. */
export async function insert(client: SupabaseClient, table: string, row: object): Promise<string> {
  return must(await client.from(table).insert(row).select("id").single()).id;
}

/** A PNG of one pixel. */
export const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
