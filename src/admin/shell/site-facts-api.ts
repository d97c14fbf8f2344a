import { unwrap, unwrapCount } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import { getRows } from "./info-rows.ts";

export type SiteFacts = Awaited<ReturnType<typeof readSiteFacts>>;

/** What the site has: values of General Info, numbers of entries, and the sample content. */
export async function readSiteFacts() {
  const count = (table: (typeof TABLES)[number]) =>
    getClient("admin").from(table).select("*", { count: "exact", head: true });
  const [info, samples, withoutPicture, ...numbers] = await Promise.all([
    getRows(KEYS),
    listSampleContent(),
    count("projects").is("image_url", null).then(unwrapCount),
    ...TABLES.map((table) => count(table).then(unwrapCount)),
  ]);
  const counts = Object.fromEntries(TABLES.map((table, index) => [table, numbers[index] ?? 0]));
  type Counts = Record<(typeof TABLES)[number], number>;
  return { info, samples, withoutPicture, counts: counts as Counts };
}

const KEYS = [
  ...(["displayName", "tagline", "profilePictureUrl", "personalStatement"] as const),
  ...(["email", "sections"] as const),
];

const TABLES = [
  ...(["experience", "education", "projects", "skills"] as const),
  ...(["social_links", "workspace_users"] as const),
];

/** The unchanged sample content, as keys such as `experience <id>` or `personal_info tagline`. */
export async function listSampleContent(): Promise<ReadonlySet<string>> {
  const rows = await getClient("admin").rpc("list_sample_content").then(unwrap);
  return new Set(rows.map(({ table_name, id }) => `${table_name} ${id}`));
}
