import { unwrap, unwrapCount } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import type { CountedTable } from "./missing-steps.ts";

export async function countRows(table: CountedTable): Promise<number> {
  const rows = getClient("admin").from(table).select("*", { count: "exact", head: true });
  return rows.then(unwrapCount);
}

export async function countProjectsWithoutPicture(): Promise<number> {
  const rows = getClient("admin").from("projects").select("*", { count: "exact", head: true });
  return rows.is("image_url", null).then(unwrapCount);
}

/** The unchanged sample content, as keys such as `experience <id>` or `personal_info tagline`. */
export async function listSampleContent(): Promise<ReadonlySet<string>> {
  const rows = await getClient("admin").rpc("list_sample_content").then(unwrap);
  return new Set(rows.map(({ table_name, id }) => `${table_name} ${id}`));
}
